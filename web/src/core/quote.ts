// What the core works out of an order being typed, from the facts that the server gathered for it.
import type { RecordOf } from './records'
import type { Finding, QuoteFacts, Quote } from './types.gen'
import { core } from '.'

/** What it is asked. */
export interface OrderAsked {
  id: string
  record: RecordOf<'order'>
}

export function quoteOf(order: RecordOf<'order'>, known: QuoteFacts | undefined): Quote {
  return core().quote(order, known ?? {})
}

/** What stands against one line (`lines.3`, `lines.3.pcs`), or against the whole with no line. */
export function findingsAt(quote: Quote | null, line: number | null): Finding[] {
  const of = (path: string) => /^lines\.(\d+)/.exec(path)?.[1]
  return (quote?.findings ?? []).filter((found) =>
    line === null ? of(found.path) === undefined : of(found.path) === String(line),
  )
}
