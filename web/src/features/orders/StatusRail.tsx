// The road of an order as a row of equal cells with counts: a click filters, with shift it adds.
import { role } from '../../theme/themes'
import { pieces } from '../../ui/format'
import { StatusIcon } from '../../ui/StatusIcon'
import { useStatusColours } from '../../ui/StatusChip'

export function StatusRail({
  statuses,
  counts,
  shown,
  onToggle,
}: {
  statuses: readonly string[]
  counts: Record<string, number> | undefined
  shown: string[]
  onToggle: (status: string, add: boolean) => void
}) {
  return (
    <div
      role="group"
      aria-label="Status"
      style={{
        overflowX: 'auto',
        flex: 'none',
        background: role.paper,
        border: `1px solid ${role.line}`,
        borderRadius: 8,
      }}
    >
      <div style={{ display: 'grid', gridTemplateColumns: `repeat(${statuses.length}, minmax(88px, 1fr))` }}>
        {statuses.map((status, at) => (
          <Cell
            key={status}
            status={status}
            first={at === 0}
            count={counts?.[status]}
            on={shown.includes(status)}
            dim={shown.length > 0 && !shown.includes(status)}
            onToggle={onToggle}
          />
        ))}
      </div>
    </div>
  )
}

function Cell({
  status,
  count,
  on,
  dim,
  first,
  onToggle,
}: {
  status: string
  count: number | undefined
  on: boolean
  dim: boolean
  first: boolean
  onToggle: (status: string, add: boolean) => void
}) {
  const { ink, tint } = useStatusColours(status)
  const quiet = dim || count === 0
  return (
    <button
      type="button"
      aria-pressed={on}
      title="Shift click adds to the filter"
      onClick={(event) => onToggle(status, event.shiftKey)}
      style={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'flex-start',
        justifyContent: 'flex-start',
        textAlign: 'left',
        cursor: 'pointer',
        border: 0,
        borderLeft: first ? 0 : `1px solid ${role.line}`,
        padding: '9px 10px 8px',
        background: on ? tint : 'transparent',
        boxShadow: on ? `inset 0 -3px 0 ${ink}` : 'none',
        minHeight: 68,
        outlineOffset: -2,
      }}
    >
      <span style={{ display: 'flex', alignItems: 'center', gap: 7 }}>
        <StatusIcon status={status} size={16} color={quiet && !on ? role.ink2 : ink} />
        <span
          className="num"
          style={{ fontSize: 17, lineHeight: '22px', fontWeight: 600, color: quiet && !on ? role.ink2 : role.ink }}
        >
          {count === undefined ? '' : pieces(count)}
        </span>
      </span>
      <span
        style={{
          display: 'block',
          fontSize: 11,
          lineHeight: '14px',
          color: on ? ink : role.ink2,
          fontWeight: on ? 600 : 400,
          marginTop: 2,
        }}
      >
        {status}
      </span>
    </button>
  )
}
