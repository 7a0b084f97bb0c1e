// What happened to a document, newest first: who, when, from which status to which, remarks, and what changed.
//
//   <History def={def} doc={doc} />
import ArrowForward from '@mui/icons-material/ArrowForward'
import { roleLabel } from '../core'
import type { DocDef, DocView } from '../core/records'
import { NOTHING, told, type Change } from './history'
import { useReasons } from './reasons'
import { age, moment } from '../ui/format'
import { StatusChip } from '../ui/StatusChip'
import css from './HistoryView.module.css'
import { say } from '../words/say'

export function History({ def, doc }: { def: DocDef; doc: DocView }) {
  const reasons = useReasons()
  const sorted = [...doc.history]
    .sort((a, b) => b.at - a.at || b.version - a.version)
    .map((entry) => ({ ...entry, ...told(def, entry, doc.links, reasons) }))
  return (
    <ol className="grid" aria-label={say('History')}>
      {sorted.map((entry, at) => (
        <li key={`${entry.version}:${entry.at}:${at}`} className="divided grid gap-4 p-12-16">
          <div className="row between gap-8 wrap">
            <span className="inline-row gap-8 wrap">
              <strong className="bold">{entry.deed}</strong>
              {entry.from !== entry.to && (
                <span className="inline-row gap-6 wrap">
                  {entry.from && (
                    <>
                      <StatusChip status={entry.from} />
                      <ArrowForward titleAccess={say('to')} className="text-14 muted" />
                    </>
                  )}
                  {entry.to && <StatusChip status={entry.to} />}
                </span>
              )}
            </span>
            <span className="text-12 muted" title={moment(entry.at)}>
              {say('{at}, {at2} ago', { at: moment(entry.at), at2: age(entry.at) })}
            </span>
          </div>
          <div className="text-13 muted">
            {entry.by_name || entry.by}
            {entry.role && entry.role !== 'SYS' && `, ${roleLabel(entry.role)}`}
          </div>
          {entry.why && <p className="text-13">{entry.why}</p>}
          {entry.changes.length > 0 && <Changes all={entry.changes} />}
        </li>
      ))}
    </ol>
  )
}

const SHOWN = 12

function Changes({ all }: { all: Change[] }) {
  return (
    <ul className={css.changes}>
      {all.slice(0, SHOWN).map(({ path, label, before, after }) => (
        <li key={path}>
          {label}:{' '}
          {before !== NOTHING && (
            <>
              <s>{before}</s> <ArrowForward titleAccess={say('became')} className={css.arrow} />{' '}
            </>
          )}
          <span className="ink">{after}</span>
        </li>
      ))}
      {all.length > SHOWN && <li>{say('and {all} more', { all: all.length - SHOWN })}</li>}
    </ul>
  )
}
