// A receipt to look at: its facts, what it is set against, and what became of it on which day.
import { Link } from 'react-router'
import { docDef, stepsOf } from '../../core'
import type { DocView, FieldOf, LineOf } from '../../core/records'
import { FieldValue } from '../../docs/fields/FieldValue'
import { paths } from '../../docs/paths'
import { reasonWords, useReasons } from '../../docs/reasons'
import { Card, Facts, Finding, Scroll, Sums } from '../../kit/parts'
import { sum, titleOf } from '../../kit/record'
import { NOTHING, day, rupees } from '../../ui/format'
import css from './Receipts.module.css'
import { say } from '../../words/say'

export type Doc = DocView<'receipt'>
type Settled = LineOf<'receipt', 'settled'>

const FACTS: FieldOf<'receipt'>[] = [
  'customer',
  'date',
  'mode',
  'utr',
  'cheque_no',
  'cheque_date',
  'drawn_on',
  'ifsc',
  'void_no',
  'adjusted',
  'supplier',
  'bank',
  'for_order',
  'deposited_on',
  'cleared_on',
  'bounced_on',
  'bounce_reason',
  'bounces',
  'charges_paise',
  'confirmed_by',
  'confirmed_at',
  'slip',
  'narration',
]

/** A cheque that is to be deposited or cleared is no money yet. */
const inHand = (status: string) =>
  stepsOf('receipt', ({ action }) => action === 'deposit' || action === 'clear').some((step) =>
    step.from.includes(status),
  )

export function About({ doc }: { doc: Doc }) {
  const def = docDef('receipt')
  const record = doc.record as Record<string, unknown>
  const fields = FACTS.flatMap((key) => def?.fields.find((field) => field.key === key && record[key] != null) ?? [])
  return (
    <Card title={say('Receipt')}>
      <Facts
        items={fields.map((field) => ({
          label: field.label,
          value: <FieldValue field={field} value={record[field.key]} links={doc.links} />,
        }))}
      />
    </Card>
  )
}

/** The plan of the cheque as it was taken in last. */
function planned(doc: Doc): Settled[] {
  const rows = doc.record.planned ?? []
  const last = Math.max(...rows.map((row) => row.line ?? 0))
  return rows.filter((row) => (row.line ?? 0) === last)
}

/** What it paid; of a cheque in hand what it is to pay once it clears; of one not confirmed what was entered. */
export function SetAgainst({ doc }: { doc: Doc }) {
  const settled = doc.record.settled ?? []
  const waits = inHand(doc.status)
  const rows = settled.length > 0 ? settled : waits ? planned(doc) : []
  const entered = doc.record.allocations ?? []
  if (rows.length === 0 && (entered.length === 0 || doc.status === 'Reversed')) return null
  return (
    <Card title={waits ? say('Is to pay once it clears') : say('Set against')} pad={0}>
      {rows.length > 0 ? <Rows rows={rows} dated={settled.length > 0} /> : <Entered doc={doc} />}
    </Card>
  )
}

function Rows({ rows, dated }: { rows: Settled[]; dated: boolean }) {
  const some = (key: 'tds_paise' | 'discount_paise') => rows.some((row) => (row[key] ?? 0) > 0)
  const [tds, discount] = [some('tds_paise'), some('discount_paise')]
  const amount = (paise: number | null | undefined) => (paise ? rupees(paise) : NOTHING)
  return (
    <Scroll>
      <table className="stacks data-table">
        <thead>
          <tr>
            <th>{say('Set against')}</th>
            {dated && <th>{say('On')}</th>}
            <th className="right">{say('Amount ₹')}</th>
            {tds && <th className="right">{say('TDS ₹')}</th>}
            {discount && <th className="right">{say('Discount ₹')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              <td className="whole">
                {row.invoice ? (
                  <Link to={paths.view('invoice', row.invoice)} className="bold">
                    {row.name}
                  </Link>
                ) : (
                  <span className="bold">{row.name}</span>
                )}
              </td>
              {dated && (
                <td data-head={say('On')} className="nowrap">
                  {day(row.date)}
                </td>
              )}
              <td data-head={say('Amount ₹')} className="number">
                {amount(row.amount_paise)}
              </td>
              {tds && (
                <td data-head={say('TDS ₹')} className="number">
                  {amount(row.tds_paise)}
                </td>
              )}
              {discount && (
                <td data-head={say('Discount ₹')} className="number">
                  {amount(row.discount_paise)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function Entered({ doc }: { doc: Doc }) {
  const field = docDef('receipt')?.fields.find((one) => one.key === 'allocations')
  if (!field) return null
  return (
    <div className="p-16">
      <FieldValue field={field} value={doc.record.allocations} links={doc.links} />
    </div>
  )
}

/** What became of it, the first first. */
export function Events({ doc }: { doc: Doc }) {
  const reasons = useReasons()
  const events = doc.record.events ?? []
  const words = docDef('receipt')?.fields.find((field) => field.key === 'events')?.fields
  const said = words?.find((field) => field.key === 'event')?.choices ?? []
  if (events.length === 0) return null
  return (
    <Card title={say('Events')}>
      <ol className={css.events}>
        {events.map((event, at) => (
          <li key={at} className={css.event}>
            <span className="muted nowrap">{day(event.date)}</span>
            <span>
              <strong className="bold">{said.find((one) => one.key === event.event)?.label}</strong>
              <span className="muted">{say(' by {links}', { links: titleOf(doc.links, 'employee', event.by) })}</span>
              {event.bank && <div className="text-13">{event.bank}</div>}
              {event.reason && <div className="text-13">{reasonWords(reasons, event.reason)}</div>}
              {!!event.charges_paise && (
                <div className="text-13">
                  {say('₹{charges_paise} charged to the customer', { charges_paise: rupees(event.charges_paise) })}
                </div>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

export function Amounts({ doc }: { doc: Doc }) {
  const { record } = doc
  const settled = record.settled ?? []
  if (record.amount_paise == null) return null
  const paid = sum(settled, (row) => row.amount_paise) ?? 0
  const tds = sum(settled, (row) => row.tds_paise) ?? 0
  const discount = sum(settled, (row) => row.discount_paise) ?? 0
  const waits = inHand(doc.status)
  const bounced = doc.status === 'Bounced'
  return (
    <Card title={say('Amount, ₹')}>
      <div className="grid gap-10">
        <Sums
          items={[
            { label: say('Received'), value: rupees(record.amount_paise), strong: true },
            paid > 0 && { label: say('Set against invoices'), value: rupees(paid) },
            record.on_account_paise != null && { label: say('On account'), value: rupees(record.on_account_paise) },
            tds > 0 && { label: say('TDS'), value: rupees(tds) },
            discount > 0 && { label: say('Discount'), value: rupees(discount) },
            !!record.charges_paise && { label: say('Bounce charges'), value: rupees(record.charges_paise) },
          ]}
        />
        {waits && <Finding tone="info">{say('Credit rests on it once it clears')}</Finding>}
        {bounced && <Finding tone="danger">{say('To be paid again')}</Finding>}
      </div>
    </Card>
  )
}
