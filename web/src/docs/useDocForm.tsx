// What the form page and the form in a drawer share: the record, its draft on this device, saving, and conflicts.
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Problem } from '../net/client'
import type { DocKey } from '../core/types.gen'
import type { DocDef, DocView, RecordOf, RecordValue } from '../core/records'
import { docNow, useSave } from '../sync/docs'
import { useDraft, type KeptForm } from '../sync/drafts'
import { useRefusal } from '../sync/mended'
import { useAppDispatch } from '../sync/store'
import { ConflictDialog } from './ConflictDialog'
import { defaultsOf, sendable, useCheck, useRecord, type Check, type RecordForm } from './record'
import { useOutcome } from './useOutcome'
import { useWarnings } from './useWarnings'
import { titleOfDoc } from './titles'
import { lower } from '../ui/words'
import { say } from '../words/say'

/** The document as it stood when the person began. */
type Base = Pick<DocView, 'version' | 'record'> & { status: string }

const isStale = ({ status, code, errors }: Problem) =>
  status === 409 && (code === 'stale' || errors.some((issue) => issue.code === 'stale'))

/** The rules under a form are those of the document's next save: a draft may stay incomplete. */
export function isComplete(def: DocDef, status: string | undefined): boolean {
  return (status ?? def.statuses[0]) !== 'Draft'
}

interface Options<K extends DocKey = DocKey> {
  /** What a page knows to be wrong beyond the record's own check. */
  also?: Check<RecordOf<K>>
  /** What a new record begins with, when not with the declaration's defaults. */
  like?: RecordOf<K>
  /** What a new record begins with beside its defaults; one object as long as it is the same. */
  given?: RecordOf<K>
}

const NOTHING: Check = () => []
const NOTHING_GIVEN: RecordValue = {}

interface DocForm<K extends DocKey> {
  form: RecordForm<RecordOf<K>>
  submit: () => void
  pending: boolean
  problem: Problem | null
  dialog: ReactNode
  /** What the person typed before stands in the form again. */
  restored: boolean
  savedAt: number | null
  discard: () => void
}

export function useDocForm<K extends DocKey>(
  def: DocDef<K>,
  doc: DocView<K> | null,
  onSaved: (saved: DocView<K>) => void,
  options?: Options<K>,
): DocForm<K>
export function useDocForm(
  def: DocDef,
  doc: DocView | null,
  onSaved: (saved: DocView) => void,
  { also = NOTHING, like, given = NOTHING_GIVEN }: Options = {},
): DocForm<DocKey> {
  const dispatch = useAppDispatch()
  const outcome = useOutcome()
  const fields = def.fields
  const start = useMemo(
    () => (doc ? sendable(fields, doc.record) : like ? sendable(fields, like) : { ...defaultsOf(fields), ...given }),
    [doc, fields, like, given],
  )
  // The document that the person began with: a newer one that arrives later must not become the base of it.
  const [base, setBase] = useState<Base | null>(doc)
  const draftId = useRef<string>(crypto.randomUUID())
  const declared = useCheck(def.key, base?.record ?? null, isComplete(def, base?.status))
  const check = useCallback((sent: RecordValue) => [...declared(sent), ...also(sent)], [declared, also])
  const form = useRecord({ fields, start, check })
  const draft = useDraft<KeptForm>(
    `${def.key}:${doc?.id ?? 'new'}`,
    { record: form.record, version: base?.version ?? null, base: base?.record ?? null, id: draftId.current },
    {
      title: `${lower(def.label)} ${String(form.record[def.title] ?? doc?.doc_no ?? '')}`.trim(),
      dirty: form.dirty,
    },
  )
  const [restored, setRestored] = useState(false)
  // Made by a first save while more was being typed: the next one changes it.
  const [made, setMade] = useState<string | null>(null)
  useWarnings(def, doc?.id ?? '', form)
  const save = useSave(def.key, doc?.id ?? made, draftId.current)
  const [conflict, setConflict] = useState<DocView | null>(null)
  const { replace, settle, saved: isSaved, refuse } = form

  useEffect(() => {
    // A draft of a version that is gone meanwhile is still the person's: the conflict dialog meets it on saving.
    if (!draft.kept) return
    const { id, record, version, base: over } = draft.kept.value
    draftId.current = id
    if (version !== null && over) setBase((was) => ({ status: def.statuses[0]!, ...was, version, record: over }))
    if (!doc && version !== null) setMade(id)
    replace(record)
    setRestored(true)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the page opens
  }, [])

  const { refusal, met } = useRefusal()
  const problem = save.problem ?? refusal
  const id = doc?.id ?? made
  useEffect(() => {
    if (!problem) return
    refuse(problem.errors.filter((issue) => issue.path))
    if (!id || !isStale(problem)) return
    void dispatch(docNow(def.key, id)).then(({ data }) => {
      if (data) setConflict(data)
    })
  }, [problem, refuse, dispatch, def, id])

  const send = useCallback(
    async (typed: RecordValue, record: RecordValue, version: number | undefined) => {
      met()
      const saved = await save.run(record, version)
      if (!saved) return
      if (!isSaved(typed)) {
        setMade(saved.id)
        setBase(saved)
        outcome(saved, say('{def} saved', { def: titleOfDoc(def, saved) }), { more: true })
        return
      }
      // What is saved is no longer a draft, even while the next page is still loading.
      draft.drop()
      outcome(saved, say('{def} saved', { def: titleOfDoc(def, saved) }))
      onSaved(saved)
    },
    [save, met, draft, outcome, def, onSaved, isSaved],
  )
  const submit = useCallback(() => {
    const record = form.submit()
    if (record && !save.pending) void send(form.record, record, base?.version)
  }, [form, save.pending, send, base])

  const dialog: ReactNode = conflict && base && (
    <ConflictDialog
      def={def}
      base={base.record}
      mine={form.record}
      saved={conflict}
      by={conflict.history.at(-1)?.by_name ?? conflict.updated_by}
      onClose={() => setConflict(null)}
      onKeep={(record) => {
        setConflict(null)
        setBase(conflict)
        replace(record)
        void send(record, sendable(fields, record), conflict.version)
      }}
      onUseSaved={() => {
        setConflict(null)
        setBase(conflict)
        settle(sendable(fields, conflict.record))
        draft.drop()
        save.clear()
      }}
    />
  )
  const discard = useCallback(() => {
    draft.drop()
    draftId.current = doc?.id ?? crypto.randomUUID()
    setBase(doc)
    setMade(null)
    settle(start)
    setRestored(false)
  }, [doc, draft, settle, start])
  return {
    form,
    submit,
    pending: save.pending,
    problem,
    dialog,
    restored: restored && draft.savedAt !== null,
    savedAt: draft.savedAt,
    discard,
  }
}
