// What two lines for the same goods come to, whichever of them is filled in.
import { describe, expect, it } from 'vitest'
import type { Cart } from '../../core/types.gen'
import { merged } from './merge'

/** As the core adds up: a weight stands only where both have one. */
const add = ({ lines: [a, b] }: Cart) => {
  const weight = a!.weight_g && b!.weight_g ? { weight_g: a!.weight_g + b!.weight_g } : null
  return { lines: [{ sku: a!.sku, pcs: a!.pcs + b!.pcs, ...weight }] }
}
const sum = (first: object, second: object) => merged({ sku: 'a', ...first }, { sku: 'a', ...second }, add)

describe('two lines for the same goods', () => {
  it('come to the pieces of both', () => {
    expect(sum({ pcs: 10 }, { pcs: 5 })).toEqual({ pcs: 15 })
  })
  it('come to the weight of both, and to no pieces where neither has any', () => {
    expect(sum({ weight_g: 2_000 }, { weight_g: 500 })).toEqual({ weight_g: 2_500 })
  })
  it('keep what one says while the other is not filled in', () => {
    expect(sum({ pcs: 10 }, {})).toEqual({ pcs: 10 })
    expect(sum({}, { pcs: 5, weight_g: 900 })).toEqual({ pcs: 5, weight_g: 900 })
    expect(sum({}, {})).toEqual({})
  })
  it('are not added up where one counts and the other weighs', () => {
    expect(sum({ pcs: 10 }, { weight_g: 900 })).toHaveProperty('refused')
  })
  it('stay apart where the core refuses', () => {
    const refuse = () => ({ refused: [{ message: 'Pieces must be 1 to 99,999' }] })
    expect(merged({ sku: 'a', pcs: 99_999 }, { sku: 'a', pcs: 1 }, refuse)).toEqual({
      refused: 'Pieces must be 1 to 99,999',
    })
  })
})
