import type { DocDef, DocView, RecordValue, Row } from '../core/records'
import { say } from '../words/say'
// What a document is called: by its own name where it has one, else by its number; in lists the number comes first.

export function titleOfDoc(def: DocDef, doc: DocView): string {
  const field = def.fields.find((one) => one.key === def.title)
  const title = field?.kind === 'text' || field?.kind === 'code' ? doc.record[def.title] : null
  return typeof title === 'string' && title ? title : (doc.doc_no ?? def.label)
}

export function titleOfRow(def: DocDef, row: Pick<Row, 'id' | 'doc_no'> & RecordValue): string {
  const title = row[def.title]
  return (
    row.doc_no ??
    (typeof title === 'string' && title
      ? title
      : typeof row.status === 'string' && row.status
        ? say(row.status)
        : row.id)
  )
}
