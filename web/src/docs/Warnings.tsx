// What is worth a look in a document, and what of it waits for approval beside what is in force.
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined'
import type { DocDef, DocView, RecordValue } from '../core/records'
import type { FieldDef } from '../core/types.gen'
import { role } from '../theme/themes'
import { plainValue } from './fields/FieldValue'

export function Warnings({ doc }: { doc: DocView }) {
  if (doc.warnings.length === 0) return null
  return (
    <ul
      role="status"
      aria-label="Warnings"
      style={{
        display: 'grid',
        gap: 4,
        padding: '8px 12px',
        marginBottom: 12,
        borderRadius: 6,
        background: role.warnTint,
        color: role.warn,
        fontSize: 13,
      }}
    >
      {doc.warnings.map((issue) => (
        <li key={`${issue.path}:${issue.message}`} style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
          <WarningAmberOutlined aria-hidden style={{ fontSize: 16, flex: 'none' }} />
          {issue.message}
        </li>
      ))}
    </ul>
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
  const shown = (field: FieldDef, value: unknown) => plainValue(field, value, doc.links) || 'nothing'
  return (
    <section className="card" aria-label={group.label} style={{ marginBottom: 12, overflowX: 'auto' }}>
      <h2 style={{ fontSize: 14, lineHeight: '20px', fontWeight: 600, padding: '12px 16px 0' }}>{group.label}</h2>
      <table className="lines" style={{ width: '100%' }}>
        <thead>
          <tr>
            <th scope="col" style={{ textAlign: 'left' }}>
              Field
            </th>
            <th scope="col" style={{ textAlign: 'left' }}>
              In force
            </th>
            <th scope="col" style={{ textAlign: 'left' }}>
              Proposed
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, field, value }) => (
            <tr key={key}>
              <td>{key}</td>
              <td style={{ color: role.ink2 }}>{shown(field, now.find((one) => one.key === key)?.value)}</td>
              <td style={{ fontWeight: 600 }}>{shown(field, value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
