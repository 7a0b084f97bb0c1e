// What a document is called: its number, else the field that names it.
import type { DocDef, DocView, Row } from '../core/types.gen'

export function titleOfDoc(def: DocDef, doc: DocView): string {
  const title = doc.record[def.title]
  return doc.doc_no ?? (typeof title === 'string' && title ? title : def.label)
}

export function titleOfRow(def: DocDef, row: Row): string {
  const title = row[def.title]
  return row.doc_no ?? (typeof title === 'string' && title ? title : row.id)
}
