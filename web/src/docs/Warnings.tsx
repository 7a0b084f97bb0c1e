// What is worth a look in a document, and what of it waits for approval beside what is in force.
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined'
import type { DocDef, DocView, RecordValue } from '../core/records'
import type { FieldDef } from '../core/types.gen'
import { plainValue } from './fields/FieldValue'
import { Sideways } from '../ui/Sideways'
import css from './Warnings.module.css'
import { say } from '../words/say'

export function Warnings({ doc }: { doc: DocView }) {
  if (doc.warnings.length === 0) return null
  return (
    <div role="status" aria-label={say('Warnings')}>
      <ul className={css.warnings}>
        {doc.warnings.map((issue) => (
          <li key={`${issue.path}:${issue.message}`} className="row gap-8">
            <WarningAmberOutlined aria-hidden className="text-16 rigid" />
            {issue.message}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The fields of a group as one line each, so that only what differs is shown. */
function flat(
  fields: FieldDef[],
  record: RecordValue,
  before = '',
): { key: string; field: FieldDef; value: unknown }[] {
  return fields.flatMap((field) => {
    const value = record[field.key]
    if (field.kind === 'group') return flat(field.fields, (value ?? {}) as RecordValue, `${before}${field.label}: `)
    return [{ key: `${before}${field.label}`, field, value }]
  })
}

/** Changes of an approved party that wait: what is in force, and what would be. */
export function Proposed({ def, doc }: { def: DocDef; doc: DocView }) {
  const group = def.fields.find((field) => field.key === 'proposed')
  const waiting = doc.record.proposed as RecordValue | undefined
  if (!group || !waiting) return null
  const fields = group.fields.filter((field) => field.key in waiting)
  const now = flat(fields, doc.record)
  const rows = flat(fields, waiting).filter(
    ({ value }, at) => JSON.stringify(value ?? null) !== JSON.stringify(now[at]?.value ?? null),
  )
  const shown = (field: FieldDef, value: unknown) => plainValue(field, value, doc.links) || say('nothing')
  return (
    <section className="card mb-12" aria-label={group.label}>
      <h2 className={css.heading}>{group.label}</h2>
      <Sideways>
        <table className="lines full">
          <thead>
            <tr>
              <th scope="col" className="left">
                {say('Field')}
              </th>
              <th scope="col" className="left">
                {say('In force')}
              </th>
              <th scope="col" className="left">
                {say('Proposed')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, field, value }) => (
              <tr key={key}>
                <td>{key}</td>
                <td className="muted">{shown(field, now.find((one) => one.key === key)?.value)}</td>
                <td className="bold">{shown(field, value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Sideways>
    </section>
  )
}
