// Values of a record as pages show them.
import { describe, expect, it } from 'vitest'
import { placeOf } from './record'

describe('a place of supply', () => {
  it('is its code and its name', () =>
    expect(placeOf({ place_of_supply: '27', place_name: 'Maharashtra' })).toBe('27 Maharashtra'))
  it('is its code alone where it has no name', () =>
    expect(placeOf({ place_of_supply: '27', place_name: null })).toBe('27'))
  it('is nothing where there is none', () => expect(placeOf({ place_of_supply: '' })).toBe(''))
})
