// What a change that waits is told by: the document it is about, and what was typed in it.
import type { DocDef, RecordValue } from '../../core/records'
import type { FieldDef } from '../../core/types.gen'
import { plainValue } from '../../docs/fields/FieldValue'
import { ownPages } from '../../docs/overrides'
import { paths } from '../../docs/paths'
import { MENDS } from '../../sync/mended'
import type { Entry } from '../../sync/outbox'
import { UNITS } from '../../ui/format'
import { lower } from '../../ui/words'
import { many, say } from '../../words/say'

type Told = Pick<Entry, 'doc_type' | 'id' | 'deed' | 'action' | 'record' | 'inputs' | 'base' | 'preview'>

const NAMING = new Set(['text', 'code', 'link'])
const NAMES = 2

/** The document by its number and by whom and what it is about: never by its type alone. */
export function nameOf(def: DocDef, { preview }: Told): string {
  const naming = def.fields.filter((field) => NAMING.has(field.kind) && (field.listed || field.required))
  const said = naming.map((field) => plainValue(field, preview.record[field.key], preview.links)).filter(Boolean)
  const names = [...new Set([preview.doc_no, ...said])].filter(Boolean).slice(0, NAMES)
  return names.join(' · ') || def.label
}

function inputsOf(def: DocDef, { deed, action, base }: Told): FieldDef[] {
  if (deed !== 'act') return def.fields
  return base?.actions.find((one) => one.action === action)?.inputs ?? []
}

export const deedOf = (def: DocDef, told: Told): string => {
  const { deed, action, base } = told
  if (deed === 'create') return say('New {label}', { label: lower(def.label) })
  if (deed === 'update') return say('Changed')
  if (deed === 'delete') return say('Deleted')
  const label =
    def.actions.find((one) => one.action === action)?.label ??
    base?.actions.find((one) => one.action === action)?.label ??
    action ??
    ''
  const short = typedIn(def, told).filter(({ field }) => NAMING.has(field.kind))
  return [label, ...short.slice(0, NAMES).map(({ text }) => text)].join(' · ')
}

export interface TypedValue {
  field: FieldDef
  text: string
}

function withUnit({ kind, unit }: FieldDef, text: string): string {
  const sign = kind === 'int' ? UNITS[unit].sign : ''
  return sign === '₹' ? `${sign}${text}` : `${text} ${sign}`.trim()
}

function flat(fields: FieldDef[], values: RecordValue, links: Entry['preview']['links']): TypedValue[] {
  return fields.flatMap((field): TypedValue[] => {
    const value = values[field.key]
    if (field.readonly || value === undefined || value === null || value === '') return []
    if (field.kind === 'group') return flat(field.fields, value as RecordValue, links)
    if (field.kind !== 'rows') {
      const text = plainValue(field, value, links)
      return text ? [{ field, text: withUnit(field, text) }] : []
    }
    const count = Array.isArray(value) ? value.length : 0
    return count > 0 ? [{ field, text: many(count, '{n} row', '{n} rows') }] : []
  })
}

/** What was typed, by its fields; of a change to a document, what differs from the document as it was seen. */
export function typedIn(def: DocDef, told: Told): TypedValue[] {
  const { deed, record, inputs, base, preview } = told
  const values = (deed === 'act' ? inputs : record) ?? {}
  const same = (key: string) => JSON.stringify(values[key] ?? null) === JSON.stringify(base?.record[key] ?? null)
  const fields = inputsOf(def, told).filter((field) => deed !== 'update' || !same(field.key))
  return flat(fields, values, preview.links ?? {})
}

/** An address that says which refused change is mended there. */
export function mendedFrom(page: string, { command_id }: Pick<Entry, 'command_id'>): string {
  return `${page}${page.includes('?') ? '&' : '?'}${MENDS}=${command_id}`
}

/** The page whose form a refused change is mended in; null where its record is kept as a draft of that page. */
export function mendedAt(entry: Told & Pick<Entry, 'command_id'>): string | null {
  const own = ownPages(entry.doc_type).mendedAt?.(entry)
  if (own) return mendedFrom(own, entry)
  return entry.deed === 'act' ? mendedFrom(paths.view(entry.doc_type, entry.id), entry) : null
}
