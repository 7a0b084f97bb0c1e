// What the core works out of an order being typed, and the facts it wants for it.
import { core } from '../../core'
import { rows, text, type Values } from './record'

/** `null` where the person may not see it or nobody knows it here. */
export interface QuoteLine {
  weight_g: number
  theo_g: number
  rate_uom: string | null
  rate_paise: number
  list_rate_paise: number | null
  floor_paise: number | null
  hsn: string
  gst_rate_bp: number
  amount_paise: number
  charges_paise: number
  cgst_paise: number
  sgst_paise: number
  igst_paise: number
  margin_paise: number | null
}

export interface QuoteFinding { path: string; severity: 'error' | 'warning' | 'info'; code: string; message: string }

export interface Quote {
  lines: QuoteLine[]
  place_of_supply: string
  split: string | null
  state_tax: string
  pcs: number
  weight_g: number
  taxable_paise: number
  cgst_paise: number
  sgst_paise: number
  igst_paise: number
  total_paise: number
  margin_paise: number | null
  fill_bp: number | null
  credit_after_paise: number | null
  findings: QuoteFinding[]
}

/** One row of `/api/catalogue`. */
export interface CatalogueRow {
  sku: string
  name: string
  code: string
  sku_type: string
  type_name: string
  rate_uom: string
  rate_paise: number | null
  floor_paise?: number | null
  cost_paise?: number | null
  free_pcs: number
  free_g: number
  reserved_pcs: number
  reserved_g?: number
  orders?: number
  theo_g_per_pc: number | null
  length_mm: number | null
  stock_mode: string
  hsn: string | null
  gst_rate_bp: number | null
  tolerance_bp?: number
}

/** What `/api/credit/{customer}` says. */
export interface Credit {
  limit_paise: number
  temporary_paise: number
  temporary_until?: string | null
  committed_paise: number
  receivable_paise: number
  on_account_paise: number
  utilised_paise: number
  available_paise: number
  overdue_paise: number
  overdue_days: number
  allowed_overdue_days?: number
  [more: string]: unknown
}

export interface PartyFacts { name: string; city: string; barred: string; category: string; bill_state: string; ship_state: string | null }
export interface YardFacts { code: string; name: string; state: string }
export interface TruckFacts { name: string; capacity_g: number }

export interface QuoteFacts {
  today: string
  customer: PartyFacts | null
  yard: YardFacts | null
  skus: Map<string, CatalogueRow>
  credit: Credit | null
  /** What this very order already holds of the credit. */
  own_paise: number
  truck: TruckFacts | null
  /** The site's switch; nobody but the server knows it for sure. */
  delivery_max_days: number
}

/** The core's form of the facts. A fact that is not known here is left out: the server looks at it on save. */
export function factsOf(known: QuoteFacts): Values {
  const skus: Record<string, Values> = {}
  for (const [id, row] of known.skus) skus[id] = skuFacts(row)
  const { credit } = known
  return {
    today: known.today,
    ...(known.customer ? { customer: known.customer } : null),
    ...(known.yard ? { yard: known.yard } : null),
    delivery_max_days: known.delivery_max_days,
    skus,
    credit: credit && {
      limit_paise: credit.limit_paise + credit.temporary_paise,
      used_paise: credit.utilised_paise,
      available_paise: credit.available_paise,
      own_paise: known.own_paise,
      overdue_days: credit.overdue_days,
      allowed_overdue_days: credit.allowed_overdue_days ?? 0,
    },
    truck: known.truck,
  }
}

function skuFacts(row: CatalogueRow): Values {
  return {
    code: row.code ?? '',
    name: row.name,
    active: true,
    stock_mode: row.stock_mode ?? '',
    length_mm: row.length_mm ?? 0,
    theo_g_per_pc: row.theo_g_per_pc ?? 0,
    hsn: row.hsn ?? '',
    gst_rate_bp: row.gst_rate_bp,
    rate_uom: row.rate_uom,
    rate_paise: row.rate_paise,
    floor_paise: row.floor_paise ?? null,
    tolerance_bp: row.tolerance_bp ?? 0,
    cost_paise: row.cost_paise ?? null,
    stock: { free_pcs: row.free_pcs, free_g: row.free_g, reserved_pcs: row.reserved_pcs, reserved_g: row.reserved_g ?? 0, orders: row.orders ?? 0 },
  }
}

export function quoteOf(order: Values, known: QuoteFacts): Quote {
  const named = new Set(rows(order, 'lines').map((line) => text(line, 'sku')))
  const skus = new Map([...known.skus].filter(([sku]) => named.has(sku)))
  return core().quote<Quote>(order, factsOf({ ...known, skus }))
}

/** What stands against one line (`lines.3`, `lines.3.pcs`), or against the whole with no line. */
export function findingsAt(quote: Quote | null, line: number | null): QuoteFinding[] {
  const of = (path: string) => /^lines\.(\d+)/.exec(path)?.[1]
  return (quote?.findings ?? []).filter((found) => (line === null ? of(found.path) === undefined : of(found.path) === String(line)))
}
