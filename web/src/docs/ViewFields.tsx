// A document's fields as they are read: plain ones in a grid, groups and rows below.
import type { DocDef, DocView, Links, RecordValue } from '../core/records'
import type { FieldDef } from '../core/types.gen'
import { FieldValue } from './fields/FieldValue'
import { classes } from '../theme/classes'
import css from './ViewFields.module.css'

const LARGE = new Set(['rows', 'group'])

/**
 * What the person may not see is not in the record and has no place here; nor has what nobody filled, unless it should
 * be.
 */
function shownOf(fields: FieldDef[], record: RecordValue): FieldDef[] {
  const filled = (value: unknown) =>
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  return fields.filter(
    (field) =>
      field.kind !== 'secret' &&
      !field.internal &&
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
          className={classes('min-0', field.kind === 'note' || field.kind === 'many' ? 'span-two' : undefined)}
        >
          <dt className={css.label}>{field.label}</dt>
          <dd className="medium">
            <FieldValue field={field} value={record[field.key]} links={links} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function ViewFields({ def, doc, boxed }: { def: DocDef; doc: DocView; boxed?: boolean }) {
  const fields = shownOf(def.fields, doc.record)
  return (
    <div className={classes(css.sections, boxed ? 'gap-12' : 'gap-20')}>
      <div className={boxed ? 'card p-16' : undefined}>
        <Pairs fields={fields.filter((field) => !LARGE.has(field.kind))} record={doc.record} links={doc.links} />
      </div>
      {fields
        .filter((field) => LARGE.has(field.kind) && doc.record[field.key])
        .map((field) => (
          <section key={field.key} className={boxed ? 'card p-16' : undefined} aria-label={field.label}>
            <h2 className="subheading mb-10">{field.label}</h2>
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
