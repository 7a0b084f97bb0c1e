// Beside a trip: what its freight comes to, and the vehicles before.
import { docDef } from '../../core'
import type { DocView } from '../../core/records'
import { reasonWords, useReasons } from '../../docs/reasons'
import { Card, Sums } from '../../kit/parts'
import { sum, titleOf } from '../../kit/record'
import { moment, rupees } from '../../ui/format'
import { say } from '../../words/say'

type Doc = DocView<'trip'>

const choiceOf = (key: string, value: string | null | undefined) =>
  docDef('trip')
    ?.fields.find((field) => field.key === key)
    ?.choices.find((one) => one.key === value)?.label

/** Only for those who see freight: the record of others has none. */
export function Freight({ doc }: { doc: Doc }) {
  const { record } = doc
  const row = (label: string, paise: number | null | undefined, strong?: boolean) =>
    !!paise && { label, value: rupees(paise), strong }
  if (!record.total_paise && !record.advance_paid_paise) return null
  const per = choiceOf('freight_basis', record.freight_basis)
  const lost = sum(record.stops ?? [], (stop) => stop.claim_paise)
  return (
    <Card
      title={say('Freight')}
      aside={
        per && record.freight_rate_paise
          ? say('₹{freight_rate_paise} by the {noun}', {
              freight_rate_paise: rupees(record.freight_rate_paise),
              noun: per.toLowerCase(),
            })
          : ''
      }
    >
      <Sums
        items={[
          row(say('Freight'), record.freight_paise),
          row(say('Hamali'), record.hamali_paise),
          row(say('Detention'), record.detention_paise),
          ...(record.expenses ?? []).map((one) => row(one.what ?? '', one.amount_paise)),
          row(say('Freight and charges'), record.total_paise, true),
          !!record.freight_tax && {
            label: say('GST'),
            value: record.tax_paise ? rupees(record.tax_paise) : (choiceOf('freight_tax', record.freight_tax) ?? ''),
          },
          row(say('Advance agreed'), record.advance_paid_paise ? null : record.advance_paise),
          row(say('Advance paid'), record.advance_paid_paise),
          record.claim_paise ? row(say('Claim'), record.claim_paise) : row(say('Value of what was lost'), lost),
          row(say('Balance'), record.balance_paise, true),
          !!record.paid_by && { label: say('Balance paid by'), value: choiceOf('paid_by', record.paid_by) ?? '' },
          row(say('Charged to customers'), record.recovered_paise),
        ]}
      />
    </Card>
  )
}

export function VehiclesBefore({ doc }: { doc: Doc }) {
  const reasons = useReasons()
  const rows = doc.record.vehicles ?? []
  if (rows.length === 0) return null
  return (
    <Card title={say('Vehicles before')} pad={0}>
      <ol>
        {rows.map((row, at) => (
          <li key={at} className="divided p-12-16 text-13">
            <strong className="bold nowrap">{row.vehicle_no}</strong> {titleOf(doc.links, 'driver', row.driver)}
            <div className="muted">
              {[row.reason && reasonWords(reasons, row.reason), row.at && say('until {to}', { to: moment(row.at) })]
                .filter(Boolean)
                .join(', ')}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
