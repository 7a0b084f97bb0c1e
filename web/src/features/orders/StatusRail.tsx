// The road of an order as a row of equal cells with counts: a click filters, with shift it adds.
import { role } from '../../theme/themes'
import { pieces } from '../../ui/format'
import { inSight } from '../../ui/inSight'
import { StatusIcon } from '../../ui/StatusIcon'
import { useStatusColours } from '../../ui/StatusChip'
import { classes } from '../../theme/classes'
import { Sideways } from '../../ui/Sideways'
import css from './StatusRail.module.css'
import { say } from '../../words/say'

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
    <Sideways role="group" aria-label={say('Status')} className={css.rail}>
      <div className={css.cells}>
        {statuses.map((status) => (
          <Cell
            key={status}
            status={status}
            count={counts?.[status]}
            on={shown.includes(status)}
            dim={shown.length > 0 && !shown.includes(status)}
            onToggle={onToggle}
          />
        ))}
      </div>
    </Sideways>
  )
}

function Cell({
  status,
  count,
  on,
  dim,
  onToggle,
}: {
  status: string
  count: number | undefined
  on: boolean
  dim: boolean
  onToggle: (status: string, add: boolean) => void
}) {
  const { ink, tint } = useStatusColours(status)
  const quiet = dim || count === 0
  return (
    <button
      ref={on ? inSight : undefined}
      type="button"
      aria-pressed={on}
      title={say('Shift click adds to the filter')}
      onClick={(event) => onToggle(status, event.shiftKey)}
      className={css.cell}
      style={on ? { background: tint, boxShadow: `inset 0 -3px 0 ${ink}` } : undefined}
    >
      <span className={css.name}>
        <StatusIcon status={status} size={16} color={quiet && !on ? role.ink2 : ink} />
        <span className={classes('num', css.figure, quiet && !on ? 'muted' : 'ink')}>
          {count === undefined ? '' : pieces(count)}
        </span>
      </span>
      <span className={classes(css.statusName, on ? 'bold' : 'regular muted')} style={on ? { color: ink } : undefined}>
        {say(status)}
      </span>
    </button>
  )
}
