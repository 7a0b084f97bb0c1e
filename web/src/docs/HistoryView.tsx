// What happened to a document, newest first: who, when, from which status to which, remarks, and what changed.
//
//   <History def={def} doc={doc} />
import ArrowForward from '@mui/icons-material/ArrowForward'
import { roleLabel } from '../core'
import type { DocDef, DocView } from '../core/records'
import { told, type Change } from './history'
import { useReasons } from './reasons'
import { role } from '../theme/themes'
import { age, moment } from '../ui/format'
import { StatusChip } from '../ui/StatusChip'

export function History({ def, doc }: { def: DocDef; doc: DocView }) {
  const reasons = useReasons()
  const sorted = [...doc.history]
    .sort((a, b) => b.at - a.at || b.version - a.version)
    .map((entry) => ({ ...entry, ...told(def, entry, doc.links, reasons) }))
  return (
    <ol style={{ display: 'grid' }} aria-label="History">
      {sorted.map((entry, at) => (
        <li
          key={`${entry.version}:${entry.at}:${at}`}
          style={{ display: 'grid', gap: 4, padding: '12px 16px', borderTop: at ? `1px solid ${role.line}` : 'none' }}
        >
          <div style={{ display: 'flex', gap: 8, alignItems: 'center', flexWrap: 'wrap' }}>
            <strong style={{ fontWeight: 600 }}>{entry.deed}</strong>
            {entry.from !== entry.to && (
              <span style={{ display: 'inline-flex', gap: 6, alignItems: 'center', flexWrap: 'wrap' }}>
                {entry.from && (
                  <>
                    <StatusChip status={entry.from} />
                    <ArrowForward titleAccess="to" style={{ fontSize: 14, color: role.ink2 }} />
                  </>
                )}
                {entry.to && <StatusChip status={entry.to} />}
              </span>
            )}
            <span style={{ flex: 1 }} />
            <span style={{ fontSize: 12, color: role.ink2 }} title={moment(entry.at)}>
              {moment(entry.at)}, {age(entry.at)} ago
            </span>
          </div>
          <div style={{ fontSize: 13, color: role.ink2 }}>
            {entry.by_name || entry.by}
            {entry.role && entry.role !== 'SYS' && `, ${roleLabel(entry.role)}`}
          </div>
          {entry.why && <p style={{ fontSize: 13 }}>{entry.why}</p>}
          {entry.changes.length > 0 && <Changes all={entry.changes} />}
        </li>
      ))}
    </ol>
  )
}

const SHOWN = 12

function Changes({ all }: { all: Change[] }) {
  return (
    <ul style={{ fontSize: 12, lineHeight: '18px', color: role.ink2 }}>
      {all.slice(0, SHOWN).map(({ path, label, before, after }) => (
        <li key={path}>
          {label}: <s>{before}</s> <ArrowForward titleAccess="became" style={{ fontSize: 12, verticalAlign: -2 }} />{' '}
          <span style={{ color: role.ink }}>{after}</span>
        </li>
      ))}
      {all.length > SHOWN && <li>and {all.length - SHOWN} more</li>}
    </ul>
  )
}
