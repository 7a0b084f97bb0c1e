// What the browser can know about an order being typed: its party, yard, truck, credit and the goods of the catalogue.
import { useMemo } from 'react'
import { useDoc, useList } from '../../api/docs'
import { today } from '../../ui/format'
import { useKnownSkus } from './catalogue'
import { useCredit } from './credit'
import { quoteOf, type Credit, type PartyFacts, type Quote, type QuoteFacts } from './quote'
import { group, int, rows, text, titleOf, type Links, type Values } from './record'

const STATES = 100
const DELIVERY_MAX_DAYS = 90

export interface ShipTo { label: string; line: string; state: string }

export function shipTos(customer: Values | undefined, links: Links | undefined): ShipTo[] {
  return rows(customer, 'ship_to').map((one) => ({
    label: text(one, 'label'),
    line: [text(one, 'line1'), titleOf(links, 'city', one.city), text(one, 'pin')].filter(Boolean).join(', '),
    state: text(one, 'state'),
  }))
}

/** The party as the quote wants it: states by their GST codes. */
export function partyFacts(customer: Values, shipTo: string, gstCodes: Map<string, string>): PartyFacts {
  const code = (state: string) => gstCodes.get(state) ?? ''
  const blocked = text(customer, 'block_reason')
  const to = rows(customer, 'ship_to').find((one) => text(one, 'label') === shipTo)
  return {
    name: text(customer, 'name'),
    city: '',
    barred: blocked ? `Customer is blocked: ${blocked}` : '',
    category: text(customer, 'gst_category'),
    bill_state: code(text(group(customer, 'billing'), 'state')),
    ship_state: to ? code(text(to, 'state')) : null,
  }
}

export interface OrderFacts {
  known: QuoteFacts
  customer: Values | undefined
  shipTos: ShipTo[]
  yardCode: string
  quote: Quote
  credit: Credit | undefined
  learn: ReturnType<typeof useKnownSkus>['learn']
}

/** `names` are the titles of SKUs that the order names already; `own_paise` is what it holds of the credit. */
export function useOrderFacts(order: Values, names: Record<string, string> | undefined, own_paise = 0): OrderFacts {
  const [customerId, yardId, truckId] = [text(order, 'customer'), text(order, 'yard'), text(order, 'truck_type')]
  const customer = useDoc('customer', customerId || undefined)
  const yard = useDoc('yard', yardId || undefined)
  const truck = useDoc('truck_type', truckId || undefined)
  const states = useList({ type: 'state', limit: STATES })
  const credit = useCredit(customerId)
  const lines = rows(order, 'lines')
  const wanted = useMemo(() => rows({ lines }, 'lines').map((line) => ({ sku: text(line, 'sku'), name: names?.[text(line, 'sku')] ?? '' })), [lines, names])
  const { rows: skus, learn } = useKnownSkus({ yard: yardId, customer: customerId }, wanted)
  const gstCodes = useMemo(() => new Map((states.data?.rows ?? []).map((row) => [row.id, String(row.gst_code ?? '')])), [states.data])
  const shipTo = text(order, 'ship_to')
  const known: QuoteFacts = useMemo(() => ({
    today: today(),
    customer: customer.data ? partyFacts(customer.data.record, shipTo, gstCodes) : null,
    yard: yard.data ? { code: text(yard.data.record, 'code'), name: text(yard.data.record, 'name'), state: gstCodes.get(text(yard.data.record, 'state')) ?? '' } : null,
    skus,
    credit: credit.data ?? null,
    own_paise,
    truck: truck.data ? { name: text(truck.data.record, 'name'), capacity_g: int(truck.data.record, 'max_g') ?? 0 } : null,
    delivery_max_days: DELIVERY_MAX_DAYS,
  }), [customer.data, shipTo, gstCodes, yard.data, skus, credit.data, own_paise, truck.data])
  const quote = useMemo(() => quoteOf(order, known), [order, known])
  return {
    known, quote, learn,
    customer: customer.data?.record,
    shipTos: useMemo(() => shipTos(customer.data?.record, customer.data?.links), [customer.data]),
    yardCode: known.yard?.code ?? '',
    credit: credit.data,
  }
}
