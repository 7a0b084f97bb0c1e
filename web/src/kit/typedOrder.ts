// An order as a person typed it, for forms and for comparing two versions of it.
import type { RecordOf } from '../core/records'

/**
 * Without what was only worked out: a weight by theory and the price of the day follow the pieces and the day again.
 */
export function asTyped(order: RecordOf<'order'>): RecordOf<'order'> {
  const lines = (order.lines ?? []).map((line) => ({
    ...line,
    ...(line.weight_g === line.theo_g ? { weight_g: undefined } : null),
    ...(line.rate_paise === line.list_rate_paise ? { rate_paise: undefined } : null),
  }))
  return { ...order, lines }
}
