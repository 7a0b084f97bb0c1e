// What I did without the server: waiting, refused with the reason and what changed meanwhile, and what was sent.
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useId, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { drop, flush, isOpen, keepMine, useOutbox, type Entry } from '../../sync/outbox'
import { keepDraft } from '../../sync/drafts'
import { useFilesOf } from '../../sync/files'
import { useReach } from '../../net/reach'
import { docDef } from '../../core'
import type { DocDef, DocView, RecordValue } from '../../core/records'
import { ConflictDialog } from '../../docs/ConflictDialog'
import { differences, merged } from '../../docs/conflict'
import { Differences } from '../../docs/Differences'
import { sendable } from '../../docs/record'
import { fileWords } from '../../docs/fields/FileInput'
import { ownPages } from '../../docs/overrides'
import { paths } from '../../docs/paths'
import { useBackCloses } from '../../ui/back'
import { moment } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Empty } from '../../ui/states'
import { useToast } from '../../ui/Toasts'
import { lower } from '../../ui/words'
import { classes } from '../../theme/classes'
import { deedOf, mendedAt, mendedFrom, nameOf, typedIn } from './told'
import css from './Unsent.module.css'
import { say } from '../../words/say'

const STATE = {
  waiting: ['Queued', css.off],
  refused: [say('Refused'), 'danger'],
  sent: ['Sent', 'ok'],
} as const

export default function Unsent() {
  const all = useOutbox()
  const reach = useReach()
  const [open, sent] = [all.filter(isOpen), all.filter((entry) => !isOpen(entry)).reverse()]
  const waiting = open.some((entry) => entry.state === 'waiting')
  return (
    <Page
      title={say('Unsent changes')}
      actions={waiting && reach.live && <Button onClick={() => void flush()}>{say('Send now')}</Button>}
    >
      <div className={css.page}>
        <section className="card" aria-label={say('Not sent yet')}>
          {open.length === 0 ? (
            <Empty title={say('No unsent changes')}>
              {say('What you change while the server is away waits here.')}
            </Empty>
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
              {say('Sent')}
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
  const files = useFilesOf(entry.record ?? entry.inputs)
  if (!def) return null
  const [state, ink] = STATE[entry.state]
  return (
    <li className="grid gap-6 p-12-16 rule-above">
      <span className="flex between gap-12 wrap">
        <span>
          <Link to={paths.view(def.key, entry.id)} className="bold">
            {nameOf(def, entry)}
          </Link>{' '}
          <span className="muted">{deedOf(def, entry)}</span>
        </span>
        <span className={`nowrap semibold text-13 ${ink}`}>{state}</span>
      </span>
      <span className="muted text-13">
        {say('Made {at}', { at: moment(entry.at) })}
        {entry.state === 'waiting' && !entry.checked && say(', checked when it is sent')}
      </span>
      {files.length > 0 && isOpen(entry) && (
        <span role="status" className="muted text-13">
          {files.length === 1 ? say('1 file') : say('{files} files', { files: files.length })}
          {say(' with it:')} {[...new Set(files.map(fileWords))].join(', ').toLowerCase()}
        </span>
      )}
      {entry.problem && (
        <p
          role={entry.state === 'refused' ? 'alert' : undefined}
          className={classes('text-13', entry.state === 'refused' ? 'danger' : 'warn')}
        >
          {entry.problem.detail}
        </p>
      )}
      {entry.state === 'refused' && <Refused def={def} entry={entry} />}
      {/* What was sent once may be with the server already: only its answer says what became of it. */}
      {entry.state === 'waiting' && !entry.tried && <Waiting def={def} entry={entry} />}
    </li>
  )
}

function Waiting({ def, entry }: { def: DocDef; entry: Entry }) {
  const [dropping, setDropping] = useState(false)
  return (
    <span>
      <Button size="small" variant="text" onClick={() => setDropping(true)}>
        {say('Discard change')}
      </Button>
      {dropping && (
        <DropDialog def={def} entry={entry} onKeep={() => setDropping(false)} onDrop={() => void drop(entry)} />
      )}
    </span>
  )
}

/** What was changed meanwhile, by whom and when, and what to do about it. */
function Refused({ def, entry }: { def: DocDef; entry: Entry }) {
  const navigate = useNavigate()
  const notify = useToast()
  const [comparing, setComparing] = useState(false)
  const { record } = entry
  const [base, saved] = [typed(def, entry.base), typed(def, entry.saved)]
  const moved = base && saved ? differences(def.fields, base.record, base.record, saved.record) : []
  const by = saved?.history.at(-1)?.by_name ?? saved?.updated_by ?? 'somebody'
  const stale = entry.problem?.status === 409 && saved
  const [dropping, setDropping] = useState(false)
  const mend = () => {
    const there = mendedAt(entry)
    if (there) return void navigate(there)
    const isNew = entry.deed === 'create'
    const page = isNew ? paths.add(def.key) : paths.edit(def.key, entry.id)
    // What another saved meanwhile is kept, where it is not the same that was typed.
    const mine =
      record && base && saved
        ? merged(differences(def.fields, base.record, record, saved.record), saved.record, base.record)
        : record
    const over = saved ?? base
    const kept = keepDraft(
      `${def.key}:${isNew ? 'new' : entry.id}`,
      { record: mine ?? {}, version: over?.version ?? null, base: over?.record ?? null, id: entry.id },
      `${lower(def.label)} ${nameOf(def, entry)}`,
      page,
    )
    if (!kept)
      return notify(say('This browser has no room to open it. Discard other changes first'), { tone: 'danger' })
    void navigate(mendedFrom(page, entry))
  }
  return (
    <>
      {stale && (
        <div className="text-13">
          {base && base.status !== saved.status && (
            <p>{say('{by} changed it: it is now {status}.', { by, status: saved.status })}</p>
          )}
          {moved.length > 0 && (
            <Differences
              all={moved}
              links={{ ...base?.links, ...saved.links }}
              mine={say('You saw')}
              saved={say('Now saved')}
            />
          )}
        </div>
      )}
      <span className="flex gap-8 wrap">
        {stale && entry.deed === 'update' && (
          <Button size="small" variant="contained" color="primary" onClick={() => setComparing(true)}>
            {say('Compare')}
          </Button>
        )}
        {stale && (entry.deed === 'act' || entry.deed === 'delete') && (
          <Button size="small" variant="contained" color="primary" onClick={() => void keepMine(entry)}>
            {say('Apply to the saved version')}
          </Button>
        )}
        {!stale && (
          <Button size="small" variant="contained" color="primary" onClick={() => void keepMine(entry)}>
            {say('Send again')}
          </Button>
        )}
        {entry.deed !== 'delete' && (
          <Button size="small" onClick={mend}>
            {say('Open and correct')}
          </Button>
        )}
        <Button size="small" variant="text" onClick={() => setDropping(true)}>
          {stale ? say('Use the saved version') : say('Discard change')}
        </Button>
      </span>
      {dropping && (
        <DropDialog def={def} entry={entry} onKeep={() => setDropping(false)} onDrop={() => void drop(entry)} />
      )}
      {comparing && saved && base && record && (
        <ConflictDialog
          def={def}
          base={base.record}
          mine={record}
          saved={saved}
          known={entry.preview.links}
          by={by}
          onClose={() => setComparing(false)}
          onKeep={(merged) => {
            setComparing(false)
            void keepMine(entry, merged)
          }}
          onUseSaved={() => {
            setComparing(false)
            setDropping(true)
          }}
        />
      )}
    </>
  )
}

/** A document as its form would have it: what the rules work out is nobody's change. */
function typed(def: DocDef, doc: DocView | null): DocView | null {
  if (!doc) return null
  const { typed: asTyped = (record: RecordValue) => record } = ownPages(def.key)
  return { ...doc, record: sendable(def.fields, asTyped(doc.record)) }
}

/** Says what is lost before it is. */
function DropDialog({
  def,
  entry,
  onKeep,
  onDrop,
}: {
  def: DocDef
  entry: Entry
  onKeep: () => void
  onDrop: () => void
}) {
  const id = useId()
  useBackCloses(onKeep)
  const typed = typedIn(def, entry)
  const told = { def: nameOf(def, entry), def2: deedOf(def, entry) }
  return (
    <Dialog open onClose={onKeep} aria-labelledby={id} maxWidth="xs" fullWidth>
      <div className="p-20 grid gap-16">
        <div>
          <h2 id={id} className="heading">
            {say('Discard this change?')}
          </h2>
          <p className="muted mt-4">
            {entry.state === 'refused'
              ? say('{def}: {def2}. It was refused and changed nothing, and cannot be brought back.', told)
              : say('{def}: {def2}. It was never sent, and cannot be brought back.', told)}
          </p>
        </div>
        {typed.length > 0 && (
          <dl className={css.lost}>
            {typed.map(({ field, text }) => (
              <div key={field.key} className="flex between gap-12">
                <dt className="muted">{field.label}</dt>
                <dd className="right">{text}</dd>
              </div>
            ))}
          </dl>
        )}
        <div className="flex gap-8 wrap">
          <Button variant="contained" color="error" onClick={onDrop}>
            {say('Discard')}
          </Button>
          <Button onClick={onKeep} autoFocus>
            {say('Keep it')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
