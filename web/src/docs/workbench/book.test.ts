import { describe, expect, it } from 'vitest'
import type { DocDef } from '../../core/records'
import type { FieldDef } from '../../core/types.gen'
import { Book, covers, pasted } from './book'

const field = (key: string, more: Partial<FieldDef> = {}) =>
  ({ key, label: key, kind: 'text', readonly: false, default: null, fields: [], ...more }) as unknown as FieldDef
const def = {
  key: 'city',
  label: 'City',
  fields: [field('name'), field('billing', { kind: 'group', fields: [field('pin')] }), field('kind', { default: 'x' })],
  statuses: ['Active'],
  under_way: [],
} as unknown as DocDef
const kept = (id: string, name: string) => ({ id, version: 1, status: 'Active', doc_no: null, record: { name } })

describe('a book of rows', () => {
  it('knows what was changed and takes every step back', () => {
    const book = new Book(def)
    book.load([kept('a', 'Pune'), kept('b', 'Nashik')])
    book.change([
      { key: 'a', path: 'name', after: 'Poona' },
      { key: 'b', path: 'billing.pin', after: '422001' },
    ])
    expect(book.dirty().map((row) => row.key)).toEqual(['a', 'b'])
    expect(book.row('b')!.record).toEqual({ name: 'Nashik', billing: { pin: '422001' } })
    expect(book.undo().map((row) => row.key)).toEqual(['a', 'b'])
    expect(book.dirty()).toEqual([])
    book.redo()
    expect(book.row('a')!.record.name).toBe('Poona')
    book.change([{ key: 'a', path: 'name', after: 'Pune' }])
    expect(book.dirty().map((row) => row.key)).toEqual(['b'])
    expect(book.canRedo).toBe(false)
  })
  it('keeps one row ready to type and makes the next when it is used', () => {
    const book = new Book(def)
    const first = book.blank().row
    expect(book.blank()).toEqual({ row: first, made: false })
    expect(book.dirty()).toEqual([])
    book.change([{ key: first.key, path: 'name', after: 'Thane' }])
    expect(book.blank().made).toBe(true)
    expect(book.dirty()).toEqual([first])
  })
  it('a change that changes nothing is no step', () => {
    const book = new Book(def)
    book.load([kept('a', 'Pune')])
    book.change([{ key: 'a', path: 'name', after: 'Pune' }])
    expect(book.canUndo).toBe(false)
  })
  it('what is typed while a row is saved stays typed', () => {
    const book = new Book(def)
    const [row] = book.load([kept('a', 'Pune')])
    book.change([{ key: 'a', path: 'name', after: 'Poona' }])
    const sent = row!.record
    book.change([{ key: 'a', path: 'kind', after: 'y' }])
    book.settle(row!, { ...kept('a', 'Poona'), version: 2 }, sent)
    expect(row!.record).toEqual({ name: 'Poona', kind: 'y' })
    expect(book.dirty()).toEqual([row])
  })
  it('a refusal stands until its field changes', () => {
    const book = new Book(def)
    const [row] = book.load([kept('a', 'Pune')])
    row!.refused = [
      { path: 'billing.pin', code: 'input', message: 'x' },
      { path: 'name', code: 'input', message: 'y' },
    ]
    book.change([{ key: 'a', path: 'billing.pin', after: '1' }])
    expect(row!.refused.map((issue) => issue.path)).toEqual(['name'])
  })
})

it('a message belongs to the cell of its path and to those above and below it', () => {
  expect([
    covers('pin', 'pin'),
    covers('roles', 'roles.1'),
    covers('billing.pin', 'billing'),
    covers('pin', 'pincode'),
  ]).toEqual([true, true, true, false])
})

it.each([
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['"two\nlines"\t"say ""so"""', [['two\nlines', 'say "so"']]],
  ['one', [['one']]],
  ['\t\n\n', []],
])('reads %j as a spreadsheet copies it', (text, want) => {
  expect(pasted(text)).toEqual(want)
})
