// A change makes old what rests on it, and nothing else; one's own that comes back makes nothing old.
import { describe, expect, it } from 'vitest'
import type { DocKey } from '../core/types.gen'
import type { Change } from '../net/answers.gen'
import { factsOf, oldBy, restingOn, type Tag } from './tags'

const change = (seq: number, type: DocKey, id = 'a', version = 2): Change => ({ seq, type, id, version })
const nobody = { isHeld: () => false, isOwn: () => false }
const facts = (id: string): Tag => ({ type: 'Facts', id })

describe('an answer beside documents', () => {
  it('rests on the types that it is worked out from', () => {
    expect(factsOf('/api/stock?yard=y')).toContainEqual(facts('batch'))
    expect(factsOf('/api/stock?yard=y')).not.toContainEqual(facts('vehicle'))
    expect(factsOf('/api/credit/c?order=o')).toContainEqual(facts('receipt'))
    expect(factsOf('/api/order/facts')).toContainEqual(facts('price'))
  })
  it('rests on any document where nobody said on which', () => {
    const [any] = factsOf('/api/setup')
    expect(restingOn('vehicle')).toContainEqual(any)
    expect(restingOn('order')).toContainEqual(any)
  })
})

describe('a batch of changes', () => {
  it('makes the document, its lists and what rests on its type old, and the menu only for what is in it', () => {
    const old = oldBy(4, { seq: 5, changes: [change(5, 'order')] }, nobody)
    expect(old).toContainEqual({ type: 'Doc', id: 'order:a' })
    expect(old).toContainEqual({ type: 'List', id: 'order' })
    expect(old).toContainEqual(facts('order'))
    expect(old).not.toContain('Menu')
    expect(oldBy(4, { seq: 5, changes: [change(5, 'menu')] }, nobody)).toContain('Menu')
  })
  it('makes nothing old when it is of this tab and the document came with the answer', () => {
    const known = { isHeld: () => true, isOwn: (seq: number) => seq === 5 }
    expect(oldBy(4, { seq: 5, changes: [change(5, 'order')] }, known)).toEqual([])
  })
  it('makes another document old that the same command changed', () => {
    const known = { isHeld: ({ type }: Change) => type === 'order', isOwn: () => true }
    const changes = [change(5, 'order'), change(5, 'loading', 'b')]
    expect(oldBy(4, { seq: 5, changes }, known)).toEqual([{ type: 'Doc', id: 'loading:b' }])
  })
  it('makes what is counted over everybody old when an entry changed nothing that the person sees', () => {
    const unseen = oldBy(4, { seq: 6, changes: [change(6, 'vehicle')] }, nobody)
    expect(factsOf('/api/stock')).toContainEqual(unseen.at(-1))
    const seen = oldBy(5, { seq: 6, changes: [change(6, 'vehicle')] }, nobody)
    expect(
      factsOf('/api/stock').filter((tag) => seen.some((one) => JSON.stringify(one) === JSON.stringify(tag))),
    ).toEqual([])
  })
})
