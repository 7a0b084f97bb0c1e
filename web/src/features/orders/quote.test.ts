// When the facts are asked for, and where a finding stands.
import type { CatalogueRow, Quote, QuoteFacts } from '../../core/types.gen'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { today } from '../../core/days'
import { findingsAt, quoteOf } from '../../core/quote'

const quote = vi.fn((_order: unknown, _facts: Partial<QuoteFacts>) => ({ findings: [] as object[] }))
vi.mock('../../core', async (original) => ({ ...(await original<object>()), core: () => ({ quote }) }))
const { askedOf, quotedAway } = await import('./facts')

describe('the facts of a quote', () => {
  const order = {
    customer: 'c1',
    yard: '',
    lines: [
      { sku: 'b', pcs: 3 },
      { sku: 'a', pcs: 1 },
      { sku: 'b', pcs: 2 },
    ],
  }
  it('are asked for the parties and the goods, once each', () => {
    expect(askedOf('o1', order)).toEqual({ id: 'o1', record: { customer: 'c1', lines: [{ sku: 'a' }, { sku: 'b' }] } })
  })
  it('are not asked anew for a piece more', () => {
    expect(askedOf('o1', { ...order, lines: [{ sku: 'a', pcs: 9 }, { sku: 'b' }] })).toEqual(askedOf('o1', order))
  })
})

describe('findings', () => {
  it('belong to their line or to the whole', () => {
    const quote = {
      findings: [
        { path: 'lines.0.pcs', severity: 'warning', code: 'stock_short', message: 'a' },
        { path: '', severity: 'warning', code: 'credit_short', message: 'b' },
      ],
    } as unknown as Quote
    expect(findingsAt(quote, 0).map(({ message }) => message)).toEqual(['a'])
    expect(findingsAt(quote, null).map(({ message }) => message)).toEqual(['b'])
    expect(findingsAt(null, 0)).toEqual([])
  })
})

describe('an order without the server', () => {
  beforeEach(() => quote.mockClear())
  const facts = () => quote.mock.lastCall![1]
  const along = new Map([
    ['a', { sku: 'a', name: 'Angle', stock_mode: 'pcs_kg', rate_paise: 5_875_000 } as CatalogueRow],
    ['b', { sku: 'b', name: 'Flat', stock_mode: 'kg', rate_paise: null } as CatalogueRow],
  ])
  const order = { lines: [{ sku: 'a' }, { sku: 'b' }, { sku: 'c' }] }

  it('is of this day, whatever day the server told last', () => {
    quoteOf(order, undefined)
    expect(facts().today).toBe(today())
    quotedAway(order, { today: '2020-01-01', delivery_max_days: 30, skus: {} } as unknown as QuoteFacts, along)
    expect(facts()).toMatchObject({ today: today(), delivery_max_days: 30 })
  })
  it('is looked at by what was taken along of its goods, without a price of theirs', () => {
    quotedAway(order, undefined, along)
    expect(Object.keys(facts().skus!)).toEqual(['a', 'b'])
    expect(facts().skus!.a).toMatchObject({ name: 'Angle', stock_mode: 'pcs_kg', active: true })
    expect(facts().skus!.a).not.toHaveProperty('rate_paise')
  })
  it('lacks no rate that the server finds in a price list', () => {
    const found = [0, 1].flatMap((line) => [
      { path: `lines.${line}.pcs`, code: 'required' },
      { path: `lines.${line}.rate_paise`, code: 'required' },
    ])
    quote.mockReturnValueOnce({ findings: found })
    expect(quotedAway(order, undefined, along).findings.map(({ path }) => path)).toEqual([
      'lines.0.pcs',
      'lines.1.pcs',
      'lines.1.rate_paise',
    ])
  })
})
