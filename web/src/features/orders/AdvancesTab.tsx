// The advances that came for an order, and what of each is still kept for its invoices.
import { Link } from 'react-router'
import { docDef } from '../../core'
import type { DocView } from '../../core/records'
import { paths } from '../../docs/paths'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { NOTHING, day, rupees } from '../../ui/format'
import { Listed } from './Listed'
import { say } from '../../words/say'

const amount = (paise: number | null | undefined) => (paise ? rupees(paise) : NOTHING)

export function AdvancesTab({ doc }: { doc: DocView<'order'> }) {
  const user = useUser()
  const def = docDef('receipt')
  const record = def && may(user, def, 'add') && doc.status !== 'Order Completed' && (
    <Link to={paths.add('receipt', { customer: doc.record.customer ?? '', for_order: doc.id })}>
      {say('Record an advance')}
    </Link>
  )
  return (
    <Listed
      asked={{ type: 'receipt', where: [`for_order:eq:${doc.id}`], limit: 100 }}
      label={say('Receipt')}
      what={say('The list of receipts')}
      none={say('No advance for this order')}
      action={record}
      below={record}
      columns={[
        { head: say('Date'), cell: (row) => day(row.date ?? '') },
        { head: say('Amount ₹'), number: true, cell: (row) => amount(row.amount_paise) },
        { head: say('On account ₹'), number: true, cell: (row) => amount(row.on_account_paise) },
      ]}
    />
  )
}
