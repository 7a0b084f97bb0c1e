import { describe, expect, it } from 'vitest'
import type { FieldDef } from '../core/types.gen'
import { collides, differences, laidOver, merged } from './conflict'
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
    expect(merged(all, { ...base, place: 'theirs' }, base)).toEqual({ name: 'mine', place: 'theirs', code: '1' })
  })
  it('what was typed is laid over a newer record, which stands where nothing was typed', () => {
    const next = { name: 'theirs', place: 'theirs', code: '2' }
    expect(laidOver(fields, base, { ...base, name: 'mine' }, next)).toEqual({ ...next, name: 'mine' })
    expect(laidOver(fields, base, base, next)).toBe(next)
  })
  it('where both changed a field, the typed text stands', () => {
    const all = differences(fields, base, { ...base, name: 'mine' }, { ...base, name: 'theirs' })
    expect(all[0]).toMatchObject({ minesChanged: true, theirsChanged: true })
    expect(merged(all, { ...base, name: 'theirs' }, base).name).toBe('mine')
  })
  it('the same change made twice is no difference', () => {
    expect(differences(fields, base, { ...base, name: 'same' }, { ...base, name: 'same' })).toEqual([])
  })
})

describe('two people change the rows of one document', () => {
  const lines = field('lines', {
    kind: 'rows',
    fields: [field('sku', { kind: 'link', required: true }), field('pcs'), field('amount', { readonly: true })],
  })
  const rows = (...all: [string, number, number?][]) => ({
    lines: all.map(([sku, pcs, amount]) => ({ sku, pcs, ...(amount ? { amount } : null) })),
  })
  const base = rows(['plate', 10, 500], ['sheet', 20, 700])
  const compare = (mine: object, saved: object) => differences([lines], base, { ...mine }, { ...saved })

  it('the cells that differ are named, row by row', () => {
    const [one] = compare(rows(['plate', 12], ['sheet', 20]), rows(['plate', 10, 500], ['sheet', 25, 800]))
    expect(
      one?.rows.map(({ no, cells }) => [no, ...cells.map((cell) => [cell.field.key, cell.mine, cell.saved])]),
    ).toEqual([
      [1, ['pcs', 12, 10]],
      [2, ['pcs', 20, 25]],
    ])
  })
  it('different cells are both kept, and nothing collides', () => {
    const saved = rows(['plate', 10, 500], ['sheet', 25, 800])
    const all = compare(rows(['plate', 12], ['sheet', 20]), saved)
    expect(all.some(collides)).toBe(false)
    expect(merged(all, saved, base).lines).toMatchObject([{ pcs: 12 }, { pcs: 25 }])
  })
  it('of one cell that both changed mine stands, and it is said to collide', () => {
    const saved = rows(['plate', 14], ['sheet', 20])
    const all = compare(rows(['plate', 12], ['sheet', 20]), saved)
    expect(all.some(collides)).toBe(true)
    expect(merged(all, saved, base).lines).toMatchObject([{ pcs: 12 }, { pcs: 20 }])
  })
  it('a row put in above the others changes none of them, and one that I took out stays out', () => {
    const saved = rows(['coil', 5], ['plate', 10, 500], ['sheet', 20, 700])
    const all = compare(rows(['plate', 12]), saved)
    expect(all[0]?.rows.map(({ row, mine, saved: there }) => [row.sku, mine, there])).toEqual([
      ['coil', false, true],
      ['plate', true, true],
      ['sheet', false, true],
    ])
    expect(merged(all, saved, base).lines).toMatchObject([
      { sku: 'coil', pcs: 5 },
      { sku: 'plate', pcs: 12 },
    ])
  })
  it('what the rules write in a row is nobody’s change', () => {
    expect(compare(rows(['plate', 10], ['sheet', 20]), base)).toEqual([])
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
