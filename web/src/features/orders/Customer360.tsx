// The customer behind a credit decision: what is open by age, how they bought and paid, their cheques, and the firms of
// the same PAN.
import { Link } from 'react-router'
import type { Ageing, Cheque, Credit, CreditOfFirm } from '../../core/types.gen'
import { BALANCES } from '../../kit/balances'
import type { Row } from '../../core/records'
import { Bars, PairedBars } from '../../kit/Bars'
import { Card, Facts, Legend, Scroll, Sums, usePhone } from '../../kit/parts'
import { paths } from '../../docs/paths'
import { classes } from '../../theme/classes'
import { role } from '../../theme/themes'
import { NOTHING, day, lakhs, money, percent, wholeRupees } from '../../ui/format'
import css from './Customer360.module.css'
import { many, say } from '../../words/say'

export function Customer360({ credit }: { credit: Credit }) {
  return (
    <>
      <Position credit={credit} />
      {credit.months && <Months credit={credit} />}
      {credit.cheques && credit.bounced && <Cheques credit={credit} inHand={credit.cheques} bounced={credit.bounced} />}
      {credit.group && credit.group.length > 0 && <Group credit={credit} firms={credit.group} />}
    </>
  )
}

const AGES: [keyof Ageing, string][] = [
  ['not_due_paise', say('Not due')],
  ['days_1_30_paise', '1–30'],
  ['days_31_60_paise', '31–60'],
  ['days_61_90_paise', '61–90'],
  ['days_over_90_paise', '90+'],
]

/** A balance of the customer's account, with what it is on hover. */
const balanceOf = (key: keyof typeof BALANCES, paise: number) => ({
  label: BALANCES[key].label,
  says: BALANCES[key].says,
  value: paise === 0 ? NOTHING : `₹${wholeRupees(paise)}`,
})

function Position({ credit }: { credit: Credit }) {
  // Only those who see all figures are told what is behind the position.
  const { ageing, invoices = [], receipts = [] } = credit as Credit & { receipts?: Row<'receipt'>[] }
  const phone = usePhone()
  return (
    <Card title={say('Customer’s position')} pad={0}>
      <div className={classes(css.columns, phone && css.phone)}>
        <div className={classes('p-16', !phone && css.agedPhone)}>
          <div className="text-12 muted mb-8" title={BALANCES.outstanding.says}>
            {say('{label} by age, ₹', { label: BALANCES.outstanding.label })}
          </div>
          <Bars
            height={108}
            items={AGES.map(([key, label], at) => ({
              label,
              value: ageing?.[key] ?? 0,
              shown: ageing?.[key] ? lakhs(ageing[key]) : NOTHING,
              colour: at === 0 ? role.link : at === 1 ? role.amber : role.danger,
            }))}
          />
        </div>
        <div className="p-16">
          <Sums
            items={[
              { label: say('Open invoices'), value: String(credit.open_invoices) },
              balanceOf('receivable', credit.receivable_paise),
              balanceOf('on_account', credit.on_account_paise),
              !credit.cheques && credit.cheques_paise > 0 && balanceOf('cheques', credit.cheques_paise),
              balanceOf('outstanding', credit.outstanding_paise),
              {
                label: BALANCES.overdue.label,
                says: BALANCES.overdue.says,
                value: credit.overdue_paise > 0 ? `₹${wholeRupees(credit.overdue_paise)}` : NOTHING,
                tone: credit.overdue_paise > 0 ? 'danger' : undefined,
              },
              {
                label: say('Overdue up to'),
                value:
                  credit.overdue_days > 0 ? say('{overdue_days} days', { overdue_days: credit.overdue_days }) : NOTHING,
              },
              !credit.bounced &&
                credit.bounces > 0 && {
                  label: say('Bounced within {bounces_days} days', { bounces_days: credit.bounces_days }),
                  value: many(credit.bounces, '{n} cheque', '{n} cheques'),
                  tone: 'danger',
                },
              receipts.length > 0 && {
                label: say('Last receipt'),
                value:
                  receipts[0]?.amount_paise !== undefined ? (
                    <>
                      {say('₹{amount_paise} on', { amount_paise: wholeRupees(receipts[0].amount_paise) })}{' '}
                      <span className={css.day}>{day(receipts[0].date ?? '')}</span>
                    </>
                  ) : (
                    ''
                  ),
              },
            ]}
          />
        </div>
      </div>
      {invoices.length > 0 && (
        <Scroll>
          <table className="data-table rule-above">
            <thead>
              <tr>
                <th>{say('Open invoice')}</th>
                <th>{say('Date')}</th>
                <th>{say('Due')}</th>
                <th className="right">{say('Overdue')}</th>
                <th className="right">{say('Balance ₹')}</th>
                <th className="right" title={BALANCES.outstanding.says}>
                  {BALANCES.outstanding.label} ₹
                </th>
              </tr>
            </thead>
            <tbody>
              {invoices.map((one) => (
                <tr key={one.id}>
                  <td>{one.doc_no ? <Link to={paths.print('invoice', one.id)}>{one.name}</Link> : one.name}</td>
                  <td>{day(one.date ?? '')}</td>
                  <td>{day(one.due)}</td>
                  <td className={classes('number', one.overdue_days > 0 ? 'danger' : 'muted')}>
                    {one.overdue_days > 0 ? say('{overdue_days} d', { overdue_days: one.overdue_days }) : NOTHING}
                  </td>
                  <td className="number">{wholeRupees(one.balance_paise)}</td>
                  <td className="number semibold">{wholeRupees(one.outstanding_paise)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Card>
  )
}

const MONTHS = [
  say('Jan'),
  say('Feb'),
  say('Mar'),
  say('Apr'),
  say('May'),
  say('Jun'),
  say('Jul'),
  say('Aug'),
  say('Sep'),
  say('Oct'),
  say('Nov'),
  say('Dec'),
]

/** 2026-11-01 is Nov. */
function monthOf(iso: string): { label: string; name: string } {
  const [year, month] = iso.split('-')
  const label = MONTHS[Number(month) - 1] ?? ''
  return { label, name: `${label} ${year}` }
}

const SOLD = { label: say('Sold'), colour: role.link }
const RECEIVED = { label: say('Received'), colour: role.amber }

function Months({ credit }: { credit: Credit }) {
  const { months = [], promises } = credit
  const sum = (of: 'sold_paise' | 'received_paise') => months.reduce((total, month) => total + month[of], 0)
  const kept = promises?.kept_bp
  return (
    <Card title={say('Last 12 months')}>
      <div className="grid gap-12">
        <Facts
          items={[
            { label: say('Sold'), value: money(sum('sold_paise')), num: true },
            { label: say('Received'), value: money(sum('received_paise')), num: true },
            {
              label: say('Promises kept'),
              value:
                kept == null ? (
                  say('No invoice fell due')
                ) : (
                  <span
                    title={say(
                      'Invoices that fell due and were paid by then. Money counts towards the oldest due first',
                    )}
                  >
                    {percent(kept)} %{' '}
                    <span className="muted regular text-13">
                      {say('{kept} of {due} invoices', { kept: promises?.kept, due: promises?.due })}
                    </span>
                  </span>
                ),
              num: true,
            },
          ]}
        />
        <PairedBars
          height={96}
          series={[SOLD, RECEIVED]}
          shown={(paise) => (paise === 0 ? NOTHING : wholeRupees(paise))}
          items={months.map((month) => ({
            ...monthOf(month.month),
            values: [month.sold_paise, month.received_paise] as [number, number],
          }))}
        />
        <Legend parts={[SOLD, RECEIVED]} />
      </div>
    </Card>
  )
}

/** Cheques that are no money yet, and those that came back unpaid. */
function Cheques({ credit, inHand, bounced }: { credit: Credit; inHand: Cheque[]; bounced: Cheque[] }) {
  const sum = (cheques: Cheque[]) => cheques.reduce((total, cheque) => total + cheque.amount_paise, 0)
  const told = (cheques: Cheque[]) => (cheques.length === 0 ? say('None') : `${cheques.length}, ${money(sum(cheques))}`)
  // One that bounced and was deposited again is both.
  const came = new Set(bounced.map((cheque) => cheque.receipt))
  const all = [...bounced, ...inHand.filter((cheque) => !came.has(cheque.receipt))]
  return (
    <Card title={say('Cheques')} pad={0}>
      <div className="p-16">
        <Facts
          items={[
            { label: say('In hand'), value: told(inHand), num: true },
            {
              label: say('Bounced'),
              value: <span className={bounced.length > 0 ? 'danger' : undefined}>{told(bounced)}</span>,
              num: true,
            },
            credit.bounces > 0 && {
              label: say('Bounced within {bounces_days} days', { bounces_days: credit.bounces_days }),
              value: <span className="danger">{credit.bounces}</span>,
              num: true,
            },
          ]}
        />
      </div>
      {all.length > 0 && (
        <Scroll>
          <table className="data-table rule-above">
            <thead>
              <tr>
                <th>{say('Receipt')}</th>
                <th>{say('Cheque')}</th>
                <th>{say('Dated')}</th>
                <th>{say('Status')}</th>
                <th className="right">₹</th>
              </tr>
            </thead>
            <tbody>
              {all.map((cheque) => (
                <tr key={cheque.receipt}>
                  <td>
                    <Link to={paths.view('receipt', cheque.receipt)}>{cheque.doc_no ?? say('Draft')}</Link>
                  </td>
                  <td>{cheque.cheque_no}</td>
                  <td>{day(cheque.date)}</td>
                  <td className={cheque.status === 'Bounced' ? 'danger' : undefined}>{cheque.status}</td>
                  <td className="number">{wholeRupees(cheque.amount_paise)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Card>
  )
}

/** What the firms of one PAN may use and use together. */
function Group({ credit, firms }: { credit: Credit; firms: CreditOfFirm[] }) {
  const all = [{ ...credit, own: true }, ...firms.map((firm) => ({ ...firm, own: false }))]
  const granted = (one: (typeof all)[number]) => one.granted_paise
  const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0)
  return (
    <Card title={say('Firms with the same PAN')} pad={0}>
      <Scroll>
        <table className="data-table">
          <thead>
            <tr>
              <th>{say('Firm')}</th>
              <th className="right">{say('Limits ₹')}</th>
              <th className="right">{BALANCES.utilised.label} ₹</th>
              <th className="right">{BALANCES.available.label} ₹</th>
              <th className="right">{BALANCES.overdue.label} ₹</th>
            </tr>
          </thead>
          <tbody>
            {all.map((one) => (
              <tr key={one.customer}>
                <td>
                  {one.own ? (
                    <strong className="bold">{one.name}</strong>
                  ) : (
                    <Link to={paths.view('customer', one.customer)}>{one.name}</Link>
                  )}
                  {one.status !== 'Active' && <span className="muted"> {one.status}</span>}
                </td>
                <td className="number">{wholeRupees(granted(one))}</td>
                <td className="number">{wholeRupees(one.utilised_paise)}</td>
                <td className={classes('number', one.available_paise < 0 && 'danger')}>
                  {wholeRupees(one.available_paise)}
                </td>
                <td className="number">{one.overdue_paise > 0 ? wholeRupees(one.overdue_paise) : NOTHING}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="bold">
              <td>{say('Together')}</td>
              <td className="number">{wholeRupees(sum(granted))}</td>
              <td className="number">{wholeRupees(sum((one) => one.utilised_paise))}</td>
              <td className="number">{wholeRupees(sum((one) => one.available_paise))}</td>
              <td className="number">{wholeRupees(sum((one) => one.overdue_paise))}</td>
            </tr>
          </tfoot>
        </table>
      </Scroll>
    </Card>
  )
}
