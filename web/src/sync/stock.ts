// The stock of some SKUs, batch by batch. An answer holds at most 500 rows; what lies where is only known when all were read.
import type { Statuses } from '../core/types.gen'
import type { Links } from '../core/records'
import type { Problem } from '../net/client'

export interface StockRow {
  yard: string
  sku: string
  batch: string
  batch_no: string | null
  name: string
  zone: string | null
  inward: string | null
  inward_date: string | null
  supplier: string | null
  heat_no: string | null
  coil_no: string | null
  product_group: string | null
  make: string | null
  grade: string | null
  length_mm: number | null
  theo_g_per_pc: number | null
  batch_status: Statuses['batch'] | null
  age_days: number
  free_pcs: number
  free_g: number
  reserved_pcs: number
  reserved_g: number
  hold_pcs: number
  hold_g: number
  transit_pcs: number
  transit_g: number
  dump_pcs: number
  dump_g: number
  /** Where the person sees costs; null for a batch that has none. */
  cost_paise_per_kg?: number | null
}
export interface StockAnswer {
  rows: StockRow[]
  links: Links
}
export interface StockAsked {
  skus: string[]
  yard?: string
}

type Sent = { data?: unknown; error?: Problem }
type Ask = (url: string) => Sent | PromiseLike<Sent>
/** One page of it, as the server tells it. */
export type StockPage = StockAnswer & { total: number }

const PAGE = 500

function stockUrl({ skus, yard }: StockAsked, offset: number): string {
  const query = new URLSearchParams({ limit: String(PAGE) })
  if (yard) query.set('yard', yard)
  for (const sku of new Set(skus)) query.append('sku', sku)
  if (offset > 0) query.set('offset', String(offset))
  return `/api/stock?${query.toString()}`
}

/** All pages as one answer. What moved between two pages may come twice: the later row is the newer one. */
export async function allStock(asked: StockAsked, ask: Ask): Promise<{ data: StockAnswer } | { error: Problem }> {
  const found = new Map<string, StockRow>()
  const links: StockAnswer['links'] = {}
  for (let offset = 0; ; offset += PAGE) {
    const answer = await ask(stockUrl(asked, offset))
    if (answer.error) return { error: answer.error }
    const page = answer.data as StockPage
    for (const row of page.rows) found.set(`${row.yard}:${row.batch}`, row)
    for (const [type, titles] of Object.entries(page.links)) links[type] = { ...links[type], ...titles }
    if (page.rows.length === 0 || offset + PAGE >= page.total) return { data: { rows: [...found.values()], links } }
  }
}
