// Filters live in the address, in the API's own words.
import { describe, expect, it } from 'vitest'
import { listAt, readShown, statusesOf, toggleStatus, valueOf, withWhere, writeShown } from './filters'

describe('a list in the address', () => {
  it('comes back as it was written', () => {
    const shown = { q: '4176', where: ['status:in:Draft|Order Loaded', 'yard:eq:7'], sort: '-date' }
    expect(readShown(new URLSearchParams(writeShown(shown).toString()))).toEqual(shown)
  })
  it('keeps colons of a value', () => {
    expect(valueOf(['note:has:a:b'], 'note')).toBe('a:b')
  })
  it('is the plain path without conditions', () => {
    expect(listAt('/order', [])).toBe('/order')
    expect(listAt('/order', ['status:eq:Draft'])).toBe('/order?where=status%3Aeq%3ADraft')
  })
})

describe('a click on a status', () => {
  it('shows it alone, and all again on the second click', () => {
    const one = toggleStatus(['yard:eq:7', 'status:in:Draft|Order Loaded'], 'Draft', false)
    expect(one).toEqual(['yard:eq:7', 'status:eq:Draft'])
    expect(toggleStatus(one, 'Draft', false)).toEqual(['yard:eq:7'])
  })
  it('with shift adds it and takes it away', () => {
    const two = toggleStatus(['status:eq:Draft'], 'Order Loaded', true)
    expect(statusesOf(two)).toEqual(['Draft', 'Order Loaded'])
    expect(toggleStatus(two, 'Draft', true)).toEqual(['status:eq:Order Loaded'])
  })
})

describe('a condition', () => {
  it('is replaced in its place and removed by an empty value', () => {
    const where = ['date:ge:2026-11-01', 'date:le:2026-11-30']
    expect(withWhere(where, 'date', 'ge', '2026-11-10')).toEqual(['date:ge:2026-11-10', 'date:le:2026-11-30'])
    expect(withWhere(where, 'date', 'ge', '')).toEqual(['date:le:2026-11-30'])
  })
})
