// Rows of the stock ledger: what moved, by which document, and what was there behind it.
import type { LedgerRow } from '../../net/answers.gen'
import { Link } from 'react-router'
import type { Links } from '../../core/records'
import { paths } from '../../docs/paths'
import { NOTHING, day, kg, pieces } from '../../ui/format'
import { Scroll, usePhone } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import css from './Ledger.module.css'

/** What the core calls a movement, in words. */
export const KINDS: Record<string, string> = {
  received: 'Received',
  opening: 'Opening stock',
  made: 'Made of other batches',
  gained: 'Gained',
  arrived: 'From another yard',
  sold: 'Loaded',
  returned: 'Returned',
  used: 'Made into other batches',
  lost: 'Lost',
  left: 'To another yard',
  moved: 'Moved',
}

export const BUCKETS: Record<string, string> = {
  FREE: 'Free',
  HOLD: 'Hold',
  DUMP: 'Dump',
  TRANSIT: 'Transit',
  WIP: 'In work',
}

const signed = (value: number, show: (value: number) => string) =>
  value === 0 ? NOTHING : value > 0 ? `+${show(value)}` : show(value)

function placeOf(row: LedgerRow, links: Links | undefined): string {
  const end = (yard: string | null, bucket: string | null) =>
    [yard && titleOf(links, 'yard', yard), bucket && (BUCKETS[bucket] ?? bucket)].filter(Boolean).join(', ')
  const [from, to] = [end(row.from_yard, row.from_bucket), end(row.to_yard, row.to_bucket)]
  return from && to ? `${from} → ${to}` : from || to
}

function Paper({ row }: { row: LedgerRow }) {
  const words = row.doc_no ?? row.doc_label
  return row.id ? <Link to={paths.view(row.doc_type, row.id)}>{words}</Link> : <>{words}</>
}

export function Ledger({ rows, links }: { rows: LedgerRow[]; links: Links | undefined }) {
  const phone = usePhone()
  if (phone) {
    return (
      <ul>
        {rows.map((row) => (
          <li key={row.seq} className={css.row}>
            <span className="min-0">
              <strong className="semibold">{KINDS[row.kind] ?? row.kind}</strong>
              <span className="block muted text-13">
                {day(row.day)} · <Paper row={row} />
              </span>
              <span className="block muted text-12">{placeOf(row, links)}</span>
            </span>
            <span className="num nowrap right">
              {signed(row.pcs, pieces)} pcs
              <span className="block">{signed(row.g, kg)} kg</span>
              <span className="block muted text-12">
                {pieces(row.left_pcs)} pcs, {kg(row.left_g)} kg left
              </span>
            </span>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Scroll>
      <table className={`data-table ${css.table}`}>
        <thead>
          <tr>
            <th>Date</th>
            <th>What</th>
            <th>Document</th>
            <th>Place</th>
            <th className="right">Pcs</th>
            <th className="right">kg</th>
            <th className="right">Pcs left</th>
            <th className="right">kg left</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.seq}>
              <td className="nowrap">{day(row.day)}</td>
              <td>
                {KINDS[row.kind] ?? row.kind}
                {row.reverses !== null && <span className="muted text-12"> taken back</span>}
                {row.other && (
                  <>
                    {' '}
                    <Link to={paths.view('batch', row.other)}>{titleOf(links, 'batch', row.other)}</Link>
                  </>
                )}
              </td>
              <td className="nowrap">
                <Paper row={row} />
              </td>
              <td className="muted">{placeOf(row, links)}</td>
              <td className="number">{signed(row.pcs, pieces)}</td>
              <td className="number">{signed(row.g, kg)}</td>
              <td className="number muted">{pieces(row.left_pcs)}</td>
              <td className="number muted">{kg(row.left_g)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
