// The facts that the core is given: what is known here, in its own form.
import { describe, expect, it } from 'vitest'
import { factsOf, findingsAt, type CatalogueRow, type Quote, type QuoteFacts } from './quote'

const row: CatalogueRow = { sku: 's1', name: 'Cement', code: 'C-1', sku_type: 'g', type_name: 'Cement', rate_uom: 'BAG', rate_paise: 36_500, free_pcs: 4, free_g: 200_000, reserved_pcs: 0, theo_g_per_pc: null, length_mm: null, stock_mode: 'pcs', hsn: null, gst_rate_bp: null }
const known: QuoteFacts = { today: '2026-11-21', customer: null, yard: null, skus: new Map([['s1', row]]), credit: null, own_paise: 0, truck: null, delivery_max_days: 90 }

describe('facts of a quote', () => {
  it('hold no null where the core wants a number or a text', () => {
    const skus = factsOf(known).skus as Record<string, Record<string, unknown>>
    expect(skus.s1).toMatchObject({ length_mm: 0, theo_g_per_pc: 0, hsn: '', gst_rate_bp: null, floor_paise: null })
  })
  it('leave out whom and where they do not know', () => {
    expect(Object.keys(factsOf(known))).not.toContain('customer')
    expect(Object.keys(factsOf(known))).not.toContain('yard')
  })
})

describe('findings', () => {
  it('belong to their line or to the whole', () => {
    const quote = { findings: [{ path: 'lines.0.pcs', severity: 'warning', code: 'stock_short', message: 'a' }, { path: '', severity: 'warning', code: 'credit_short', message: 'b' }] } as unknown as Quote
    expect(findingsAt(quote, 0).map(({ message }) => message)).toEqual(['a'])
    expect(findingsAt(quote, null).map(({ message }) => message)).toEqual(['b'])
    expect(findingsAt(null, 0)).toEqual([])
  })
})
