// What the documents are called that a change names, as far as this browser keeps them: a change that waits is told by
// the customer and the vehicle, and not by ids.
import { docDef } from '../core'
import type { DocView, Links, Page, RecordValue, Row } from '../core/records'
import type { DocKey, FieldDef } from '../core/types.gen'
import { keptAnswer, keptUnder } from './answers'

/** A document as the lists of its type have it that this browser keeps. */
export async function keptRow<K extends DocKey>(type: K, id: string): Promise<Row<K> | null>
export async function keptRow(type: string, id: string): Promise<Row | null>
export async function keptRow(type: string, id: string): Promise<Row | null> {
  const pages = (await keptUnder(`/api/docs/${type}?`)) as Page[]
  return pages.flatMap((page) => page.rows ?? []).find((one) => one.id === id) ?? null
}

async function nameOf(type: string, id: string): Promise<string | null> {
  const def = docDef(type)
  if (!def) return null
  const doc = (await keptAnswer(`/api/docs/${type}/${id}`))?.data as DocView | undefined
  const row = doc ? null : await keptRow(type, id)
  const name = doc?.record[def.title] ?? row?.[def.title] ?? doc?.doc_no ?? row?.doc_no
  return typeof name === 'string' && name ? name : null
}

/** The titles of what these values link to, by type and id; rows name too much to be looked up. */
export async function namesIn(fields: FieldDef[], values: RecordValue): Promise<Links> {
  const out: Links = {}
  for (const field of fields) {
    const value = values[field.key]
    if (field.kind === 'group' && value && typeof value === 'object') {
      for (const [type, names] of Object.entries(await namesIn(field.fields, value as RecordValue)))
        out[type] = { ...out[type], ...names }
    } else if (field.kind === 'link' && field.link && typeof value === 'string' && value) {
      const name = await nameOf(field.link, value)
      if (name) out[field.link] = { ...out[field.link], [value]: name }
    }
  }
  return out
}
