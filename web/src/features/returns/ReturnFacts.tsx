// A sales return to look at: what was asked for and why, each line on its way back, and how the weights agree.
import { Link } from 'react-router'
import { docDef } from '../../core'
import type { DocView, FieldOf } from '../../core/records'
import { FieldValue } from '../../docs/fields/FieldValue'
import { paths } from '../../docs/paths'
import { reasonWords, useReasons } from '../../docs/reasons'
import { Photos } from '../../kit/Photos'
import { Card, Facts, Finding, Scroll, Sums } from '../../kit/parts'
import { sum, titleOf } from '../../kit/record'
import { NOTHING, day, kg, pieces, rupees } from '../../ui/format'
import { say } from '../../words/say'

type Doc = DocView<'sales_return'>

const FACTS: FieldOf<'sales_return'>[] = [
  'customer_name',
  'invoice_date',
  'order_no',
  'yard',
  'date',
  'return_by',
  'pickup',
  'freight_by',
  'vehicle_no',
  'proposed',
  'settlement',
  'approved_by',
  'came_on',
  'slip_no',
  'received_at',
  'received_by',
  'inspected_at',
  'inspected_by',
  'inspection',
  'remarks',
]

const unchanged = () => undefined

export function Asked({ doc }: { doc: Doc }) {
  const def = docDef('sales_return')
  const record = doc.record as Record<string, unknown>
  // What was proposed counts until somebody decided.
  const told = FACTS.filter((key) => key !== 'proposed' || !doc.record.settlement)
  const fields = told.flatMap((key) => def?.fields.find((field) => field.key === key && record[key] != null) ?? [])
  const photos = [...(doc.record.photos ?? []), ...(doc.record.yard_photos ?? [])]
  const { invoice, invoice_no, credit_note, credit_note_no, replacement, replacement_no } = doc.record
  const papers = [
    [say('Invoice'), 'invoice', invoice, invoice_no],
    [say('Credit note'), 'credit_note', credit_note, credit_note_no],
    [say('Replacement order'), 'order', replacement, replacement_no],
  ] as const
  return (
    <Card title={say('Return')}>
      <div className="grid gap-16">
        <Facts
          items={[
            ...papers.map(
              ([label, type, id, number]) =>
                !!id && {
                  label,
                  // A link for whoever may open it.
                  value: doc.links[type]?.[id] ? <Link to={paths.view(type, id)}>{number}</Link> : (number ?? ''),
                },
            ),
            ...fields.map((field) => ({
              label: field.label,
              value: <FieldValue field={field} value={record[field.key]} links={doc.links} />,
            })),
          ]}
        />
        {photos.length > 0 && <Photos files={photos} onChange={unchanged} label={say('Photos')} fixed />}
      </div>
    </Card>
  )
}

const qty = (pcs: number | null | undefined, g: number | null | undefined) =>
  pcs || g
    ? say('{value}{g} kg', { value: pcs ? say('{pcs} pcs, ', { pcs: pieces(pcs) }) : '', g: kg(g ?? 0) })
    : NOTHING

/** Each line as far as it has come. */
export function Goods({ doc }: { doc: Doc }) {
  const reasons = useReasons()
  const lots = doc.record.lots ?? []
  if (lots.length === 0) return null
  const lines = doc.record.lines ?? []
  const has = (key: 'approved' | 'received') => lots.some((lot) => lot[`${key}_pcs`] || lot[`${key}_g`])
  const split = lots.some(
    (lot) => lot.free_g || lot.hold_g || lot.dump_g || lot.free_pcs || lot.hold_pcs || lot.dump_pcs,
  )
  return (
    <Card title={say('Goods')} pad={0}>
      <Scroll>
        <table className="stacks data-table">
          <thead>
            <tr>
              <th>{say('Batch')}</th>
              <th>{say('Reason')}</th>
              <th className="right">{say('Requested')}</th>
              {has('approved') && <th className="right">{say('Approved')}</th>}
              {has('received') && <th className="right">{say('Received')}</th>}
              {split && (
                <>
                  <th className="right">{say('Free')}</th>
                  <th className="right">{say('On hold')}</th>
                  <th className="right">{say('Dumped')}</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {lots.map((lot, at) => (
              <tr key={at}>
                <td className="whole">
                  <Link to={paths.view('batch', lot.batch ?? '')} className="bold">
                    {titleOf(doc.links, 'batch', lot.batch)}
                  </Link>
                  <div className="text-12 muted">{titleOf(doc.links, 'sku', lot.sku)}</div>
                </td>
                <td data-head={say('Reason')}>
                  {lines[at]?.reason ? reasonWords(reasons, lines[at].reason) : ''}
                  {lines[at]?.condition && <div className="text-12 muted break">{lines[at].condition}</div>}
                </td>
                <td data-head={say('Requested')} className="number">
                  {qty(lot.pcs, lot.weight_g)}
                </td>
                {has('approved') && (
                  <td data-head={say('Approved')} className="number">
                    {qty(lot.approved_pcs, lot.approved_g)}
                  </td>
                )}
                {has('received') && (
                  <td data-head={say('Received')} className="number">
                    {qty(lot.received_pcs, lot.received_g)}
                  </td>
                )}
                {split && (
                  <>
                    <td data-head={say('Free')} className="number">
                      {qty(lot.free_pcs, lot.free_g)}
                    </td>
                    <td data-head={say('On hold')} className="number">
                      {qty(lot.hold_pcs, lot.hold_g)}
                    </td>
                    <td data-head={say('Dumped')} className="number">
                      {qty(lot.dump_pcs, lot.dump_g)}
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

/** What the scales said, and what the goods are worth to those who see it. */
export function Weights({ doc }: { doc: Doc }) {
  const { record } = doc
  const lots = record.lots ?? []
  const of = (value: number | null | undefined) => kg(value ?? 0)
  const received = sum(lots, (lot) => lot.received_g) ?? 0
  const short = (sum(lots, (lot) => lot.approved_pcs) ?? 0) - (sum(lots, (lot) => lot.received_pcs) ?? 0)
  const weighed = record.net_g != null
  return (
    <>
      <Card title={say('Weights, kg')}>
        <div className="grid gap-10">
          <Sums
            items={[
              { label: say('Requested'), value: of(sum(lots, (lot) => lot.weight_g)), strong: !weighed },
              weighed && { label: say('Gross'), value: of(record.gross_g) },
              weighed && { label: say('Tare'), value: of(record.tare_g) },
              weighed && { label: say('Net at the weighbridge'), value: of(record.net_g) },
              weighed && { label: say('Received'), value: of(received), strong: true },
            ]}
          />
          {weighed && short > 0 && (
            <Finding tone="info">
              {say('{short} pcs did not come and can be asked for again', { short: pieces(short) })}
            </Finding>
          )}
          {record.late && (
            <Finding tone="warn">{say('Asked for after {return_by}', { return_by: day(record.return_by) })}</Finding>
          )}
        </div>
      </Card>
      {(record.amount_paise != null || record.cost_paise != null) && (
        <Card title={say('Value, ₹')}>
          <Sums
            items={[
              record.amount_paise != null && {
                label: say('As requested, at the invoice’s rates, without tax'),
                value: rupees(record.amount_paise),
                strong: true,
              },
              record.credited_paise != null && {
                label: say('Credited, with tax'),
                value: rupees(record.credited_paise),
                strong: true,
              },
              record.cost_paise != null && { label: say('Cost of what came back'), value: rupees(record.cost_paise) },
            ]}
          />
        </Card>
      )}
    </>
  )
}
