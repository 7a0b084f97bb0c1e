// The road of orders: the statuses on it side by side, the sidings under the step they leave from.
import { Link } from 'react-router'
import type { DashboardChart } from '../../core/types.gen'
import { paths } from '../../docs/paths'
import { pieces } from '../../ui/format'
import { useStatusColours } from '../../ui/StatusChip'
import { StatusIcon } from '../../ui/StatusIcon'
import { eq, listAt } from '../../kit/filters'
import { usePhone } from '../../kit/parts'
import { classes } from '../../theme/classes'
import css from './Road.module.css'
import { say } from '../../words/say'

const ROAD: [string, string[]][] = [
  ['Draft', []],
  ['BM Approval Pending', ['Hold order from BM', 'Rejected By BM']],
  ['Preliminary Credit Team', []],
  ['Credit Approval Pending', ['Rejected From Credit Team']],
  ['Waiting for Loading', ['Raise Concern From Yard']],
  ['Order Loaded', ['Raise Concern By Account']],
  ['Order Completed', []],
]

/** Without figures until they are worked out: it takes its place at once, so that nothing below it moves. */
export function Road({ chart }: { chart: DashboardChart | null }) {
  const phone = usePhone()
  const counts =
    chart && new Map(chart.table.rows.map((line) => [String(line.cells[0] ?? ''), Number(line.cells[1] ?? 0)]))
  return (
    <section aria-label={say('Orders by status')} className="card clip">
      <ul className={css.road}>
        {ROAD.map(([status, sidings], at) => (
          <li key={status} className={classes(css.stop, phone && at === ROAD.length - 1 && css.lastStop)}>
            <Stop status={status} count={counts && (counts.get(status) ?? 0)} large />
            {sidings.map((siding) => (
              <Stop key={siding} status={siding} count={counts && (counts.get(siding) ?? 0)} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Stop({ status, count, large }: { status: string; count: number | null; large?: boolean }) {
  const { ink } = useStatusColours(status)
  return (
    <Link
      to={listAt(paths.list('order'), [eq<'order'>('status', status)])}
      className={classes(css.status, large && css.large)}
    >
      <span className="inline-row gap-6">
        <StatusIcon status={status} size={large ? 17 : 14} color={ink} />
        <strong
          className={classes('num bold', large ? 'text-18 leading-24' : 'text-12 leading-16', !count && css.faded)}
        >
          {count === null ? '–' : pieces(count)}
        </strong>
      </span>
      <span className={large ? 'block ink' : 'muted'}>{say(status)}</span>
    </Link>
  )
}
