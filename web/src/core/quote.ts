// What the core works out of an order being typed, from the facts that the server gathered for it.
import type { RecordOf, Row } from './records'
import { core } from '.'

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

export interface QuoteFinding {
  path: string
  severity: 'error' | 'warning' | 'info'
  code: string
  message: string
}

export interface Quote {
  lines: QuoteLine[]
  place_of_supply: string
  /** Null for a code that the GST does not know. */
  place_name: string | null
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
  theo_g_per_pc: number | null
  length_mm: number | null
  stock_mode: string
  hsn: string | null
  gst_rate_bp: number | null
}

/** What is owed, by how late it is. */
export interface Ageing {
  not_due_paise: number
  days_1_30_paise: number
  days_31_60_paise: number
  days_61_90_paise: number
  days_over_90_paise: number
}

export interface OpenInvoice {
  id: string
  /** Nothing for what was open before the books began. */
  doc_no: string | null
  date: string | null
  due: string
  amount_paise: number
  balance_paise: number
  overdue_days: number
}

/** What `/api/credit/{customer}` says, with `?order=` also of that order. */
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
  /** Where an order was named: what it takes further, and why that does not fit. */
  order?: { id: string; further_paise: number; short: string | null }
  open_invoices: number
  ageing: Ageing
  invoices: OpenInvoice[]
  /** The newest first; none where the person does not see receipts. */
  receipts: Row<'receipt'>[]
  /** The customer's other firms: those of the same PAN. */
  group: { customer: string; name: string; utilised_paise: number }[]
}

export interface SkuFacts {
  code: string
  name: string
  active: boolean
  stock_mode: string
  theo_g_per_pc: number
  rate_uom: string | null
  rate_paise: number | null
  floor_paise: number | null
  /** Nothing where the person does not see the yard. */
  stock: { free_pcs: number; free_g: number } | null
  [more: string]: unknown
}

/** What `/api/order/facts` says; it goes to the core as it came. */
export interface QuoteFacts {
  yard: { code: string; name: string; state: string }
  skus: Record<string, SkuFacts>
  truck: { name: string; capacity_g: number } | null
  [more: string]: unknown
}

/** What it is asked. */
export interface OrderAsked {
  id: string
  record: RecordOf<'order'>
}

export function quoteOf(order: RecordOf<'order'>, known: QuoteFacts | undefined): Quote {
  return core().quote<Quote>(order, known ?? {})
}

/** What stands against one line (`lines.3`, `lines.3.pcs`), or against the whole with no line. */
export function findingsAt(quote: Quote | null, line: number | null): QuoteFinding[] {
  const of = (path: string) => /^lines\.(\d+)/.exec(path)?.[1]
  return (quote?.findings ?? []).filter((found) =>
    line === null ? of(found.path) === undefined : of(found.path) === String(line),
  )
}
