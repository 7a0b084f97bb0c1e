// What a branch manager changed of an order, in the form of the step's input: only what differs, lines by number.
import { rows, type Values } from '../../kit/record'

const HEAD = ['yard', 'payment_term', 'delivery_by', 'ship_to']
const LINE = ['sku', 'pcs', 'weight_g', 'rate_paise', 'discount_bp', 'back_order']

function differing(keys: string[], before: Values, after: Values): Values {
  return Object.fromEntries(
    keys
      .filter(
        (key) => (before[key] ?? null) !== (after[key] ?? null) && after[key] !== null && after[key] !== undefined,
      )
      .map((key) => [key, after[key]]),
  )
}

export function changesOf(before: Values, after: Values): Values | null {
  const old = rows(before, 'lines')
  const lines = rows(after, 'lines')
    .map((line, at): Values => ({ line: at, ...differing(LINE, old[at] ?? {}, line) }))
    .filter((line) => Object.keys(line).length > 1)
  const changes = { ...differing(HEAD, before, after), ...(lines.length > 0 ? { lines } : null) }
  return Object.keys(changes).length > 0 ? changes : null
}
