// What a lane enters in its own card: the inputs of a step, kept on this device until they are sent.
import Button from '@mui/material/Button'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { core } from '../../core'
import type { DocView, RecordValue } from '../../core/records'
import type { ActionView } from '../../core/types.gen'
import { docNow, useAct } from '../../sync/docs'
import { useDraft } from '../../sync/drafts'
import { useMended, useRefusal } from '../../sync/mended'
import { useAppDispatch } from '../../sync/store'
import { FieldInput } from '../../docs/fields/FieldInput'
import { spanOf } from '../../docs/fields/shape'
import { laidOver } from '../../docs/conflict'
import { defaultsOf, useRebased, useRecord, type RecordForm } from '../../docs/record'
import { useOutcome } from '../../docs/useOutcome'
import { useHeld } from '../../ui/held'
import { Finding, LinkButton } from '../../kit/parts'
import css from './Transfer.module.css'

export type LaneRecord = RecordForm<RecordValue>

/** What was typed, and what the step began with by then. */
interface Kept {
  typed: RecordValue
  base: RecordValue
}

export interface LaneStep {
  /** The transfer, or how it stood when the step was possible last. */
  doc: DocView<'transfer'>
  action: ActionView
  /** The status in which the step is possible no more. */
  over: string | null
  onTyping: (typing: boolean) => void
}

interface Props extends LaneStep {
  start?: RecordValue
  /** The rows of the step, drawn by the lane itself. */
  rows?: (form: LaneRecord) => ReactNode
}

export function LaneForm({ doc, action, over, onTyping, start, rows }: Props) {
  const begin = useMemo(
    () => ({ ...defaultsOf<RecordValue>(action.inputs), ...start }),
    // oxlint-disable-next-line react/exhaustive-deps -- what the step begins with, once for each version
    [doc.version, action.action],
  )
  const form = useRecord<RecordValue>({
    fields: action.inputs,
    start: begin,
    check: (sent) => core().check_inputs('transfer', doc.status, action.action, sent),
  })
  useRebased(form, begin, doc.version)
  const name = doc.doc_no ?? 'a transfer'
  const draft = useDraft<Kept>(
    `transfer:${doc.id}:${action.action}`,
    { typed: form.record, base: begin },
    { title: `${action.label.toLowerCase()} of ${name}`, dirty: form.dirty },
  )
  const act = useAct('transfer', doc.id)
  const outcome = useOutcome()
  const dispatch = useAppDispatch()
  const { mended } = useMended()
  const { refusal, met } = useRefusal()
  const refused = mended?.doc_type === 'transfer' && mended.action === action.action ? mended.inputs : undefined
  const problem = act.problem ?? (refused ? refusal : null)
  const still = useHeld(act.pending)
  const { replace, refuse, dirty } = form
  const beginning = useRef(begin)
  beginning.current = begin
  const begun = useRef(false)
  useEffect(() => {
    const kept = draft.kept?.value
    if (begun.current || !(kept || refused)) return
    begun.current = true
    // Another may have taken the step before, with other values.
    if (kept) replace(laidOver(action.inputs, kept.base, kept.typed, beginning.current))
    else if (refused) replace(refused)
  }, [action.inputs, draft.kept, refused, replace])
  const typing = useRef(onTyping)
  typing.current = onTyping
  useEffect(() => {
    if (dirty) typing.current(true)
  }, [dirty])
  useEffect(() => {
    if (problem && problem.errors.length > 0) refuse(problem.errors)
  }, [problem, refuse])
  const putAway = () => {
    draft.drop()
    form.settle(beginning.current)
    onTyping(false)
  }
  const send = async () => {
    const inputs = form.submit()
    if (!inputs || act.pending || over) return
    met()
    const next = await act.run(action.action, doc.version, inputs)
    if (!next) {
      void dispatch(docNow('transfer', doc.id))
      return
    }
    putAway()
    outcome(next, `${next.doc_no ?? 'The transfer'} is now ${next.status}`)
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
      {over && !act.pending && (
        <div role="status">
          <Finding tone="warn" box action={<LinkButton onClick={putAway}>Close it</LinkButton>}>
            {name} is now {over}. What you typed stays here until you close it, and can no longer be sent.
          </Finding>
        </div>
      )}
      <div className="grid gap-16" {...still}>
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
      </div>
      {loose && (
        <Finding tone="danger" box>
          {loose}
        </Finding>
      )}
      {!over && (
        <div>
          <Button type="submit" variant="contained" color="primary" className={css.big} aria-busy={act.pending}>
            {act.pending ? 'Saving' : action.label}
          </Button>
        </div>
      )}
    </form>
  )
}
