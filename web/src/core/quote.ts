// What the core works out of an order being typed, from the facts that the server gathered for it.
import type { RecordOf, Shown } from './records'
import type { Finding, QuoteFacts, Quote } from './types.gen'
import { core } from '.'
import { today } from './days'

/** What it is asked. */
export interface OrderAsked {
  id: string
  record: RecordOf<'order'>
}

/** What is asked before anything of an order is known. */
export const NOTHING_ASKED: OrderAsked = { id: '', record: { lines: [] } }

/** Until the server says which day it is, it is this device's. */
export function quoteOf(order: RecordOf<'order'>, known: Shown<QuoteFacts> | undefined): Quote {
  return core().quote(order, known?.today ? known : { ...known, today: today() })
}

/** What stands against one line (`lines.3`, `lines.3.pcs`), or against the whole with no line. */
export function findingsAt(quote: Quote | null, line: number | null): Finding[] {
  const of = (path: string) => /^lines\.(\d+)/.exec(path)?.[1]
  return (quote?.findings ?? []).filter((found) =>
    line === null ? of(found.path) === undefined : of(found.path) === String(line),
  )
}
