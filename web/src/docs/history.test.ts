// History is told in the words of the declaration, whatever the type.
import { describe, expect, it } from 'vitest'
import type { DocDef, Row } from '../core/records'
import type { FieldDef, HistoryEntry } from '../core/types.gen'
import { fieldAt, isInternal, told, valueWords } from './history'

const field = (key: string, label: string, more: Partial<FieldDef> = {}): FieldDef => ({
  key,
  label,
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
const fields = [
  field('yard', 'Yard', { kind: 'link', link: 'yard' }),
  field('slip_photo', 'Photo of the slip', { kind: 'file' }),
  field('photos', 'Photos', { kind: 'many', of: field('photos', 'Photos', { kind: 'file' }) }),
  field('lines', 'Lines', {
    kind: 'rows',
    fields: [
      field('pcs', 'Pieces', { kind: 'int', unit: 'pieces' }),
      field('rate_paise', 'Rate', { kind: 'int', unit: 'rate' }),
    ],
  }),
  field('concern', 'Concern', {
    kind: 'group',
    fields: [
      field('reason', 'Reason', { kind: 'reason', reason: 'yard_concern' }),
      field('by', 'By', { kind: 'link', link: 'employee' }),
    ],
  }),
]
const def = { fields, actions: [{ action: 'submit', label: 'Send for approval', inputs: [] }] } as unknown as DocDef
const links = { yard: { y1: 'Pune One' } }
const reasons = [
  {
    id: 'r',
    version: 1,
    status: 'Active',
    since: 0,
    doc_no: null,
    kind: 'yard_concern',
    code: 'SHORT',
    name: 'Stock is short',
  },
] as Row[]
const entry = (more: Partial<HistoryEntry>): HistoryEntry => ({
  at: 0,
  by: 'a',
  by_name: 'A',
  role: 'BM',
  action: 'edit',
  from: '',
  to: '',
  remarks: null,
  reason: null,
  diff: [],
  version: 1,
  ...more,
})

describe('a field of the history', () => {
  it('what the program notes for itself is not told', () => {
    const own = [
      field('changed_by', 'Changed since by', { internal: true }),
      field('rows', 'Rows', { kind: 'rows', fields: [field('posting', 'Posting', { internal: true })] }),
      field('yard', 'Yard'),
    ]
    const paths = ['changed_by', 'rows.0.posting', 'rows.0', 'yard', 'unknown']
    expect(paths.filter((path) => isInternal(own, path))).toEqual(['changed_by', 'rows.0.posting'])
  })

  it('has the labels of its path', () => {
    expect(fieldAt(fields, 'lines.0.pcs').label).toBe('Lines 1, Pieces')
    expect(fieldAt(fields, 'concern.reason').label).toBe('Concern, Reason')
    expect(fieldAt(fields, 'photos.1')).toEqual({ field: fields[2]?.of, label: 'Photos 2' })
  })
  it('is told in words where the declaration has it no more', () => {
    expect(fieldAt(fields, 'lines.2.heat_no').label).toBe('Lines 3, Heat no')
    expect(fieldAt(fields, 'old_rate_paise').label).toBe('Old rate paise')
  })
})

describe('a value of the history', () => {
  const words = (path: string, value: unknown) => valueWords(fieldAt(fields, path).field, value, links, reasons)
  it('is read with its unit and its title', () => {
    expect(words('lines.0.pcs', 1200)).toBe('1,200 pcs')
    expect(words('lines.0.rate_paise', 5_600_000)).toBe('₹56,000.00')
    expect(words('yard', 'y1')).toBe('Pune One')
    expect(words('yard', null)).toBe('nothing')
  })
  it('is told without what there is nothing of, where it is one of several in a row', () => {
    const row = { ...field('lot', 'Batch'), kind: 'group' as const, fields: fields[3]!.fields }
    expect(valueWords(row, { pcs: 12, rate_paise: 0 }, links, reasons)).toBe('pieces 12 pcs')
  })
  it('is never an id', () => {
    expect(words('yard', 'gone')).toBe('another')
    expect(words('slip_photo', 'a1b2')).toBe('a file')
    expect(words('photos', ['a1', 'b2'])).toBe('2 files')
    expect(words('concern', { reason: 'SHORT', by: 'e1' })).toBe('reason Stock is short, by another')
  })
})

describe('a line of the history', () => {
  it('names the deed by its label and the reason by its words', () => {
    expect(told(def, entry({ action: 'submit', reason: 'SHORT', remarks: 'two bundles' }), links, reasons)).toEqual({
      deed: 'Send for approval',
      why: 'Stock is short: two bundles',
      changes: [],
    })
    expect(told(def, entry({ action: 'expire_reservation' }), links, reasons).deed).toBe('Expire reservation')
  })
  it('lists what changed', () => {
    const { changes } = told(def, entry({ diff: [{ path: 'lines.0.pcs', before: null, after: 4 }] }), links, reasons)
    expect(changes).toEqual([{ path: 'lines.0.pcs', label: 'Lines 1, Pieces', before: 'nothing', after: '4 pcs' }])
  })
  it('tells a row that was added in the words of its fields', () => {
    const rows = [{ pcs: 36 }, { pcs: 4, rate_paise: 5_875_000 }]
    const diff = [{ path: 'lines', before: rows.slice(0, 1), after: rows }]
    const [change] = told(def, entry({ diff }), links, reasons).changes
    expect(change).toMatchObject({ label: 'Lines 2', before: 'nothing' })
    expect(change?.after).toMatch(/^pieces 4.*, rate ₹?58,750/)
  })
  it('tells rows of which none is left as nothing', () => {
    for (const before of [null, [], [{ pcs: 36 }]]) {
      const [change] = told(def, entry({ diff: [{ path: 'lines', before, after: [] }] }), links, reasons).changes
      expect(change).toMatchObject({ label: 'Lines', after: 'nothing' })
    }
  })
})
