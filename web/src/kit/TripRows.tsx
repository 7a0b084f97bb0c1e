// The trips of an order, one a row.
import { Link } from 'react-router'
import type { Row } from '../core/records'
import { paths } from '../docs/paths'
import { NOTHING, day, mt } from '../ui/format'
import { StatusChip } from '../ui/StatusChip'
import { Scroll } from './parts'

export function TripRows({ rows }: { rows: Row<'trip'>[] }) {
  return (
    <Scroll>
      <table className="stacks data-table">
        <thead>
          <tr>
            <th>Trip</th>
            <th>Date</th>
            <th>Vehicle</th>
            <th>Going to</th>
            <th className="right">MT</th>
            <th>Status</th>
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
              <td data-head="Date">{day(row.date ?? '')}</td>
              <td data-head="Vehicle" className="nowrap">
                {row.vehicle_no}
              </td>
              <td data-head="Going to">{row.going_to}</td>
              <td data-head="MT" className="number">
                {row.weight_g ? mt(row.weight_g) : NOTHING}
              </td>
              <td data-head="Status">
                <StatusChip status={row.status} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
