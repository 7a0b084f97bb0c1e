// The layout of a list in the address of a saved view.
import { describe, expect, it } from 'vitest'
import { layoutIn, putLayout } from './layout'

describe('a layout', () => {
  it('comes out of an address as it went in', () => {
    const query = new URLSearchParams('where=date:during:this_month')
    const layout = { hidden: ['pin', 'city'], widths: { name: 220, city: 90 } }
    putLayout(query, layout)
    expect(query.get('hide')).toBe('city,pin')
    expect(layoutIn(query)).toEqual({ hidden: ['city', 'pin'], widths: { name: 220, city: 90 } })
  })
  it('of nothing says nothing, and what is no width is left out', () => {
    const query = new URLSearchParams()
    putLayout(query, { hidden: [], widths: {} })
    expect(query.toString()).toBe('')
    expect(layoutIn(new URLSearchParams('wide=name:wide'))).toEqual({ hidden: [], widths: {} })
  })
})
