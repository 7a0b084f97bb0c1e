// Rows of the stock ledger: what moved, by which document, and what was there behind it.
import type { LedgerRow } from '../../net/answers.gen'
import { Link } from 'react-router'
import type { Links } from '../../core/records'
import { paths } from '../../docs/paths'
import { NOTHING, day, kg, pieces } from '../../ui/format'
import { Scroll, usePhone } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import css from './Ledger.module.css'
import { say } from '../../words/say'

/** What the core calls a movement, in words. */
export const KINDS: Record<string, string> = {
  received: say('Received'),
  opening: say('Opening stock'),
  made: say('Made of other batches'),
  gained: say('Gained'),
  arrived: say('From another yard'),
  sold: say('Loaded'),
  returned: say('Returned'),
  used: say('Made into other batches'),
  lost: say('Lost'),
  left: say('To another yard'),
  moved: say('Moved'),
}

export const BUCKETS: Record<string, string> = {
  FREE: say('Free'),
  HOLD: say('Hold'),
  DUMP: say('Dump'),
  TRANSIT: say('Transit'),
  WIP: say('In work'),
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
              {say('{pcs} pcs', { pcs: signed(row.pcs, pieces) })}
              <span className="block">{say('{g} kg', { g: signed(row.g, kg) })}</span>
              <span className="block muted text-12">
                {say('{left_pcs} pcs, {left_g} kg left', { left_pcs: pieces(row.left_pcs), left_g: kg(row.left_g) })}
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
            <th>{say('Date')}</th>
            <th>{say('What')}</th>
            <th>{say('Document')}</th>
            <th>{say('Place')}</th>
            <th className="right">{say('Pcs')}</th>
            <th className="right">{say('kg')}</th>
            <th className="right">{say('Pcs left')}</th>
            <th className="right">{say('kg left')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.seq}>
              <td className="nowrap">{day(row.day)}</td>
              <td>
                {KINDS[row.kind] ?? row.kind}
                {row.reverses !== null && <span className="muted text-12">{say(' taken back')}</span>}
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
