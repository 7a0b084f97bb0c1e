// What happened to a document, in words: the deed by its action's label, fields by theirs, values as they are read.
// Nothing of the wire is shown: what the declaration does not know any more is at least told in words.
import { roleLabel } from '../core'
import type { DocDef, Links, Row } from '../core/records'
import type { FieldDef, HistoryEntry } from '../core/types.gen'
import { plainValue, unitSign } from './fields/FieldValue'
import { reasonWords } from './reasons'
import { lower } from '../ui/words'
import { many, say } from '../words/say'

export interface Change {
  path: string
  label: string
  before: string
  after: string
}
export interface Told {
  deed: string
  why: string
  changes: Change[]
}

export const NOTHING = say('nothing')

/** 'credit_approve' -> 'Credit approve' */
function keyWords(key: string): string {
  const text = key.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** 'lines.1.rate_paise' -> the field and its words 'Lines 2, Rate'. */
export function fieldAt(fields: FieldDef[], path: string): { field: FieldDef | null; label: string } {
  const [key = '', ...rest] = path.split('.')
  const field = fields.find((one) => one.key === key)
  const label = field?.label ?? keyWords(key)
  if (rest.length === 0) return { field: field ?? null, label }
  const row = /^\d+$/.test(rest[0] ?? '') ? Number(rest[0]) + 1 : null
  const name = row === null ? label : `${label} ${row}`
  const inside = row === null ? rest : rest.slice(1)
  if (inside.length === 0) return { field: field?.of ?? null, label: name }
  const inner = fieldAt(field?.fields ?? [], inside.join('.'))
  return { field: inner.field, label: `${name}, ${inner.label}` }
}

/** Whether a path leads to the program's own note, which says nothing to people. */
export function isInternal(fields: FieldDef[], path: string): boolean {
  const [key = '', ...rest] = path.split('.')
  const field = fields.find((one) => one.key === key)
  if (!field || field.internal) return !!field?.internal
  const inside = /^\d+$/.test(rest[0] ?? '') ? rest.slice(1) : rest
  return inside.length > 0 && isInternal(field.fields, inside.join('.'))
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

function figure(field: FieldDef, text: string): string {
  const sign = unitSign(field)
  return sign === '₹' ? `₹${text}` : sign ? `${text} ${sign}` : text
}

function groupWords(field: FieldDef, value: unknown, links: Links, reasons: Row[]): string {
  const group = value as Record<string, unknown>
  // Nothing of something is not worth a word where all of a row is told.
  const filled = field.fields.filter(
    (inner) => !inner.internal && !isNothing(group[inner.key]) && group[inner.key] !== 0,
  )
  const words = (inner: FieldDef) => `${lower(inner.label)} ${valueWords(inner, group[inner.key], links, reasons)}`
  return filled.map(words).join(', ') || NOTHING
}

/** A row put behind the others, which stayed as they were; null where anything else happened to the rows. */
function addedRow(field: FieldDef | null, before: unknown, after: unknown): { row: unknown; at: number } | null {
  if (field?.kind !== 'rows' || !Array.isArray(after)) return null
  const was: unknown[] = Array.isArray(before) ? before : []
  const same = after.length > was.length && JSON.stringify(after.slice(0, -1)) === JSON.stringify(was)
  return same ? { row: after.at(-1), at: after.length } : null
}

/** A value as it is read; an id never is: what has no title here is only said to be another. */
export function valueWords(field: FieldDef | null, value: unknown, links: Links, reasons: Row[]): string {
  if (isNothing(value)) return NOTHING
  if (!field) return typeof value === 'object' ? 'changed' : String(value)
  const inside = (inner: FieldDef | null, one: unknown) => valueWords(inner, one, links, reasons)
  switch (field.kind) {
    // A role's key is kept as a text.
    case 'text':
      return field.key === 'waiting_for' ? roleLabel(String(value)) : String(value)
    case 'link':
      return links[field.link ?? '']?.[String(value)] ?? 'another'
    case 'reason':
      return reasonWords(reasons, String(value), field.reason)
    case 'file':
      return say('a file')
    case 'secret':
      return say('another')
    case 'many': {
      const all = value as unknown[]
      if (field.of?.kind === 'file') return many(all.length, 'a file', '{n} files')
      return all.map((one) => inside(field.of, one)).join(', ')
    }
    case 'group':
      return groupWords(field, value, links, reasons)
    default:
      return figure(field, plainValue(field, value, links)) || NOTHING
  }
}

export function told(def: DocDef, entry: HistoryEntry, links: Links, reasons: Row[]): Told {
  return {
    deed: def.actions.find((one) => one.action === entry.action)?.label ?? say(keyWords(entry.action)),
    why: [entry.reason && reasonWords(reasons, entry.reason), entry.remarks].filter(Boolean).join(': '),
    changes: entry.diff
      .filter(({ path }) => !isInternal(def.fields, path))
      .map(({ path, before, after }) => {
        const { field, label } = fieldAt(def.fields, path)
        const added = addedRow(field, before, after)
        if (field && added)
          return {
            path,
            label: `${label} ${added.at}`,
            before: NOTHING,
            after: groupWords(field, added.row, links, reasons),
          }
        return {
          path,
          label,
          before: valueWords(field, before, links, reasons),
          after: valueWords(field, after, links, reasons),
        }
      }),
  }
}
