// Under which field a message stands.
import { describe, expect, it } from 'vitest'
import { under } from './record'

const issue = (path: string) => ({ path, code: 'input' as const, message: 'File was not found' })

describe('a message', () => {
  it('stands under the field that it names', () => {
    expect(under(issue('photo'), 'photo')).toBe(true)
    expect(under(issue('photo_2'), 'photo')).toBe(false)
  })
  it('about one of several stands under them all', () => expect(under(issue('photos.3'), 'photos')).toBe(true))
  it('about a field of a row stands in the row alone', () => {
    expect(under(issue('lines.0.pcs'), 'lines.0.pcs')).toBe(true)
    expect(under(issue('lines.0.pcs'), 'lines')).toBe(false)
  })
})
