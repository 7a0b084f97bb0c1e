// The stock of some SKUs, batch by batch. An answer holds at most 500 rows; what lies where is only known when all were
// read.
import type { RecordOf } from '../core/records'
import type { Stock, StockRow } from '../core/types.gen'
import type { Problem } from '../net/client'

/** All of it, whatever the pages it came in. */
export type StockAnswer = Omit<Stock, 'total' | 'sums'>
export interface StockAsked {
  /** None for all of a yard's dump. */
  skus: string[]
  yard?: string
  lies?: 'dump'
}

/** What a yard may load an order's lines from: the batches of their SKUs, and for scrap whatever lies in its dump. */
export function lotsOf({ yard, lines }: RecordOf<'order'>): { free: StockAsked | null; dump: StockAsked | null } {
  const all = lines ?? []
  const skus = all.filter((line) => line.dump !== true).map((line) => line.sku ?? '')
  return {
    free: yard && skus.length > 0 ? { yard, skus } : null,
    dump: yard && skus.length < all.length ? { yard, skus: [], lies: 'dump' } : null,
  }
}

type Sent = { data?: unknown; error?: Problem }
type Ask = (url: string) => Sent | PromiseLike<Sent>
const PAGE = 500

function stockUrl({ skus, yard, lies }: StockAsked, offset: number): string {
  const query = new URLSearchParams({ limit: String(PAGE) })
  if (yard) query.set('yard', yard)
  if (lies) query.set('lies', lies)
  for (const sku of new Set(skus)) query.append('sku', sku)
  if (offset > 0) query.set('offset', String(offset))
  return `/api/stock?${query.toString()}`
}

/** All pages as one answer. What moved between two pages may come twice: the later row is the newer one. */
export async function allStock(asked: StockAsked, ask: Ask): Promise<{ data: StockAnswer } | { error: Problem }> {
  const found = new Map<string, StockRow>()
  const links: StockAnswer['links'] = {}
  let incoming: StockAnswer['incoming'] = []
  for (let offset = 0; ; offset += PAGE) {
    const answer = await ask(stockUrl(asked, offset))
    if (answer.error) return { error: answer.error }
    const page = answer.data as Stock
    if (offset === 0) incoming = page.incoming ?? []
    for (const row of page.rows) found.set(`${row.yard}:${row.batch}`, row)
    for (const [type, titles] of Object.entries(page.links)) links[type] = { ...links[type], ...titles }
    if (page.rows.length === 0 || offset + PAGE >= page.total)
      return { data: { rows: [...found.values()], incoming, links } }
  }
}
