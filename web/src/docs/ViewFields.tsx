// A document's fields as they are read: plain ones in a grid, groups and rows below.
import type { DocDef, DocView, RecordValue } from '../core/records'
import type { FieldDef } from '../core/types.gen'
import { role } from '../theme/themes'
import { FieldValue } from './fields/FieldValue'
import type { Links } from './fields/shape'

const LARGE = new Set(['rows', 'group'])

/** What the person may not see is not in the record and has no place here; nor has what nobody filled, unless it should be. */
function shownOf(fields: FieldDef[], record: RecordValue): FieldDef[] {
  const filled = (value: unknown) =>
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  return fields.filter(
    (field) =>
      field.kind !== 'secret' &&
      field.key !== 'proposed' &&
      (filled(record[field.key]) || (field.required && !field.readonly)),
  )
}

function Pairs({ fields, record, links }: { fields: FieldDef[]; record: RecordValue; links: Links }) {
  return (
    <dl className="fields">
      {fields.map((field) => (
        <div
          key={field.key}
          className={field.kind === 'note' || field.kind === 'many' ? 'span-two' : undefined}
          style={{ minWidth: 0 }}
        >
          <dt style={{ fontSize: 12, lineHeight: '16px', color: role.ink2, marginBottom: 2 }}>{field.label}</dt>
          <dd style={{ fontWeight: 500 }}>
            <FieldValue field={field} value={record[field.key]} links={links} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function ViewFields({ def, doc, boxed }: { def: DocDef; doc: DocView; boxed?: boolean }) {
  const fields = shownOf(def.fields, doc.record)
  const box = boxed ? { padding: 16 } : {}
  return (
    <div
      style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: boxed ? 12 : 20, alignContent: 'start' }}
    >
      <div className={boxed ? 'card' : undefined} style={box}>
        <Pairs fields={fields.filter((field) => !LARGE.has(field.kind))} record={doc.record} links={doc.links} />
      </div>
      {fields
        .filter((field) => LARGE.has(field.kind) && doc.record[field.key])
        .map((field) => (
          <section key={field.key} className={boxed ? 'card' : undefined} style={box} aria-label={field.label}>
            <h2 style={{ fontSize: 14, lineHeight: '20px', fontWeight: 600, marginBottom: 10 }}>{field.label}</h2>
            {field.kind === 'group' ? (
              <Pairs
                fields={shownOf(field.fields, doc.record[field.key] as RecordValue)}
                record={doc.record[field.key] as RecordValue}
                links={doc.links}
              />
            ) : (
              <FieldValue field={field} value={doc.record[field.key]} links={doc.links} />
            )}
          </section>
        ))}
    </div>
  )
}
