// The advances that came for an order, and what of each is still kept for its invoices.
import { Link } from 'react-router'
import { docDef } from '../../core'
import type { DocView } from '../../core/records'
import { paths } from '../../docs/paths'
import { Scroll } from '../../kit/parts'
import { useList } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { NOTHING, day, rupees } from '../../ui/format'
import { Empty, Failed, Skeletons } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'

export function AdvancesTab({ doc }: { doc: DocView<'order'> }) {
  const user = useUser()
  const def = docDef('receipt')
  const { data, error, refetch } = useList({ type: 'receipt', where: [`for_order:eq:${doc.id}`], limit: 100 })
  const record = def && may(user, def, 'add') && doc.status !== 'Order Completed' && (
    <Link to={paths.add('receipt', { customer: doc.record.customer ?? '', for_order: doc.id })}>Record an advance</Link>
  )
  if (error) return <Failed problem={error} what="The list of receipts" onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={3} />
  if (data.rows.length === 0) return <Empty title="No advance for this order" action={record || undefined} />
  return (
    <div className="grid gap-12">
      <Scroll>
        <table className="data-table">
          <thead>
            <tr>
              <th>Receipt</th>
              <th>Date</th>
              <th className="right">Amount ₹</th>
              <th className="right">On account ₹</th>
              <th>Status</th>
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <Link to={paths.view('receipt', row.id)} className="bold">
                    {row.doc_no ?? 'Draft'}
                  </Link>
                </td>
                <td>{day(row.date ?? '')}</td>
                <td className="number">{row.amount_paise ? rupees(row.amount_paise) : NOTHING}</td>
                <td className="number">{row.on_account_paise ? rupees(row.on_account_paise) : NOTHING}</td>
                <td>
                  <StatusChip status={row.status} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {record}
    </div>
  )
}
