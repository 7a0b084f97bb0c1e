// The returns of an order or an invoice, one a row.
import { Link } from 'react-router'
import type { Row } from '../core/records'
import { paths } from '../docs/paths'
import { NOTHING, day, kg, pieces } from '../ui/format'
import { StatusChip } from '../ui/StatusChip'
import { Scroll } from './parts'
import { say } from '../words/say'

export function ReturnRows({ rows }: { rows: Row<'sales_return'>[] }) {
  return (
    <Scroll>
      <table className="stacks data-table">
        <thead>
          <tr>
            <th>{say('Return')}</th>
            <th>{say('Date')}</th>
            <th className="right">{say('Pieces')}</th>
            <th className="right">{say('kg')}</th>
            <th>{say('Status')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="whole">
                <Link to={paths.view('sales_return', row.id)} className="bold">
                  {row.doc_no ?? say('Draft')}
                </Link>
              </td>
              <td data-head={say('Date')}>{day(row.date ?? '')}</td>
              <td data-head={say('Pieces')} className="number">
                {row.pcs ? pieces(row.pcs) : NOTHING}
              </td>
              <td data-head="kg" className="number">
                {row.weight_g ? kg(row.weight_g) : NOTHING}
              </td>
              <td data-head={say('Status')}>
                <StatusChip status={row.status} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
