// What an order being typed is quoted by: the server's own facts, asked anew when the parties, the place or the goods
// change.
import type { Credit, Quote, QuoteFacts } from '../../core/types.gen'
import { useMemo } from 'react'
import type { FieldOf, Links, RecordOf } from '../../core/records'
import { useDoc, useOrderFactsOf } from '../../sync/docs'
import { useCredit } from './credit'
import { quoteOf, type OrderAsked } from '../../core/quote'
import { titleOf } from '../../kit/record'

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

const NAMED = ['customer', 'bill_to', 'ship_to', 'yard', 'truck_type'] satisfies FieldOf<'order'>[]

/** Only what the facts rest on: typing pieces or rates asks nothing. */
export function askedOf(id: string, order: RecordOf<'order'>): OrderAsked {
  const named = NAMED.filter((key) => order[key]).map((key) => [key, order[key]])
  const skus = [...new Set((order.lines ?? []).map((line) => line.sku ?? ''))].filter(Boolean).sort()
  return { id, record: { ...Object.fromEntries(named), lines: skus.map((sku) => ({ sku })) } }
}

export interface OrderFacts {
  /** Nothing until the first answer. */
  known: QuoteFacts | undefined
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
  const { data: known } = useOrderFactsOf(asked)
  const quote = useMemo(() => quoteOf(order, known), [order, known])
  return {
    known,
    quote,
    customer: customer.data?.record,
    billTos: useMemo(() => orderAddresses(customer.data?.record.bill_to, customer.data?.links), [customer.data]),
    shipTos: useMemo(() => orderAddresses(customer.data?.record.ship_to, customer.data?.links), [customer.data]),
    yardCode: known?.yard.code ?? '',
    credit: credit.data,
  }
}
