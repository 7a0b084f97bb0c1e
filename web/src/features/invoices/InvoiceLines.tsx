// The lines of an invoice: what was billed of which goods, at which rate.
import type { RecordOf } from '../../core/records'
import { Card, Scroll } from '../../kit/parts'
import { mt, pieces, rupees } from '../../ui/format'
import { billed } from './figures'
import { say } from '../../words/say'

export function InvoiceLines({ invoice }: { invoice: RecordOf<'invoice'> }) {
  const lines = invoice.lines ?? []
  const money = lines.some((line) => (line.taxable_paise ?? null) !== null)
  return (
    <Card
      title={say('Lines')}
      pad={0}
      aside={
        <span className="num">
          {say('{pcs} pieces, {weight_g} MT loaded', {
            pcs: pieces(invoice.pcs ?? 0),
            weight_g: mt(invoice.weight_g ?? 0),
          })}
        </span>
      }
    >
      <Scroll>
        <table className="stacks data-table">
          <thead>
            <tr>
              <th>#</th>
              <th>{say('Goods')}</th>
              <th>{say('HSN')}</th>
              <th className="right">{say('Pieces')}</th>
              <th className="right">{say('Billed')}</th>
              {money && (
                <>
                  <th className="right">{say('Rate ₹')}</th>
                  <th className="right">{say('Taxable ₹')}</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, at) => (
              <tr key={at}>
                <td className="row-no muted">{at + 1}</td>
                <td className="whole">
                  <strong className="bold">{line.name}</strong>
                  {(line.charges_paise ?? 0) > 0 && (
                    <div className="num text-12 muted">
                      {say('of it freight and loading {charges_paise}', { charges_paise: rupees(line.charges_paise!) })}
                    </div>
                  )}
                </td>
                <td data-head={say('HSN')}>{line.hsn}</td>
                <td data-head={say('Pieces')} className="number">
                  {pieces(line.pcs ?? 0)}
                </td>
                <td data-head={say('Billed')} className="number">
                  {billed(line)}
                </td>
                {money && (
                  <>
                    <td data-head={say('Rate ₹')} className="number">
                      <span>
                        {rupees(line.rate_paise ?? 0)} <span className="muted">/{line.rate_uom}</span>
                      </span>
                    </td>
                    <td data-head={say('Taxable ₹')} className="number semibold">
                      {rupees(line.taxable_paise ?? 0)}
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Card>
  )
}
