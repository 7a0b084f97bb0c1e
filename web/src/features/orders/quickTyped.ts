// What a quick order holds while it is picked: the cart, which counts, and what stands beside it.
import type { Cart } from '../../core/types.gen'
import { core } from '../../core'
import type { LineOf, RecordOf } from '../../core/records'

type Line = LineOf<'order', 'lines'>

export interface Typed {
  customer: string
  yard: string
  cart: Cart
  /** By SKU, what a line says beyond its pieces and weight: a rate that was pasted, a remark of the form. */
  beside: Record<string, Partial<Line>>
  /** By SKU, what was typed for pieces and cannot be counted. */
  unfit: Record<string, unknown>
  /** The visit that brought an order here to be picked for. */
  from?: string
}

export const NOTHING_BESIDE = { beside: {}, unfit: {} } satisfies Partial<Typed>

export const without = <T>(all: Record<string, T>, skus: Iterable<string>): Record<string, T> => {
  const gone = new Set(skus)
  return Object.fromEntries(Object.entries(all).filter(([sku]) => !gone.has(sku)))
}

/** What the cart takes of lines; goods that came by weight alone count as one piece. */
export function cartLines(lines: Line[]): Cart['lines'] {
  return lines.map((line) => ({
    sku: line.sku ?? '',
    pcs: typeof line.pcs === 'number' ? line.pcs : 1,
    ...(typeof line.weight_g === 'number' ? { weight_g: line.weight_g } : null),
  }))
}

/** An order as it came from its form or from the shop. */
export function typedOf(record: RecordOf<'order'> | undefined): Pick<Typed, 'cart' | 'beside' | 'unfit'> {
  const lines = (record?.lines ?? []).filter((line) => typeof line.pcs === 'number')
  const beside = lines.map(({ sku, pcs: _pcs, weight_g: _weight, ...rest }) => [sku ?? '', rest] as const)
  return { ...NOTHING_BESIDE, cart: { lines: cartLines(lines) }, beside: Object.fromEntries(beside) }
}

/** The order that is picked, each line with all that is known of it; what cannot be counted is left out. */
export function orderOf({ cart, customer, yard, beside, unfit }: Typed): RecordOf<'order'> {
  const order = core().cart(cart, { deed: 'to_order', customer, yard }) as RecordOf<'order'>
  const lines = (order.lines ?? []).map((line) => {
    const sku = line.sku ?? ''
    return { ...beside[sku], ...(sku in unfit ? { sku } : line) }
  })
  return { ...order, lines }
}

/** Why these pieces cannot be counted, in the core's words; null where they can. */
export function whyNot({ lines }: Cart, sku: string, pcs: unknown): string | null {
  if (typeof pcs === 'string') {
    const found = core().check('order', { lines: [{ sku, pcs }] }, null, false)
    return found.find((issue) => issue.path === 'lines.0.pcs')?.message ?? null
  }
  // Nothing is as little as none: a cart holds at least one piece of what is in it.
  const tried = { lines: lines.map((line) => (line.sku === sku ? { ...line, pcs: Number(pcs ?? 0) } : line)) }
  const next = core().cart(tried, { deed: 'merge' }) as Cart | { refused: { message: string }[] }
  return 'refused' in next ? (next.refused[0]?.message ?? null) : null
}
