// The trips of an order, one a row.
import { Link } from 'react-router'
import type { Row } from '../core/records'
import { paths } from '../docs/paths'
import { NOTHING, day, mt } from '../ui/format'
import { StatusChip } from '../ui/StatusChip'
import { Scroll } from './parts'
import { say } from '../words/say'

export function TripRows({ rows }: { rows: Row<'trip'>[] }) {
  return (
    <Scroll>
      <table className="stacks data-table">
        <thead>
          <tr>
            <th>{say('Trip')}</th>
            <th>{say('Date')}</th>
            <th>{say('Vehicle')}</th>
            <th>{say('Going to')}</th>
            <th className="right">{say('MT')}</th>
            <th>{say('Status')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="whole">
                <Link to={paths.view('trip', row.id)} className="bold">
                  {row.doc_no}
                </Link>
              </td>
              <td data-head={say('Date')}>{day(row.date ?? '')}</td>
              <td data-head={say('Vehicle')} className="nowrap">
                {row.vehicle_no}
              </td>
              <td data-head={say('Going to')}>{row.going_to}</td>
              <td data-head={say('MT')} className="number">
                {row.weight_g ? mt(row.weight_g) : NOTHING}
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
