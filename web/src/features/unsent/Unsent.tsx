// What I did without the server: waiting, refused with the reason and what changed meanwhile, and what was sent.
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { drop, flush, isOpen, keepMine, useOutbox, type Entry } from '../../sync/outbox'
import { keepDraft } from '../../sync/drafts'
import { useReach } from '../../net/reach'
import { docDef } from '../../core'
import type { DocDef } from '../../core/records'
import { ConflictDialog, differences } from '../../docs/ConflictDialog'
import { plainValue } from '../../docs/fields/FieldValue'
import { sendable } from '../../docs/record'
import { titleOfDoc } from '../../docs/titles'
import { paths } from '../../docs/paths'
import { moment } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Empty } from '../../ui/states'
import { lower } from '../../ui/words'
import { classes } from '../../theme/classes'
import css from './Unsent.module.css'

const deedOf = (def: DocDef, { deed, action, base }: Entry): string => {
  if (deed === 'create') return `New ${lower(def.label)}`
  if (deed === 'update') return 'Changed'
  return (
    def.actions.find((one) => one.action === action)?.label ??
    base?.actions.find((one) => one.action === action)?.label ??
    action ??
    ''
  )
}

const STATE = {
  waiting: ['Waiting to be sent', css.off],
  refused: ['Refused', 'danger'],
  sent: ['Sent', 'ok'],
} as const

export default function Unsent() {
  const all = useOutbox()
  const reach = useReach()
  const [open, sent] = [all.filter(isOpen), all.filter((entry) => !isOpen(entry)).reverse()]
  const waiting = open.some((entry) => entry.state === 'waiting')
  return (
    <Page
      title="Unsent changes"
      actions={waiting && reach.live && <Button onClick={() => void flush()}>Send now</Button>}
    >
      <div className={css.page}>
        <section className="card" aria-label="Not sent yet">
          {open.length === 0 ? (
            <Empty title="No unsent changes">Changes to orders and loadings wait here while the server is away.</Empty>
          ) : (
            <ul>
              {open.map((entry) => (
                <One key={entry.command_id} entry={entry} />
              ))}
            </ul>
          )}
        </section>
        {sent.length > 0 && (
          <section className="card" aria-labelledby="sent">
            <h2 id="sent" className="subheading p-12-16">
              Sent
            </h2>
            <ul>
              {sent.map((entry) => (
                <One key={entry.command_id} entry={entry} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </Page>
  )
}

function One({ entry }: { entry: Entry }) {
  const def = docDef(entry.doc_type)
  if (!def) return null
  const [state, ink] = STATE[entry.state]
  const name = [...new Set([entry.preview.doc_no, titleOfDoc(def, entry.preview)])].filter(Boolean).join(' · ')
  return (
    <li className="grid gap-6 p-12-16 rule-above">
      <span className="flex between gap-12 wrap">
        <span>
          <Link to={paths.view(def.key, entry.id)} className="bold">
            {name}
          </Link>{' '}
          <span className="muted">{deedOf(def, entry)}</span>
        </span>
        <span className={`nowrap semibold text-13 ${ink}`}>{state}</span>
      </span>
      <span className="muted text-13">
        Made {moment(entry.at)}
        {entry.state === 'waiting' && !entry.checked && ', checked when it is sent'}
      </span>
      {entry.problem && (
        <p
          role={entry.state === 'refused' ? 'alert' : undefined}
          className={classes('text-13', entry.state === 'refused' ? 'danger' : 'warn')}
        >
          {entry.problem.detail}
        </p>
      )}
      {entry.state === 'refused' && <Refused def={def} entry={entry} />}
    </li>
  )
}

/** What was changed meanwhile, by whom and when, and what to do about it. */
function Refused({ def, entry }: { def: DocDef; entry: Entry }) {
  const navigate = useNavigate()
  const [comparing, setComparing] = useState(false)
  const { base, saved, record } = entry
  const moved = base && saved ? differences(def.fields, base.record, base.record, saved.record) : []
  const by = saved?.history.at(-1)?.by_name ?? saved?.updated_by ?? 'somebody'
  const stale = entry.problem?.status === 409 && saved
  const edit = async () => {
    const isNew = entry.deed === 'create'
    keepDraft(
      `${def.key}:${isNew ? 'new' : entry.id}`,
      def.key === 'order' ? record : { record, version: saved?.version ?? entry.version ?? null, id: entry.id },
      name(def, entry),
      isNew ? paths.add(def.key) : paths.edit(def.key, entry.id),
    )
    await drop(entry)
    void navigate(isNew ? paths.add(def.key) : paths.edit(def.key, entry.id))
  }
  return (
    <>
      {stale && (
        <div className="text-13">
          {base && base.status !== saved.status && (
            <p>
              {by} changed it: it is now {saved.status}.
            </p>
          )}
          {moved.length > 0 && (
            <table className="lines mt-6">
              <thead>
                <tr>
                  <th scope="col" className="left">
                    Field
                  </th>
                  <th scope="col" className="left">
                    You saw
                  </th>
                  <th scope="col" className="left">
                    Now saved
                  </th>
                </tr>
              </thead>
              <tbody>
                {moved.map((one) => (
                  <tr key={one.field.key}>
                    <td>{one.field.label}</td>
                    <td>{said(one.field, base?.record[one.field.key], base?.links)}</td>
                    <td>{said(one.field, one.saved, saved.links)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
      )}
      <span className="flex gap-8 wrap">
        {stale && entry.deed === 'update' && (
          <Button size="small" variant="contained" color="primary" onClick={() => setComparing(true)}>
            Compare
          </Button>
        )}
        {stale && entry.deed === 'act' && (
          <Button size="small" variant="contained" color="primary" onClick={() => void keepMine(entry)}>
            Apply to the saved version
          </Button>
        )}
        {!stale && (
          <Button size="small" variant="contained" color="primary" onClick={() => void keepMine(entry)}>
            Send again
          </Button>
        )}
        {record && (
          <Button size="small" onClick={() => void edit()}>
            Edit
          </Button>
        )}
        <Button size="small" variant="text" onClick={() => void drop(entry)}>
          {stale ? 'Use the saved version' : 'Discard change'}
        </Button>
      </span>
      {comparing && saved && base && record && (
        <ConflictDialog
          def={def}
          base={sendable(def.fields, base.record)}
          mine={record}
          saved={{ ...saved, record: sendable(def.fields, saved.record) }}
          by={by}
          onClose={() => setComparing(false)}
          onKeep={(merged) => {
            setComparing(false)
            void keepMine(entry, merged)
          }}
          onUseSaved={() => {
            setComparing(false)
            void drop(entry)
          }}
        />
      )}
    </>
  )
}

const name = (def: DocDef, entry: Entry) => `${lower(def.label)} ${titleOfDoc(def, entry.preview)}`

function said(field: DocDef['fields'][number], value: unknown, links: Entry['preview']['links'] | undefined): string {
  if (field.kind === 'rows')
    return Array.isArray(value) ? `${value.length} ${value.length === 1 ? 'row' : 'rows'}` : 'nothing'
  return plainValue(field, value, links ?? {}) || 'nothing'
}
