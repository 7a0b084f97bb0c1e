// What an order being typed is quoted by: the server's own facts, asked anew when the parties, the place or the goods
// change.
import type { CatalogueRow, Credit, Quote, QuoteFacts } from '../../core/types.gen'
import { useMemo } from 'react'
import { today } from '../../core/days'
import type { FieldOf, Links, RecordOf } from '../../core/records'
import { useReach } from '../../net/reach'
import { useDoc, useOrderFactsOf } from '../../sync/docs'
import { useCredit } from './credit'
import { NOTHING_ASKED, quoteOf, type OrderAsked } from '../../core/quote'
import { titleOf } from '../../kit/record'
import { useTakenAlong } from './catalogue'

/** An address of the customer that an order names by its label. */
export interface OrderAddress {
  label: string
  line: string
}

export function orderAddresses(
  rows: RecordOf<'customer'>['bill_to'] | RecordOf<'customer'>['ship_to'],
  links: Links | undefined,
): OrderAddress[] {
  return (rows ?? []).map((one) => ({
    label: one.label ?? '',
    line: [one.line1, titleOf(links, 'city', one.city), one.pin].filter(Boolean).join(', '),
  }))
}

const NAMED = ['customer', 'bill_to', 'ship_to', 'yard', 'truck_type', 'price_basis'] satisfies FieldOf<'order'>[]

/** Only what the facts rest on: typing pieces or rates asks nothing. */
export function askedOf(id: string, order: RecordOf<'order'>): OrderAsked {
  const named = NAMED.filter((key) => order[key]).map((key) => [key, order[key]])
  const skus = [...new Set((order.lines ?? []).map((line) => line.sku ?? ''))].filter(Boolean).sort()
  return { id, record: { ...Object.fromEntries(named), lines: skus.map((sku) => ({ sku })) } }
}

/**
 * Without the server a line is looked at by what was taken along of its SKU. What a customer pays is not known by that,
 * nor what it may not go below.
 */
export function quotedAway(
  order: RecordOf<'order'>,
  known: QuoteFacts | undefined,
  along: ReadonlyMap<string, CatalogueRow>,
): Quote {
  const lines = (order.lines ?? []).map(({ sku }) => (sku && !known?.skus[sku] ? along.get(sku) : undefined))
  const skus = lines.flatMap((row) => {
    if (!row) return []
    const { sku, name, stock_mode, nominal } = row
    const given = {
      ...{ name, stock_mode, nominal, active: true },
      code: row.code ?? '',
      hsn: row.hsn ?? '',
      length_mm: row.length_mm ?? 0,
      theo_g_per_pc: row.theo_g_per_pc ?? 0,
      gst_rate_bp: row.gst_rate_bp,
      rate_uom: row.rate_uom as QuoteFacts['skus'][string]['rate_uom'],
    }
    return [[sku, given] as const]
  })
  const facts = { ...known, today: today(), skus: { ...known?.skus, ...Object.fromEntries(skus) } }
  const quote = quoteOf(order, facts)
  // Where there is a price list the server finds the rate in it.
  const priced = (path: string) => lines.some((row, at) => path === `lines.${at}.rate_paise` && row?.rate_paise)
  return { ...quote, findings: quote.findings.filter(({ code, path }) => code !== 'required' || !priced(path)) }
}

export interface OrderFacts {
  /** Nothing until the first answer. */
  known: QuoteFacts | undefined
  /** The server was not asked about this order: neither its place of supply nor its prices are known. */
  unknown: boolean
  customer: RecordOf<'customer'> | undefined
  billTos: OrderAddress[]
  shipTos: OrderAddress[]
  yardCode: string
  quote: Quote
  credit: Credit | undefined
}

/** `id` is empty for an order that was never saved. */
export function useOrderFacts(order: RecordOf<'order'>, id: string): OrderFacts {
  const customerId = order.customer ?? ''
  const customer = useDoc('customer', customerId || undefined)
  const credit = useCredit(customerId)
  const asked = useMemo(() => askedOf(id, order), [id, order])
  const away = !useReach().live
  const { data, error } = useOrderFactsOf(asked)
  const { data: bare } = useOrderFactsOf(NOTHING_ASKED, { skip: !away })
  const along = useTakenAlong(order.yard ?? '')
  const known = data ?? bare
  const quote = useMemo(
    () => (away ? quotedAway(order, known, along) : quoteOf(order, known)),
    [order, known, away, along],
  )
  return {
    known,
    unknown: away && !!error,
    quote,
    customer: customer.data?.record,
    billTos: useMemo(() => orderAddresses(customer.data?.record.bill_to, customer.data?.links), [customer.data]),
    shipTos: useMemo(() => orderAddresses(customer.data?.record.ship_to, customer.data?.links), [customer.data]),
    yardCode: known?.yard.code ?? '',
    credit: credit.data,
  }
}
