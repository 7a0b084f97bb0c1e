// What the documents are called that a change names, as far as this browser keeps them: a change that waits is told by
// the customer and the vehicle, and not by ids.
import { docDef } from '../core'
import type { DocView, Links, Page, RecordValue, Row } from '../core/records'
import type { Catalogue, DocKey, FieldDef } from '../core/types.gen'
import { keptAnswer, keptUnder } from './answers'

/** A document as the lists of its type have it that this browser keeps. */
export async function keptRow<K extends DocKey>(type: K, id: string): Promise<Row<K> | null>
export async function keptRow(type: string, id: string): Promise<Row | null>
export async function keptRow(type: string, id: string): Promise<Row | null> {
  const pages = (await keptUnder(`/api/docs/${type}?`)) as Page[]
  return pages.flatMap((page) => page.rows ?? []).find((one) => one.id === id) ?? null
}

/** What a document is called, as far as this browser keeps it: itself, or a list that it is in. */
export async function keptName(type: string, id: string): Promise<string | null> {
  const def = docDef(type)
  if (!def) return null
  const doc = (await keptAnswer(`/api/docs/${type}/${id}`))?.data as DocView | undefined
  const row = doc ? null : await keptRow(type, id)
  const name = doc?.record[def.title] ?? row?.[def.title] ?? doc?.doc_no ?? row?.doc_no
  return typeof name === 'string' && name ? name : null
}

/** What is sold at a yard is kept as its catalogue, and seldom as documents. */
async function soldNames(): Promise<Map<string, string>> {
  const kept = (await keptUnder('/api/catalogue?')) as Catalogue[]
  return new Map(kept.flatMap(({ rows }) => rows.map(({ sku, name }) => [sku, name] as const)))
}

/** The ids that these values link to, by type. */
function linked(fields: FieldDef[], values: RecordValue, out = new Map<string, Set<string>>()) {
  for (const field of fields) {
    const value = values[field.key]
    const inside = field.kind === 'group' ? [value] : field.kind === 'rows' && Array.isArray(value) ? value : []
    for (const one of inside) if (one && typeof one === 'object') linked(field.fields, one as RecordValue, out)
    if (field.kind === 'link' && field.link && typeof value === 'string' && value)
      out.set(field.link, (out.get(field.link) ?? new Set()).add(value))
  }
  return out
}

/** The titles of what these values link to, by type and id, in rows too. */
export async function namesIn(fields: FieldDef[], values: RecordValue): Promise<Links> {
  const out: Links = {}
  for (const [type, ids] of linked(fields, values)) {
    const sold = type === 'sku' ? await soldNames() : null
    for (const id of ids) {
      const name = sold?.get(id) ?? (await keptName(type, id))
      if (name) out[type] = { ...out[type], [id]: name }
    }
  }
  return out
}
