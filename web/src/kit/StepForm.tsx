// A step that is entered in the page itself: its inputs, kept on this device until they are sent.
import Button from '@mui/material/Button'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { core, docDef } from '../core'
import type { DocView, RecordValue } from '../core/records'
import type { ActionView, DocKey } from '../core/types.gen'
import { docNow, useAct } from '../sync/docs'
import { useDraft } from '../sync/drafts'
import { useMended, useRefusal } from '../sync/mended'
import { useAppDispatch } from '../sync/store'
import { FieldInput } from '../docs/fields/FieldInput'
import { spanOf } from '../docs/fields/shape'
import { laidOver } from '../docs/conflict'
import { defaultsOf, useRebased, useRecord, type RecordForm } from '../docs/record'
import { useOutcome } from '../docs/useOutcome'
import { useHeld } from '../ui/held'
import { Finding, LinkButton } from './parts'
import { lower } from '../ui/words'
import css from './StepForm.module.css'
import { say } from '../words/say'

export type StepRecord = RecordForm<RecordValue>

/** What was typed, and what the step began with by then. */
interface Kept {
  typed: RecordValue
  base: RecordValue
}

export interface OwnStep<K extends DocKey> {
  /** The document, or how it stood when the step was possible last. */
  doc: DocView<K>
  action: ActionView
  /** The status in which the step is possible no more. */
  over: string | null
  onTyping: (typing: boolean) => void
}

const NONE = (): string[] => []
const NOTHING: RecordValue = {}

interface Props<K extends DocKey> extends OwnStep<K> {
  start?: RecordValue
  /** What the page says and nobody types: which of several such steps it is. One object as long as it is the same. */
  about?: RecordValue
  /** What it is about, as it is said: of several stops which. */
  named?: string
  /** It was taken. */
  onDone?: () => void
  /** The rows of the step, drawn by the page itself. */
  rows?: (form: StepRecord) => ReactNode
  /** Further inputs that the page draws among them, or that are not asked for as the form stands. */
  drawn?: (form: StepRecord) => string[]
}

export function StepForm<K extends DocKey>({
  doc,
  action,
  over,
  onTyping,
  start,
  about = NOTHING,
  named,
  rows,
  drawn = NONE,
  onDone,
}: Props<K>) {
  const type = doc.type as K
  const label = lower(docDef(type)?.label ?? 'document')
  const begin = useMemo(
    () => ({ ...defaultsOf<RecordValue>(action.inputs), ...start, ...about }),
    // oxlint-disable-next-line react/exhaustive-deps -- what the step begins with, once for each version
    [doc.version, action.action, about],
  )
  const form = useRecord<RecordValue>({
    fields: action.inputs,
    start: begin,
    check: (sent) => core().check_inputs(type, doc.status, action.action, sent),
  })
  useRebased(form, begin, doc.version)
  const name = doc.doc_no ?? say('this {noun}', { noun: label })
  const draft = useDraft<Kept>(
    [type, doc.id, action.action, ...Object.values(about)].join(':'),
    { typed: form.record, base: begin },
    { title: say('{noun} of {name}', { noun: action.label.toLowerCase(), name }), dirty: form.dirty },
  )
  const act = useAct(type, doc.id)
  const outcome = useOutcome()
  const dispatch = useAppDispatch()
  const { mended } = useMended()
  const { refusal, met } = useRefusal()
  const same = Object.entries(about).every(([key, value]) => mended?.inputs?.[key] === value)
  const refused = mended?.doc_type === type && mended.action === action.action && same ? mended.inputs : undefined
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
      void dispatch(docNow(type, doc.id))
      return
    }
    putAway()
    const told = next.doc_no ?? say('The {label}', { label })
    outcome(
      next,
      next.status === doc.status
        ? `${named ? `${told}, ${lower(named)}` : told}: ${action.label}`
        : say('{doc_no} is now {status}', { doc_no: told, status: next.status }),
    )
    onDone?.()
  }
  const elsewhere = drawn(form)
  const own = (key: string) => key in about || elsewhere.includes(key)
  const plain = action.inputs.filter((field) => field.kind !== 'rows' && !own(field.key))
  const ofRows = action.inputs.filter((field) => field.kind === 'rows').map((field) => field.key)
  const shown = new Set(action.inputs.map((field) => field.key).filter((key) => !(key in about)))
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
          <Finding tone="warn" box action={<LinkButton onClick={putAway}>{say('Close it')}</LinkButton>}>
            {say('{name} is now {over}. What you typed stays here until you close it, and can no longer be sent.', {
              name,
              over,
            })}
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
            {act.pending ? say('Saving') : action.label}
          </Button>
        </div>
      )}
    </form>
  )
}

/**
 * The steps that are entered in the page: those that are possible, and what was typed into one that another took
 * meanwhile, over the document as it was.
 */
export function useOwnSteps<K extends DocKey>(doc: DocView<K>) {
  const possible = useRef(new Map<string, Pick<OwnStep<K>, 'doc' | 'action'>>())
  const [typed, setTyped] = useState<ReadonlySet<string>>(new Set())
  const now = new Set(doc.actions.flatMap((one) => (one.allowed ? [one.action] : [])))
  for (const action of doc.actions) if (action.allowed) possible.current.set(action.action, { doc, action })
  const of = (forms: string[]): OwnStep<K>[] =>
    forms.flatMap((form) => {
      const step = possible.current.get(form)
      if (!step || !(now.has(form) || typed.has(form))) return []
      const onTyping = (typing: boolean) =>
        setTyped((was) => new Set(typing ? [...was, form] : [...was].filter((one) => one !== form)))
      return [{ ...step, over: now.has(form) ? null : doc.status, onTyping }]
    })
  return { of, typed }
}

/** A step that waited was refused, and another took it since. */
export function NotNow<K extends DocKey>({ doc, forms }: { doc: DocView<K>; forms: string[] }) {
  const { mended } = useMended()
  const past = doc.actions.find((one) => one.action === mended?.action && !one.allowed)
  if (!past || !forms.includes(past.action)) return null
  return (
    <div role="alert">
      <Finding tone="danger" box>
        {say('{label} was refused{value}. It is not possible now:', {
          label: past.label,
          value: mended?.problem ? `: ${mended.problem.detail}` : '',
        })}{' '}
        {past.why}
      </Finding>
    </div>
  )
}
