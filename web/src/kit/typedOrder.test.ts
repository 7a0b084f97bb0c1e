// A saved draft is typed on as if it had never been worked out.
import { describe, expect, it } from 'vitest'
import { asTyped } from './typedOrder'

describe('a saved draft', () => {
  it('forgets weights by theory and prices of the day, and keeps what was typed', () => {
    const order = asTyped({
      customer: 'c',
      lines: [
        { sku: 'A', pcs: 12, weight_g: 490_500, theo_g: 490_500, rate_paise: 61, list_rate_paise: 61 },
        { sku: 'B', pcs: 1, weight_g: 7, theo_g: 8, rate_paise: 60, list_rate_paise: 61 },
      ],
    })
    expect(order.lines).toMatchObject([
      { sku: 'A', pcs: 12, weight_g: undefined, rate_paise: undefined },
      { sku: 'B', weight_g: 7, rate_paise: 60 },
    ])
  })
})
