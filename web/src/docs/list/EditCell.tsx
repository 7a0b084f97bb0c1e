// One cell of a list, edited where it stands: an ordinary change of its document, refused at the cell.
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { useId, useState, type FormEvent } from 'react'
import type { DocDef, DocView } from '../../core/records'
import type { FieldDef } from '../../core/types.gen'
import { core } from '../../core'
import { useSave } from '../../sync/docs'
import { FieldInput } from '../fields/FieldInput'
import { sendable } from '../record'
import { titleOfDoc } from '../titles'
import { useOutcome } from '../useOutcome'
import css from './list.module.css'
import { say } from '../../words/say'

/** Fields that fit no cell. */
const LARGE = new Set(['rows', 'group', 'secret', 'file', 'many'])

/** The field of a column that the person may change in this document; the column of the name is that of the title. */
export function editable(def: DocDef, doc: DocView, column: string): FieldDef | null {
  const key = column === 'first' && !doc.doc_no ? def.title : column
  const field = def.fields.find((one) => one.key === key)
  if (!doc.editable || !field || field.readonly || field.immutable || field.internal) return null
  return LARGE.has(field.kind) ? null : field
}

interface Props {
  def: DocDef
  doc: DocView
  /** That of the row which is shown: what another changed since is refused. */
  version: number
  column: string
  at: HTMLElement
  onSaved: () => void
  onClose: () => void
}

export function EditCell({ def, doc, version, column, at, onSaved, onClose }: Props) {
  const title = useId()
  const outcome = useOutcome()
  const field = editable(def, doc, column)
  const start = field ? doc.record[field.key] : undefined
  const [value, setValue] = useState<unknown>(start ?? null)
  const [tried, setTried] = useState(false)
  const save = useSave(def.key, doc.id)
  const record = field ? sendable(def.fields, { ...doc.record, [field.key]: value }) : doc.record
  const isOf = (path: string) => path.split('.')[0] === field?.key
  const complete = doc.status !== 'Draft'
  const own = tried
    ? core()
        .check(def.key, record, doc.record, complete)
        .find((issue) => isOf(issue.path))
    : undefined
  const refused = save.problem?.errors.find((issue) => isOf(issue.path))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const wrong = core().check(def.key, record, doc.record, complete)
    if (save.pending || wrong.some((issue) => isOf(issue.path))) return
    if (JSON.stringify(value) === JSON.stringify(start ?? null)) return onClose()
    const saved = await save.run(record, version)
    if (!saved) return
    outcome(saved, say('{def} saved', { def: titleOfDoc(def, saved) }))
    onSaved()
    onClose()
  }
  return (
    <Popover
      open
      anchorEl={at}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { className: css.edit, role: 'dialog', 'aria-labelledby': title } }}
    >
      <form onSubmit={(event) => void submit(event)} className="grid gap-12">
        <h2 id={title} className="text-13 muted ellipsis">
          {titleOfDoc(def, doc)}
        </h2>
        {field ? (
          <FieldInput
            field={field}
            name={field.key}
            value={value}
            error={own?.message ?? refused?.message ?? null}
            known={doc.links}
            of={`${def.key}:${doc.id}`}
            onChange={(next) => {
              setValue(next)
              save.clear()
            }}
            autoFocus
          />
        ) : (
          <p>
            {doc.editable
              ? say('This column is not edited here.')
              : say('You cannot edit this document in its status.')}
          </p>
        )}
        {save.problem && !refused && (
          <p role="alert" className="bar-alert">
            {save.problem.detail}
          </p>
        )}
        <div className="flex gap-8">
          {field && (
            <Button type="submit" variant="contained" color="primary" aria-busy={save.pending}>
              {save.pending ? say('Saving') : say('Save')}
            </Button>
          )}
          <Button variant="text" onClick={onClose} autoFocus={!field}>
            {field ? say('Cancel') : say('Close')}
          </Button>
        </div>
      </form>
    </Popover>
  )
}
