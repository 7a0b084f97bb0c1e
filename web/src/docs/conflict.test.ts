import { describe, expect, it } from 'vitest'
import type { FieldDef } from '../core/types.gen'
import { differences, merged } from './ConflictDialog'
import { getAt, sendable, setAt } from './record'

const field = (key: string, more: Partial<FieldDef> = {}): FieldDef => ({
  key,
  label: key,
  kind: 'text',
  required: false,
  unique: false,
  immutable: false,
  readonly: false,
  listed: false,
  help: '',
  unit: 'none',
  min: null,
  max: null,
  choices: [],
  link: null,
  reason: null,
  fields: [],
  of: null,
  format: null,
  default: null,
  ...more,
})

describe('two people change one document', () => {
  const fields = [field('name'), field('place'), field('code')]
  const base = { name: 'a', place: 'x', code: '1' }

  it('changes that do not collide are both kept', () => {
    const all = differences(fields, base, { ...base, name: 'mine' }, { ...base, place: 'theirs' })
    expect(all.map((one) => one.field.key)).toEqual(['name', 'place'])
    expect(merged(all, { ...base, place: 'theirs' })).toEqual({ name: 'mine', place: 'theirs', code: '1' })
  })
  it('where both changed a field, the typed text stands', () => {
    const all = differences(fields, base, { ...base, name: 'mine' }, { ...base, name: 'theirs' })
    expect(all[0]).toMatchObject({ minesChanged: true, theirsChanged: true })
    expect(merged(all, { ...base, name: 'theirs' }).name).toBe('mine')
  })
  it('the same change made twice is no difference', () => {
    expect(differences(fields, base, { ...base, name: 'same' }, { ...base, name: 'same' })).toEqual([])
  })
})

describe('a record', () => {
  it('is changed at a path without changing the old one', () => {
    const was = { lines: [{ pcs: 1 }, { pcs: 2 }] }
    const next = setAt(was, 'lines.1.pcs', 5)
    expect(next).toEqual({ lines: [{ pcs: 1 }, { pcs: 5 }] })
    expect(was.lines[1]?.pcs).toBe(2)
    expect(getAt(next, 'lines.1.pcs')).toBe(5)
    expect(getAt(next, 'lines.7.pcs')).toBeUndefined()
  })
  it('makes what is missing on the way', () => {
    expect(setAt({}, 'place.city', 'Pune')).toEqual({ place: { city: 'Pune' } })
    expect(setAt({}, 'lines.0.pcs', 1)).toEqual({ lines: [{ pcs: 1 }] })
  })
  it('is sent without empty values and without what the rules write', () => {
    const fields = [
      field('name'),
      field('no', { readonly: true }),
      field('note'),
      field('lines', { kind: 'rows', fields: [field('sku'), field('amount', { readonly: true })] }),
    ]
    expect(sendable(fields, { name: 'x', no: '7', note: '', lines: [{ sku: 's', amount: 3 }], stray: 1 })).toEqual({
      name: 'x',
      lines: [{ sku: 's' }],
    })
  })
  it('keeps zero and no, which are values', () => {
    expect(sendable([field('n', { kind: 'int' }), field('b', { kind: 'bool' })], { n: 0, b: false })).toEqual({
      n: 0,
      b: false,
    })
  })
})
