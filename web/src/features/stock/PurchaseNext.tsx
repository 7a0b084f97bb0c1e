// What comes after a purchase order, offered on its page as on an order's: the goods, the supplier's bill, its payment.
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { docDef } from '../../core'
import type { DocView, RecordOf, Row } from '../../core/records'
import { paths } from '../../docs/paths'
import { useList } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { say } from '../../words/say'

/** Goods may come still. */
const OPEN = ['Approved', 'Part Received']
/** Goods came, and are billed now or were. */
const BILLED = ['Part Received', 'Received', 'Closed']

export default function PurchaseNext({ doc }: { doc: DocView }) {
  const user = useUser()
  const adds = (type: 'inward' | 'supplier_bill' | 'supplier_payment') => {
    const def = docDef(type)
    return !!def && may(user, def, 'add')
  }
  const pays = adds('supplier_payment') && BILLED.includes(doc.status)
  const where = [`purchase_order:eq:${doc.id}` as const, 'status:eq:Posted' as const]
  const { data: bills } = useList({ type: 'supplier_bill', where, limit: 1 }, { skip: !pays })
  const { supplier = '', yard = '' } = doc.record as RecordOf<'purchase_order'>
  const of = { purchase_order: doc.id }
  const branch = (bills?.rows[0] as Row | undefined)?.branch
  return (
    <>
      {OPEN.includes(doc.status) && adds('inward') && (
        <Button
          component={Link}
          to={paths.add('inward', { ...of, supplier, yard })}
          variant="contained"
          color="primary"
        >
          {say('Receive goods')}
        </Button>
      )}
      {BILLED.includes(doc.status) && adds('supplier_bill') && (
        <Button component={Link} to={paths.add('supplier_bill', of)}>
          {say('Enter the bill')}
        </Button>
      )}
      {pays && supplier && !!bills?.total && (
        <Button
          component={Link}
          to={paths.add('supplier_payment', {
            party_kind: 'supplier',
            supplier,
            ...(typeof branch === 'string' && { branch }),
          })}
        >
          {say('Pay')}
        </Button>
      )}
    </>
  )
}
