// The road of a workflow: the statuses on it, who moved it on and when, and the sidings under the step they leave from.
//
//   <Stepper steps={orderSteps(doc.status, doc.history)} />         for an order (ui/orderSteps.ts)
//   A step: { status, state: 'done' | 'now' | 'ahead', note, sidings: [{ status, visited, now, tip }] }
import Check from '@mui/icons-material/Check'
import { role } from '../theme/themes'
import { useStatusColours } from './StatusChip'
import { StatusIcon } from './StatusIcon'
import { Sideways } from './Sideways'
import css from './Stepper.module.css'
import { classes } from '../theme/classes'
import { say } from '../words/say'

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
    <Sideways className="card" tabIndex={0} role="region" aria-label={say('Progress')}>
      <ol className={css.steps}>
        {steps.map((step, at) => (
          <One key={step.status} step={step} before={steps[at - 1]} last={at === steps.length - 1} />
        ))}
      </ol>
    </Sideways>
  )
}

function One({ step, before, last }: { step: Step; before: Step | undefined; last: boolean }) {
  const { ink, tint, onSolid } = useStatusColours(step.status)
  const done = step.state === 'done'
  const now = step.state === 'now'
  return (
    <li aria-current={now ? 'step' : undefined} className={css.step}>
      {before && <span aria-hidden className={classes(css.line, css.lineIn, (done || now) && css.lineDone)} />}
      {!last && <span aria-hidden className={classes(css.line, css.lineOut, done && css.lineDone)} />}
      <span
        className={classes(css.dot, css[step.state])}
        style={now ? { background: ink, boxShadow: `0 0 0 4px ${tint}` } : undefined}
      >
        {done ? (
          <Check className={css.check} titleAccess={say('done')} />
        ) : (
          <StatusIcon status={step.status} size={15} color={now ? onSolid : role.ink2} />
        )}
      </span>
      <span
        className={classes('text-12 leading-16', done || now ? 'bold' : 'medium', !now && (done ? 'ink' : 'muted'))}
        style={now ? { color: ink } : undefined}
      >
        {say(step.status)}
      </span>
      {step.note && (
        <span className={css.note}>
          {step.note.split(' · ').map((part) => (
            <span key={part} className={`nowrap ${css.part}`}>
              {part}
            </span>
          ))}
        </span>
      )}
      {step.sidings.length > 0 && (
        <ul className={css.sidings}>
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
      className={classes(css.siding, seen && css.seen, siding.now && css.here)}
      style={{
        color: seen ? ink : undefined,
        ...(siding.now && { background: tint, boxShadow: `inset 0 0 0 1.25px ${ink}` }),
      }}
    >
      <StatusIcon status={siding.status} size={13} color={seen ? ink : role.ink2} />
      <span>
        {say(siding.status)}
        {siding.visited && siding.tip && <span className="visually-hidden">{`: ${siding.tip}`}</span>}
      </span>
    </li>
  )
}
