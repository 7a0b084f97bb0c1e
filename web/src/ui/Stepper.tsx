// The road of a workflow: the statuses on it, who moved it on and when, and the sidings under the step they leave from.
//
//   <Stepper steps={orderSteps(doc.status, doc.history)} />         for an order (ui/orderSteps.ts)
//   A step: { status, state: 'done' | 'now' | 'ahead', note, sidings: [{ status, visited, now, tip }] }
import Check from '@mui/icons-material/Check'
import { role } from '../theme/themes'
import { useStatusColours } from './StatusChip'
import { StatusIcon } from './StatusIcon'

export interface Siding {
  status: string
  visited: boolean
  now: boolean
  tip: string | null
}
export interface Step {
  status: string
  state: 'done' | 'now' | 'ahead'
  note: string | null
  sidings: Siding[]
}

export function Stepper({ steps }: { steps: Step[] }) {
  return (
    <div style={{ overflowX: 'auto' }} className="card" tabIndex={0} role="region" aria-label="Progress">
      <ol
        style={{
          display: 'grid',
          gridTemplateColumns: `repeat(${steps.length}, minmax(132px, 1fr))`,
          padding: '12px 8px',
          minWidth: steps.length * 132,
        }}
      >
        {steps.map((step, at) => (
          <One key={step.status} step={step} before={steps[at - 1]} last={at === steps.length - 1} />
        ))}
      </ol>
    </div>
  )
}

const DOT = 26

function One({ step, before, last }: { step: Step; before: Step | undefined; last: boolean }) {
  const { ink, tint, onSolid } = useStatusColours(step.status)
  const done = step.state === 'done'
  const now = step.state === 'now'
  const line = (on: boolean) =>
    ({ position: 'absolute', top: DOT / 2 - 1, height: 2, background: on ? role.ok : role.lineStrong }) as const
  return (
    <li
      aria-current={now ? 'step' : undefined}
      style={{
        position: 'relative',
        display: 'grid',
        justifyItems: 'center',
        alignContent: 'start',
        textAlign: 'center',
        gap: 2,
        padding: '0 2px',
      }}
    >
      {before && <span aria-hidden style={{ ...line(done || now), left: 0, right: `calc(50% + ${DOT / 2}px)` }} />}
      {!last && <span aria-hidden style={{ ...line(done), left: `calc(50% + ${DOT / 2}px)`, right: 0 }} />}
      <span
        style={{
          width: DOT,
          height: DOT,
          borderRadius: DOT / 2,
          display: 'grid',
          placeItems: 'center',
          background: done ? role.ok : now ? ink : role.paper,
          border: step.state === 'ahead' ? `1.5px solid ${role.lineStrong}` : 'none',
          boxShadow: now ? `0 0 0 4px ${tint}` : 'none',
          marginBottom: 4,
        }}
      >
        {done ? (
          <Check style={{ fontSize: 16, color: role.paper }} titleAccess="done" />
        ) : (
          <StatusIcon status={step.status} size={15} color={now ? onSolid : role.ink2} />
        )}
      </span>
      <span
        style={{
          fontSize: 12,
          lineHeight: '16px',
          fontWeight: done || now ? 600 : 500,
          color: now ? ink : done ? role.ink : role.ink2,
        }}
      >
        {step.status}
      </span>
      {step.note && (
        <span style={{ fontSize: 11, lineHeight: '14px', color: role.ink2 }}>
          {step.note.split(' · ').map((part) => (
            <span
              key={part}
              className="nowrap"
              style={{ display: 'block', maxWidth: 128, overflow: 'hidden', textOverflow: 'ellipsis' }}
            >
              {part}
            </span>
          ))}
        </span>
      )}
      {step.sidings.length > 0 && (
        <ul
          style={{
            display: 'grid',
            justifyItems: 'center',
            gap: 2,
            marginTop: 6,
            paddingTop: 6,
            borderTop: `1px dashed ${role.lineStrong}`,
            justifySelf: 'stretch',
          }}
        >
          {step.sidings.map((siding) => (
            <SidingItem key={siding.status} siding={siding} />
          ))}
        </ul>
      )}
    </li>
  )
}

function SidingItem({ siding }: { siding: Siding }) {
  const { ink, tint } = useStatusColours(siding.status)
  const seen = siding.visited || siding.now
  return (
    <li
      title={siding.tip ?? undefined}
      style={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 3,
        fontSize: 11,
        lineHeight: '16px',
        padding: siding.now ? '1px 6px' : 0,
        borderRadius: 9,
        background: siding.now ? tint : 'none',
        boxShadow: siding.now ? `inset 0 0 0 1.25px ${ink}` : 'none',
        color: seen ? ink : role.ink2,
        fontWeight: seen ? 600 : 400,
        textAlign: 'left',
      }}
    >
      <StatusIcon status={siding.status} size={13} color={seen ? ink : role.ink2} />
      <span>
        {siding.status}
        {siding.visited && siding.tip && <span className="visually-hidden">, {siding.tip}</span>}
      </span>
    </li>
  )
}
