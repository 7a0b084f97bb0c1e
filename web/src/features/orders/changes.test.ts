// Approving with changes sends what was changed and nothing else.
import { describe, expect, it } from 'vitest'
import { changesOf } from './changes'

const order = {
  yard: 'Y1',
  delivery_by: '2026-11-24',
  lines: [
    { sku: 'A', pcs: 10, rate_paise: 100 },
    { sku: 'B', pcs: 5, rate_paise: 200 },
  ],
}

describe('changes of an order', () => {
  it('are none when nothing was changed', () => {
    expect(changesOf(order, { ...order })).toBeNull()
  })
  it('name the head fields and the lines by their numbers', () => {
    const after = { ...order, yard: 'Y2', lines: [order.lines[0]!, { sku: 'B', pcs: 4, rate_paise: 210 }] }
    expect(changesOf(order, after)).toEqual({ yard: 'Y2', lines: [{ line: 1, pcs: 4, rate_paise: 210 }] })
  })
  it('leave out what was emptied, which is no change that can be made', () => {
    expect(changesOf(order, { ...order, delivery_by: null })).toBeNull()
  })
})
