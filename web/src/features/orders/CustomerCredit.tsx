// What a customer may use, owes and was carried over with, beside the customer's own fields: for those who see it.
import { Link } from 'react-router'
import type { DocView } from '../../core/records'
import type { OpenInvoice } from '../../core/types.gen'
import { paths } from '../../docs/paths'
import { BALANCES } from '../../kit/balances'
import { CreditCard } from '../../kit/figures'
import { Card, Finding, Scroll } from '../../kit/parts'
import { classes } from '../../theme/classes'
import { day, wholeRupees } from '../../ui/format'
import { many, say } from '../../words/say'
import { useCredit } from './credit'

/** The oldest due are shown; the ledger has them all. */
const SHOWN = 6

export default function CustomerCredit({ doc }: { doc: DocView }) {
  const { data: credit, error } = useCredit(doc.id)
  if (!credit)
    return error ? (
      <Card title={say('Credit')}>
        <Finding tone="warn">{error.detail}</Finding>
      </Card>
    ) : null
  const { invoices = [] } = credit
  return (
    <>
      <CreditCard credit={credit} order={null} />
      {invoices.length > 0 && <OpenBills bills={invoices} />}
    </>
  )
}

function OpenBills({ bills }: { bills: OpenInvoice[] }) {
  const left = bills.length - SHOWN
  return (
    <Card title={say('Open bills')} pad={0}>
      <Scroll>
        <table className="data-table">
          <thead>
            <tr>
              <th>{say('Bill')}</th>
              <th>{say('Due')}</th>
              <th className="right" title={BALANCES.outstanding.says}>
                {BALANCES.outstanding.label} ₹
              </th>
            </tr>
          </thead>
          <tbody>
            {bills.slice(0, SHOWN).map((one) => (
              <tr key={one.id}>
                <td>{one.doc_no ? <Link to={paths.view('invoice', one.id)}>{one.name}</Link> : one.name}</td>
                <td className={classes(one.overdue_days > 0 && 'danger')}>{day(one.due)}</td>
                <td className="number semibold">{wholeRupees(one.outstanding_paise)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {left > 0 && (
        <div className="muted text-13 p-8">
          {many(left, 'and {n} more that is due later', 'and {n} more that are due later')}
        </div>
      )}
    </Card>
  )
}
