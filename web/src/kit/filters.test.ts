// Filters live in the address, in the API's own words.
import { describe, expect, it } from 'vitest'
import { any, eq, listAt, sameFilters, statusesOf, toggleStatus } from './filters'

describe('a list in the address', () => {
  it('is the plain path without conditions', () => {
    expect(listAt('/order', [])).toBe('/order')
    expect(listAt('/order', [eq('status', 'Draft')], '-date')).toBe('/order?where=status%3Aeq%3ADraft&sort=-date')
  })
})

describe('a click on a status', () => {
  it('shows it alone, and all again on the second click', () => {
    const one = toggleStatus([eq('yard', '7'), any('status', ['Draft', 'Order Loaded'])], 'Draft', false)
    expect(one).toEqual([eq('yard', '7'), eq('status', 'Draft')])
    expect(toggleStatus(one, 'Draft', false)).toEqual([eq('yard', '7')])
  })
  it('with shift adds it and takes it away', () => {
    const two = toggleStatus([eq('status', 'Draft')], 'Order Loaded', true)
    expect(statusesOf(two)).toEqual(['Draft', 'Order Loaded'])
    expect(toggleStatus(two, 'Draft', true)).toEqual([eq('status', 'Order Loaded')])
  })
})

describe('two sets of filters', () => {
  it('are the same in whatever order', () => {
    expect(sameFilters([eq('a', '1'), eq('b', '2')], [eq('b', '2'), eq('a', '1')])).toBe(true)
    expect(sameFilters([eq('a', '1')], [])).toBe(false)
  })
})
