// The road of orders: the statuses on it side by side, the sidings under the step they leave from.
import { Link } from 'react-router'
import type { BoardChart } from '../../sync/reporter'
import { paths } from '../../docs/paths'
import { role } from '../../theme/themes'
import { pieces } from '../../ui/format'
import { useStatusColours } from '../../ui/StatusChip'
import { StatusIcon } from '../../ui/StatusIcon'
import { eq, listAt } from '../../kit/filters'
import { usePhone } from '../../kit/parts'

const ROAD: [string, string[]][] = [
  ['Draft', []],
  ['BM Approval Pending', ['Hold order from BM', 'Rejected By BM']],
  ['Preliminary Credit Team', []],
  ['Credit Approval Pending', ['Rejected From Credit Team']],
  ['Waiting for Loading', ['Raise Concern From Yard']],
  ['Order Loaded', ['Raise Concern By Account']],
  ['Order Completed', []],
]

export function Road({ chart }: { chart: BoardChart }) {
  const phone = usePhone()
  const counts = new Map(chart.table.rows.map((line) => [String(line.cells[0] ?? ''), Number(line.cells[1] ?? 0)]))
  return (
    <section aria-label="Orders by status" className="card" style={{ overflow: 'hidden' }}>
      <ul style={{ display: 'grid', gridTemplateColumns: `repeat(${phone ? 2 : ROAD.length}, minmax(0, 1fr))` }}>
        {ROAD.map(([status, sidings], at) => (
          <li
            key={status}
            style={{
              padding: '12px 12px 12px 14px',
              boxShadow: `-1px -1px 0 ${role.line}`,
              gridColumn: phone && at === ROAD.length - 1 ? '1 / -1' : undefined,
            }}
          >
            <Stop status={status} count={counts.get(status) ?? 0} large />
            {sidings.map((siding) => (
              <Stop key={siding} status={siding} count={counts.get(siding) ?? 0} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Stop({ status, count, large }: { status: string; count: number; large?: boolean }) {
  const { ink } = useStatusColours(status)
  return (
    <Link
      to={listAt(paths.list('order'), [eq('status', status)])}
      style={{
        display: large ? 'block' : 'flex',
        gap: 5,
        alignItems: 'center',
        color: role.ink,
        minHeight: 24,
        marginTop: large ? 0 : 2,
        fontSize: large ? 13 : 11,
        lineHeight: large ? '18px' : '16px',
      }}
    >
      <span style={{ display: 'inline-flex', gap: 6, alignItems: 'center' }}>
        <StatusIcon status={status} size={large ? 17 : 14} color={ink} />
        <strong
          className="num"
          style={{
            fontSize: large ? 18 : 11,
            lineHeight: large ? '24px' : '16px',
            fontWeight: 600,
            opacity: count === 0 ? 0.7 : 1,
          }}
        >
          {pieces(count)}
        </strong>
      </span>
      <span style={{ display: large ? 'block' : 'inline', color: large ? role.ink : role.ink2 }}>{status}</span>
    </Link>
  )
}
