// When the facts are asked for, and where a finding stands.
import type { Quote } from '../../core/types.gen'
import { describe, expect, it } from 'vitest'
import { askedOf } from './facts'
import { findingsAt } from '../../core/quote'

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
