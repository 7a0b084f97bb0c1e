// The form and the view of a master that has a list alone, over that list: ?new, ?id=, ?id=&edit.
import Close from '@mui/icons-material/Close'
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined'
import EditOutlined from '@mui/icons-material/EditOutlined'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import { useCallback, useEffect, useId, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { DocDef, DocView, RecordValue } from '../core/records'
import { useDoc } from '../sync/docs'
import { may } from '../sync/rights'
import { useUser } from '../sync/store'
import { History } from './HistoryView'
import { Failed, Skeletons } from '../ui/states'
import { StatusChip } from '../ui/StatusChip'
import { DocActions } from './DocActions'
import { DraftState, FormFields, FormProblem, Restored } from './FormFields'
import { titleOfDoc } from './titles'
import { ownPages } from './overrides'
import { useDocForm } from './useDocForm'
import { ViewFields } from './ViewFields'
import { Warnings } from './Warnings'
import { lower } from '../ui/words'
import { PrintLabels, isLabelled } from './labels/PrintLabels'
import css from './DocDrawer.module.css'
import { useQuery } from '../ui/query'
import { say } from '../words/say'

const OWN = ['new', 'id', 'edit', 'like']

export function useDrawer() {
  const { query, change } = useQuery()
  const go = useCallback(
    (next: Record<string, string>, replace = false) =>
      change(
        (now) => {
          for (const key of OWN) now.delete(key)
          for (const [key, value] of Object.entries(next)) now.set(key, value)
        },
        { replace },
      ),
    [change],
  )
  return {
    isNew: query.has('new'),
    id: query.get('id'),
    like: query.get('like') ?? undefined,
    editing: query.has('edit'),
    go,
  }
}

export function DocDrawer({ def, onChanged }: { def: DocDef; onChanged: () => void }) {
  const { isNew, id, like, editing, go } = useDrawer()
  const user = useUser()
  const titleId = useId()
  const stands = useRef(false)
  useEffect(() => void (stands.current = isNew), [isNew])
  const close = useCallback(() => {
    stands.current = false
    go({})
  }, [go])
  const canEdit = may(user, def, 'edit')
  const paper = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A form that gives way to the view takes its focus with it: without any, Escape would reach nobody.
    if (paper.current && !paper.current.contains(document.activeElement)) paper.current.focus()
  }, [isNew, id, editing])
  const body =
    isNew && may(user, def, 'add') ? (
      <Copy
        key={like ?? 'new'}
        def={def}
        like={like}
        titleId={titleId}
        onClose={close}
        onSaved={(saved) => {
          onChanged()
          // Whoever closed the drawer while it was saved is not brought back into it.
          if (stands.current) go({ id: saved.id }, true)
        }}
      />
    ) : (
      id && (
        <Existing
          key={`${id}:${editing}`}
          def={def}
          id={id}
          edit={editing && canEdit}
          canEdit={canEdit}
          canAdd={may(user, def, 'add')}
          titleId={titleId}
          onClose={close}
          onChanged={onChanged}
          go={go}
        />
      )
    )
  return (
    <Side paper={paper} titleId={titleId} open={!!body} onClose={close}>
      {body}
    </Side>
  )
}

/** A document beside the page of another: begun with what that page knows, then its view with its steps. */
export function DocAside({
  def,
  id,
  given,
  onClose,
  onSaved,
}: {
  def: DocDef
  /** None for a new one. */
  id: string | null
  given?: RecordValue
  onClose: () => void
  onSaved: (saved: DocView) => void
}) {
  const user = useUser()
  const titleId = useId()
  const [editing, setEditing] = useState(false)
  const paper = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (paper.current && !paper.current.contains(document.activeElement)) paper.current.focus()
  }, [id, editing])
  return (
    <Side paper={paper} titleId={titleId} open onClose={onClose}>
      {id ? (
        <Existing
          key={`${id}:${editing}`}
          def={def}
          id={id}
          edit={editing}
          canEdit={may(user, def, 'edit')}
          canAdd={false}
          titleId={titleId}
          onClose={onClose}
          onChanged={() => undefined}
          go={(next) => setEditing('edit' in next)}
        />
      ) : (
        <Form def={def} doc={null} given={given} titleId={titleId} onClose={onClose} onSaved={onSaved} />
      )}
    </Side>
  )
}

function Side({
  paper,
  titleId,
  open,
  onClose,
  children,
}: {
  paper: RefObject<HTMLDivElement | null>
  titleId: string
  open: boolean
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={onClose}
      slotProps={{
        paper: {
          ref: paper,
          tabIndex: -1,
          role: 'dialog',
          'aria-labelledby': titleId,
          className: css.paper,
        },
      }}
    >
      {children}
    </Drawer>
  )
}

function Head({
  titleId,
  title,
  children,
  onClose,
}: {
  titleId: string
  title: string
  children?: ReactNode
  onClose: () => void
}) {
  return (
    <header className={css.head}>
      <h2 id={titleId} className="ellipsis heading">
        {title}
      </h2>
      <span className="grow" />
      {children}
      <IconButton onClick={onClose} aria-label={say('Close')}>
        <Close />
      </IconButton>
    </header>
  )
}

interface ExistingProps {
  def: DocDef
  id: string
  edit: boolean
  canEdit: boolean
  canAdd: boolean
  titleId: string
  onClose: () => void
  onChanged: () => void
  go: (next: Record<string, string>, replace?: boolean) => void
}

function Existing({ def, id, edit, canEdit, canAdd, titleId, onClose, onChanged, go }: ExistingProps) {
  const { data: doc, error, refetch } = useDoc(def.key, id)
  if (!doc) {
    return (
      <>
        <Head titleId={titleId} title={def.label} onClose={onClose} />
        {error ? (
          <Failed
            problem={error}
            what={say('The {label}', { label: lower(def.label) })}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeletons rows={6} />
        )}
      </>
    )
  }
  if (edit)
    return (
      <Form
        def={def}
        doc={doc}
        titleId={titleId}
        onClose={() => go({ id })}
        onSaved={() => {
          onChanged()
          go({ id }, true)
        }}
      />
    )
  return (
    <>
      <Head titleId={titleId} title={titleOfDoc(def, doc)} onClose={onClose}>
        <StatusChip status={doc.status} />
        {isLabelled(doc) && <PrintLabels type={def.key} id={doc.id} />}
        {canEdit && doc.editable && (
          <Button size="small" startIcon={<EditOutlined />} onClick={() => go({ id, edit: '' })}>
            {say('Edit')}
          </Button>
        )}
        {canAdd && (
          <Button size="small" startIcon={<ContentCopyOutlined />} onClick={() => go({ new: '', like: id })}>
            {doc.editable ? say('Copy') : say('New version')}
          </Button>
        )}
      </Head>
      <div className={css.body}>
        <div>
          <Warnings doc={doc} />
          <ViewFields def={def} doc={doc} />
        </div>
        <section aria-label={say('History')} className={css.history}>
          <History def={def} doc={doc} />
        </section>
      </div>
      <DocActions def={def} doc={doc} onDone={onChanged} />
    </>
  )
}

interface FormProps {
  def: DocDef
  doc: DocView | null
  like?: RecordValue
  given?: RecordValue
  titleId: string
  onClose: () => void
  onSaved: (saved: DocView) => void
}

/** A new document like another one: all of it but what no two may share. */
function Copy({ like, ...props }: Omit<FormProps, 'doc' | 'like'> & { like?: string }) {
  const { def, titleId, onClose } = props
  const { data, error, refetch } = useDoc(def.key, like)
  const record = useMemo(
    () =>
      data &&
      Object.fromEntries(
        Object.entries(data.record).filter(([key]) => !def.fields.some((field) => field.key === key && field.unique)),
      ),
    [data, def],
  )
  if (!like || record) return <Form {...props} doc={null} like={record} />
  return (
    <>
      <Head titleId={titleId} title={say('New {label}', { label: lower(def.label) })} onClose={onClose} />
      {error ? (
        <Failed problem={error} what={say('The {label}', { label: lower(def.label) })} onRetry={() => void refetch()} />
      ) : (
        <Skeletons rows={6} />
      )}
    </>
  )
}

function Form({ def, doc, like, given, titleId, onClose, onSaved }: FormProps) {
  const options = { like, given }
  const { form, submit, pending, problem, dialog, restored, savedAt, discard } = useDocForm(def, doc, onSaved, options)
  return (
    <>
      <Head
        titleId={titleId}
        title={doc ? say('Edit {def}', { def: titleOfDoc(def, doc) }) : say('New {label}', { label: lower(def.label) })}
        onClose={onClose}
      />
      <form
        ref={form.root}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        onKeyDown={(event) => {
          if (event.ctrlKey && (event.key === 'Enter' || event.key === 's')) {
            event.preventDefault()
            submit()
          }
        }}
        className="fill-column"
      >
        <div className="grow scroll p-20">
          {restored && <Restored at={savedAt} onDiscard={discard} />}
          <FormFields def={def} form={form} known={doc?.links} isNew={!doc} />
        </div>
        <footer className={css.foot}>
          <Button type="submit" variant="contained" color="primary" aria-busy={pending}>
            {pending ? say('Saving') : `${(!doc && ownPages(def.key).verb) || say('Save')} ${lower(def.label)}`}
          </Button>
          <Button
            onClick={() => {
              discard()
              onClose()
            }}
          >
            {say('Discard')}
          </Button>
          <FormProblem form={form} problem={problem} />
          <span className="grow" />
          <DraftState savedAt={savedAt} />
        </footer>
      </form>
      {dialog}
    </>
  )
}
