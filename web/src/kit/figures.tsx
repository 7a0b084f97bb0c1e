// The order's figures in the rail: credit used and left, the GST split, and how full the truck is.
import type { ReactNode } from 'react'
import type { Emptied, RecordOf } from '../core/records'
import type { Credit, Quote } from '../core/types.gen'
import { BALANCES } from './balances'
import { role } from '../theme/themes'
import { day, lakhs, money, mt, percent, percent1, rupees, wholeRupees } from '../ui/format'
import { Card, Finding, Legend, Meter, Sums } from './parts'
import { classes } from '../theme/classes'
import css from './figures.module.css'
import { say } from '../words/say'

const USED = role.link
const WHOLE_BP = 10_000
const COMMITTED = `color-mix(in srgb, ${USED} 50%, ${role.paper})`

/**
 * `order` is what the order at hand would add; `null` where it is already within what is used. `large` where it
 * decides.
 */
export function CreditCard({
  credit,
  order,
  title = say('Credit'),
  findings = [],
  large = false,
  children,
}: {
  credit: Credit
  order: number | null
  title?: string
  findings?: string[]
  large?: boolean
  /** What answers the findings. */
  children?: ReactNode
}) {
  const limit = credit.granted_paise
  const left = credit.available_paise - (order ?? 0)
  const parts = [
    { label: BALANCES.outstanding.label, value: credit.outstanding_paise, colour: USED },
    {
      label: BALANCES.committed.label,
      value: Math.max(0, Math.min(credit.committed_paise, credit.utilised_paise)),
      colour: COMMITTED,
    },
    ...(order === null ? [] : [{ label: say('This order'), value: order, colour: role.amber }]),
  ]
  const until = credit.temporary_until
    ? say(' until {temporary_until}', { temporary_until: day(credit.temporary_until) })
    : ''
  const temporary =
    credit.temporary_paise > 0
      ? say(', of it ₹{rupees} temporary{until}', { rupees: wholeRupees(credit.temporary_paise), until })
      : ''
  const orders =
    credit.for_orders_paise > 0
      ? say(', of it ₹{rupees} for single orders', { rupees: wholeRupees(credit.for_orders_paise) })
      : ''
  const thisOrder = order === null ? '' : say(', this order ₹{rupees}', { rupees: wholeRupees(order) })
  return (
    <Card
      title={title}
      aside={
        large ? undefined : (
          <span className="num nowrap" title={BALANCES.available.says}>
            {say('{available_paise} available', { available_paise: money(credit.available_paise) })}
          </span>
        )
      }
    >
      <div className="grid gap-10">
        {large && (
          <div className="flex between gap-12 wrap">
            <Figure
              label={say('Available credit')}
              paise={credit.available_paise}
              danger={credit.available_paise < 0}
            />
            {order !== null && <Figure label={say('This order')} paise={order} end />}
          </div>
        )}
        <div className="num text-12 muted" title={BALANCES.limit.says}>
          {BALANCES.limit.label} ₹{wholeRupees(limit)}
          {temporary}
          {orders}
        </div>
        <Meter
          whole={limit}
          parts={parts}
          label={say('Limit ₹{limit}, used ₹{utilised_paise}{thisOrder}', {
            limit: wholeRupees(limit),
            utilised_paise: wholeRupees(credit.utilised_paise),
            thisOrder,
          })}
        />
        <Legend
          parts={[
            {
              label: (
                <span title={BALANCES.outstanding.says}>
                  {BALANCES.outstanding.label} <Short paise={credit.outstanding_paise} />
                </span>
              ),
              colour: USED,
            },
            {
              label: (
                <span title={BALANCES.committed.says}>
                  {BALANCES.committed.label} <Short paise={credit.committed_paise} />
                </span>
              ),
              colour: COMMITTED,
            },
            ...(order === null
              ? []
              : [
                  {
                    label: (
                      <>
                        {say('This order')}{' '}
                        {limit > 0 ? `${percent1(Math.round((order * WHOLE_BP) / limit))} %` : <Short paise={order} />}
                      </>
                    ),
                    colour: role.amber,
                  },
                ]),
          ]}
        />
        {findings.map((found) => (
          <Finding key={found} tone="danger" box>
            {found}
          </Finding>
        ))}
        {children}
        {findings.length === 0 && order !== null && left >= 0 && (
          <Finding tone="ok">{say('₹{left} is left after this order', { left: wholeRupees(left) })}</Finding>
        )}
        {findings.length === 0 &&
          (credit.overdue_days > 0 ? (
            <Finding tone="warn" says={BALANCES.overdue.says}>
              {say('₹{overdue_paise} overdue, up to {overdue_days} days', {
                overdue_paise: wholeRupees(credit.overdue_paise),
                overdue_days: credit.overdue_days,
              })}
            </Finding>
          ) : (
            order === null && left >= 0 && <Finding tone="ok">{say('Within limit, nothing overdue')}</Finding>
          ))}
      </div>
    </Card>
  )
}

function Figure({ label, paise, end, danger }: { label: string; paise: number; end?: boolean; danger?: boolean }) {
  return (
    <div className={end ? 'right' : 'left'}>
      <div className="caption">{label}</div>
      <div className={classes('num nowrap', css.total, danger && 'danger')}>{money(paise)}</div>
    </div>
  )
}

/** What a quote comes to, with what only an invoice adds. */
type TaxTotals = Pick<
  Quote,
  'taxable_paise' | 'cgst_paise' | 'sgst_paise' | 'igst_paise' | 'cess_paise' | 'total_paise'
> &
  Emptied<Pick<RecordOf<'invoice'>, 'round_off_paise' | 'tcs_paise'>>

/** ` 9 %` behind a tax where all lines share one rate; a mixed invoice names none. */
function rateLabel(rates: number[], halves: boolean): string {
  const [one, ...others] = [...new Set(rates)]
  return one === undefined || others.length > 0 ? '' : ` ${percent(halves ? one / 2 : one)} %`
}

export function taxRows(totals: TaxTotals, rates: number[], stateTax = 'SGST') {
  const round = totals.round_off_paise
  return [
    { label: say('Taxable'), value: rupees(totals.taxable_paise) },
    totals.cgst_paise > 0 && {
      label: say('CGST{rates}', { rates: rateLabel(rates, true) }),
      value: rupees(totals.cgst_paise),
    },
    totals.sgst_paise > 0 && {
      label: say('{tax}{rates}', { tax: say(stateTax), rates: rateLabel(rates, true) }),
      value: rupees(totals.sgst_paise),
    },
    totals.igst_paise > 0 && {
      label: say('IGST{rates}', { rates: rateLabel(rates, false) }),
      value: rupees(totals.igst_paise),
    },
    totals.cess_paise > 0 && { label: say('Cess'), value: rupees(totals.cess_paise) },
    !!totals.tcs_paise && { label: say('TCS'), value: rupees(totals.tcs_paise) },
    !!round && { label: say('Round off'), value: rupees(round) },
    { label: say('Total'), value: `₹${rupees(totals.total_paise)}`, strong: true },
  ]
}

export function GstCard({ quote, aside }: { quote: Quote; aside?: string }) {
  return (
    <Card title={say('GST split')} aside={aside}>
      <Sums
        items={taxRows(
          quote,
          quote.lines.filter((line) => line.amount_paise > 0).map((line) => line.gst_rate_bp),
          quote.state_tax,
        )}
      />
    </Card>
  )
}

/** What is earned of an amount, as a percentage; nothing for those who do not see the cost. */
export function marginOf(margin: number | null | undefined, amount: number): string {
  return typeof margin === 'number' && amount > 0 ? `${percent1(Math.round((margin * WHOLE_BP) / amount))} %` : ''
}

const BED = { x: 4, y: 12, width: 214, height: 40 }

/** The truck, filled from the front to what the order weighs of what it carries. */
export function VehicleFill({
  fillBp,
  weightG,
  capacityG,
  name,
}: {
  fillBp: number
  weightG: number
  capacityG: number
  name: string
}) {
  const over = fillBp > WHOLE_BP
  const width = (BED.width * Math.min(fillBp, WHOLE_BP)) / WHOLE_BP
  return (
    <Card
      title={say('Vehicle fill')}
      aside={
        <span className="num nowrap">
          {say('{weightG} of {capacityG} MT', { weightG: mt(weightG), capacityG: mt(capacityG) })}
        </span>
      }
    >
      <svg
        viewBox="0 0 280 76"
        width="100%"
        role="img"
        aria-label={say('{fillBp} % of {name}', { fillBp: percent1(fillBp), name })}
        className={css.truck}
      >
        <rect {...BED} rx="2" fill="none" stroke="var(--line-strong)" />
        <rect
          x={BED.x}
          y={BED.y + 8}
          width={width}
          height={BED.height - 9}
          fill={over ? 'var(--danger-tint)' : 'var(--select)'}
          stroke={over ? 'var(--danger)' : 'none'}
        />
        <path d="M222 22h26l18 18v13h-44z" fill="var(--sunk)" stroke="var(--line-strong)" />
        <path d="M247 27l12 12h-12z" fill="var(--select)" />
        <path d="M4 53h262" stroke="var(--line-strong)" strokeWidth="2" />
        {[32, 56, 182, 206, 246].map((x) => (
          <g key={x}>
            <circle cx={x} cy="60" r="9.5" fill="var(--ink)" />
            <circle cx={x} cy="60" r="3.5" fill="var(--paper)" />
          </g>
        ))}
        <text
          x={BED.x + 107}
          y="38"
          textAnchor="middle"
          fontSize="13"
          fontWeight="600"
          fill={over ? 'var(--danger)' : 'var(--link)'}
        >
          {percent1(fillBp)} %
        </text>
      </svg>
      <div className={classes('text-13 mt-6', over ? 'danger' : 'muted')}>
        {over ? say('More than {name} carries', { name }) : name}
      </div>
    </Card>
  )
}

/** Money for a tile: short, with the exact value on hover. */
function Short({ paise }: { paise: number }) {
  return (
    <span className="num nowrap" title={`₹${rupees(paise)}`}>
      {lakhs(paise)}
    </span>
  )
}
