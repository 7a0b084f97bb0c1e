// Under which field a message stands.
import { describe, expect, it } from 'vitest'
import { sendable, under } from './record'
import type { FieldDef } from '../core/types.gen'

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

describe('what is sent', () => {
  it('holds no field that does not apply to what was chosen', () => {
    const field = (key: string, only?: FieldDef['only']) => ({ key, kind: 'text', only }) as FieldDef
    const fields = [field('kind'), field('inward', { field: 'kind', values: ['extra_receipt'] })]
    expect(sendable(fields, { kind: 'opening_stock', inward: 'i1' })).toEqual({ kind: 'opening_stock' })
    expect(sendable(fields, { kind: 'extra_receipt', inward: 'i1' })).toEqual({ kind: 'extra_receipt', inward: 'i1' })
  })
})
