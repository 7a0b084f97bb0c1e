import type { Emptied, LineOf, RecordOf, RecordValue } from '../../core/records'
// What a branch manager changed of an order, in the form of the step's input: only what differs, lines by number.

type Order = RecordOf<'order'>
type Line = LineOf<'order', 'lines'>

const HEAD: (keyof Order)[] = ['yard', 'payment_term', 'delivery_by', 'bill_to', 'ship_to']
const LINE: (keyof Line)[] = ['sku', 'pcs', 'weight_g', 'rate_paise', 'discount_bp', 'back_order']

function differing<T extends object>(keys: (keyof T)[], before: T, after: Emptied<T>): Partial<T> {
  return Object.fromEntries(
    keys
      .filter(
        (key) => (before[key] ?? null) !== (after[key] ?? null) && after[key] !== null && after[key] !== undefined,
      )
      .map((key) => [key, after[key]]),
  ) as Partial<T>
}

export function changesOf(before: Order, after: Emptied<Order>): RecordValue | null {
  const old = before.lines ?? []
  const lines = (after.lines ?? [])
    .map((line, at): RecordValue => ({ line: at, ...differing(LINE, old[at] ?? {}, line) }))
    .filter((line) => Object.keys(line).length > 1)
  const changes = { ...differing(HEAD, before, after), ...(lines.length > 0 ? { lines } : null) }
  return Object.keys(changes).length > 0 ? changes : null
}
