// A step that is entered in the page itself: its inputs, kept on this device until they are sent.
import Button from '@mui/material/Button'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { core, docDef } from '../core'
import type { DocView, RecordValue } from '../core/records'
import type { ActionView, DocKey } from '../core/types.gen'
import { docNow, useAct } from '../sync/docs'
import { useDraft } from '../sync/drafts'
import { useMended, useRefusal } from '../sync/mended'
import { useAppDispatch } from '../sync/store'
import { FieldInput } from './fields/FieldInput'
import { spanOf } from './fields/shape'
import { defaultsOf, useRebased, useRecord, type RecordForm } from './record'
import { useOutcome } from './useOutcome'
import { Finding } from '../kit/parts'
import { lower } from '../ui/words'
import css from './StepForm.module.css'

export type StepRecord = RecordForm<RecordValue>

interface Props<K extends DocKey> {
  type: K
  doc: DocView<K>
  action: ActionView
  start?: RecordValue
  /** The rows of the step, drawn by the page itself. */
  rows?: (form: StepRecord) => ReactNode
}

export function StepForm<K extends DocKey>({ type, doc, action, start, rows }: Props<K>) {
  const label = lower(docDef(type)?.label ?? 'document')
  const begin = useMemo(
    () => ({ ...defaultsOf<RecordValue>(action.inputs), ...start }),
    // oxlint-disable-next-line react/exhaustive-deps -- what the step begins with, once for each version
    [doc.version, action.action],
  )
  const form = useRecord<RecordValue>({
    fields: action.inputs,
    start: begin,
    check: (sent) => core().check_inputs(type, doc.status, action.action, sent),
  })
  useRebased(form, begin, doc.version)
  const name = doc.doc_no ?? `a ${label}`
  const draft = useDraft(`${type}:${doc.id}:${action.action}`, form.record, {
    title: `${action.label.toLowerCase()} of ${name}`,
    dirty: form.dirty,
  })
  const act = useAct(type, doc.id)
  const outcome = useOutcome()
  const dispatch = useAppDispatch()
  const { mended } = useMended()
  const { refusal, met } = useRefusal()
  const refused = mended?.doc_type === type && mended.action === action.action ? mended.inputs : undefined
  const problem = act.problem ?? (refused ? refusal : null)
  const { replace, refuse } = form
  const begun = useRef(false)
  useEffect(() => {
    const before = draft.kept?.value ?? refused
    if (begun.current || !before) return
    begun.current = true
    replace(before)
  }, [draft.kept, refused, replace])
  useEffect(() => {
    if (problem && problem.errors.length > 0) refuse(problem.errors)
  }, [problem, refuse])
  const send = async () => {
    const inputs = form.submit()
    if (!inputs || act.pending) return
    met()
    const next = await act.run(action.action, doc.version, inputs)
    if (!next) {
      void dispatch(docNow(type, doc.id))
      return
    }
    draft.drop()
    form.saved(form.record)
    outcome(next, `${next.doc_no ?? `The ${label}`} is now ${next.status}`)
  }
  const plain = action.inputs.filter((field) => field.kind !== 'rows')
  const ofRows = action.inputs.filter((field) => field.kind === 'rows').map((field) => field.key)
  const shown = new Set(action.inputs.map((field) => field.key))
  const root = (path: string) => path.replace(/^inputs\./, '').split('.')[0] ?? ''
  const loose = problem && !problem.errors.some((issue) => shown.has(root(issue.path))) ? problem.detail : null
  const whole = ofRows.map((key) => form.errorAt(key)).find(Boolean)
  return (
    <form
      ref={form.root}
      noValidate
      aria-label={action.label}
      className="grid gap-16"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {rows?.(form)}
      {whole && (
        <p role="alert" className="alert">
          {whole}
        </p>
      )}
      {plain.length > 0 && (
        <div className="fields">
          {plain.map((field) => (
            <div key={field.key} className={field.kind === 'note' ? 'span-all' : spanOf(field)}>
              <FieldInput field={field} {...form.at(field.key)} form={form} known={doc.links} />
            </div>
          ))}
        </div>
      )}
      {loose && (
        <Finding tone="danger" box>
          {loose}
        </Finding>
      )}
      <div>
        <Button type="submit" variant="contained" color="primary" className={css.big} aria-busy={act.pending}>
          {act.pending ? 'Saving' : action.label}
        </Button>
      </div>
    </form>
  )
}
