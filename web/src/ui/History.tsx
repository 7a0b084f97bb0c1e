// What happened to a document, newest first: who, when, from which status to which, remarks, and what changed.
//
//   <History entries={doc.history} fields={docDef(doc.type)?.fields ?? []} links={doc.links} />
import ArrowForward from '@mui/icons-material/ArrowForward'
import { roleLabel } from '../core'
import type { FieldDef, HistoryEntry } from '../core/types.gen'
import { plainValue } from '../docs/fields/FieldValue'
import type { Links } from '../docs/fields/shape'
import { role } from '../theme/themes'
import { age, moment } from './format'
import { StatusChip } from './StatusChip'

/** 'lines.1.rate_paise' -> the field and its words 'Lines 2, Rate'. */
export function fieldAt(fields: FieldDef[], path: string): { field: FieldDef | null; label: string } {
  const [key, ...rest] = path.split('.')
  const field = fields.find((one) => one.key === key)
  if (!field) return { field: null, label: path }
  if (rest.length === 0) return { field, label: field.label }
  const row = /^\d+$/.test(rest[0] ?? '') ? Number(rest[0]) + 1 : null
  const inner = fieldAt(field.fields, (row === null ? rest : rest.slice(1)).join('.'))
  const name = `${field.label}${row === null ? '' : ` ${row}`}`
  return { field: inner.field ?? null, label: inner.label ? `${name}, ${inner.label}` : name }
}

function words(field: FieldDef | null, value: unknown, links: Links): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (field) return plainValue(field, value, links) || 'nothing'
  return typeof value === 'object' ? 'changed' : String(value)
}

export function actionWords(action: string): string {
  const text = action.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function History({ entries, fields, links = {} }: { entries: HistoryEntry[]; fields: FieldDef[]; links?: Links }) {
  const sorted = [...entries].sort((a, b) => b.at - a.at || b.version - a.version)
  return (
    <ol style={{ display: 'grid' }} aria-label="History">
      {sorted.map((entry, at) => (
        <li key={`${entry.version}:${entry.at}:${at}`} style={{ display: 'grid', gap: 4, padding: '12px 16px', borderTop: at ? `1px solid ${role.line}` : 'none' }}>
          <div style={{ display: 'flex', gap: 8, alignItems: 'center', flexWrap: 'wrap' }}>
            <strong style={{ fontWeight: 600 }}>{actionWords(entry.action)}</strong>
            {entry.from !== entry.to && (
              <span style={{ display: 'inline-flex', gap: 6, alignItems: 'center', flexWrap: 'wrap' }}>
                {entry.from && <><StatusChip status={entry.from} /><ArrowForward titleAccess="to" style={{ fontSize: 14, color: role.ink2 }} /></>}
                {entry.to && <StatusChip status={entry.to} />}
              </span>
            )}
            <span style={{ flex: 1 }} />
            <span style={{ fontSize: 12, color: role.ink2 }} title={moment(entry.at)}>{moment(entry.at)}, {age(entry.at)} ago</span>
          </div>
          <div style={{ fontSize: 13, color: role.ink2 }}>{entry.by_name || entry.by}{entry.role && entry.role !== 'SYS' && `, ${roleLabel(entry.role)}`}</div>
          {(entry.reason || entry.remarks) && <p style={{ fontSize: 13 }}>{[entry.reason, entry.remarks].filter(Boolean).join(': ')}</p>}
          {entry.diff.length > 0 && <Diff entry={entry} fields={fields} links={links} />}
        </li>
      ))}
    </ol>
  )
}

const DIFF_SHOWN = 12

function Diff({ entry, fields, links }: { entry: HistoryEntry; fields: FieldDef[]; links: Links }) {
  return (
    <ul style={{ fontSize: 12, lineHeight: '18px', color: role.ink2 }}>
      {entry.diff.slice(0, DIFF_SHOWN).map(({ path, before, after }) => {
        const { field, label } = fieldAt(fields, path)
        return <li key={path}>{label}: <s>{words(field, before, links)}</s> <ArrowForward titleAccess="became" style={{ fontSize: 12, verticalAlign: -2 }} /> <span style={{ color: role.ink }}>{words(field, after, links)}</span></li>
      })}
      {entry.diff.length > DIFF_SHOWN && <li>and {entry.diff.length - DIFF_SHOWN} more</li>}
    </ul>
  )
}
