// The catalogue of a yard: what a call asks for, and what is found in it without the server.
import { core } from '../core'
import type { Catalogue, CatalogueRow } from '../core/types.gen'
import type { RecordValue } from '../core/records'

export interface Place {
  yard: string
  customer: string
  /** A product group alone. */
  group?: string
  /** Only what is free in the yard. */
  inStock?: boolean
}

/** As many SKUs of a yard as are taken along for orders made without the server. */
const TAKEN_ALONG = 500

export function catalogueUrl({ yard, customer, group, inStock }: Place, q: string, limit: number): string {
  const query = new URLSearchParams({ yard })
  if (customer) query.set('customer', customer)
  if (q) query.set('q', q)
  if (group) query.set('group', group)
  if (inStock) query.set('in_stock', 'true')
  query.set('limit', String(limit))
  return `/api/catalogue?${query.toString()}`
}

/** All of a yard, at the prices for everybody. */
export const wholeCatalogueUrl = (yard: string) => catalogueUrl({ yard, customer: '' }, '', TAKEN_ALONG)

/** What words find in what was taken along, by name and code. What a customer pays is not known here. */
export function foundIn(
  { rows }: Catalogue,
  { customer, group, inStock }: Place,
  q: string,
  limit: number,
): CatalogueRow[] {
  const fitting = rows.filter(
    (row) => (!group || row.sku_type === group) && (!inStock || row.free_pcs > 0 || row.free_g > 0),
  )
  const found = q
    ? core()
        .found('sku', q, fitting.map((row) => ({ ...row, doc_no: row.code })) as RecordValue[])
        .map((at) => fitting[at]!)
    : fitting
  const some = found.slice(0, limit)
  return customer ? some.map((row) => ({ ...row, rate_paise: null, floor_paise: null, price_from: null })) : some
}
