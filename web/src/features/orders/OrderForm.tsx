// An order being typed: everything is worked out on the key, kept in this browser, and sent when the person says so.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { docNow, useAct, useDoc, useSave } from '../../sync/docs'
import { useDraft, type KeptForm } from '../../sync/drafts'
import { useRefusal } from '../../sync/mended'
import { useAppDispatch } from '../../sync/store'
import { docDef } from '../../core'
import type { DocDef, DocView, RecordOf, RecordValue } from '../../core/records'
import type { Issue } from '../../core/types.gen'
import { ConflictDialog } from '../../docs/ConflictDialog'
import { defaultsOf, sendable, useCheck, useRecord } from '../../docs/record'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { useOutcome } from '../../docs/useOutcome'
import { useKeys } from '../../ui/keys'
import { useOnce } from '../../ui/once'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { useToast } from '../../ui/Toasts'
import { CopyFrom, useCopied } from './CopyFrom'
import { useOrderFacts } from './facts'
import { More, OtherWays, Rail, Restored } from './beside'
import { OrderFormBar } from './OrderFormBar'
import { OrderHead } from './OrderHead'
import { OrderLines } from './OrderLines'
import { Card, Finding, Tag, WithRail, usePhone } from '../../kit/parts'
import { PasteRows } from './PasteRows'
import { asTyped } from '../../kit/typedOrder'
import { useUsualYard } from '../../kit/usualYard'
import { say } from '../../words/say'

export default function OrderForm() {
  const { orderid } = useParams()
  const [params] = useSearchParams()
  const def = docDef('order')
  const { data: doc, error, refetch } = useDoc('order', orderid)
  const copied = useCopied(params.get('copy'))
  const { state, key } = useLocation()
  const cart = (state as { record?: RecordOf<'order'> } | null)?.record
  if (!def) return null
  if (error?.status === 404 && !doc) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={say('The order')} onRetry={() => void refetch()} />
  if (copied.problem?.status === 404) return <NotFound />
  if (copied.problem) return <Failed problem={copied.problem} what={say('The old order')} onRetry={copied.retry} />
  if ((orderid && !doc) || copied.loading) return <LoadingPage />
  return (
    <Form
      key={orderid ?? params.get('copy') ?? 'new'}
      def={def}
      doc={doc ?? null}
      given={cart ?? copied.record}
      from={key}
      cart={!!cart}
      changed={copied.changed}
    />
  )
}

interface Saved {
  id: string
  version: number
  record: RecordOf<'order'>
  queued?: true
}

function startOf(
  def: DocDef<'order'>,
  doc: DocView<'order'> | null,
  given: RecordOf<'order'> | null,
  yard: string | null,
): RecordOf<'order'> {
  if (doc) return asTyped(doc.record)
  return { ...defaultsOf(def.fields), ...(yard ? { yard } : null), ...given }
}

function Form({
  def,
  doc,
  given,
  from,
  cart,
  changed,
}: {
  def: DocDef<'order'>
  doc: DocView<'order'> | null
  given: RecordOf<'order'> | null
  /** The visit to this address: what was typed over a copy belongs to that copy, also after the page loads anew. */
  from: string
  /** What is given was picked in the catalogue, and is kept nowhere else by now. */
  cart: boolean
  changed: string[]
}) {
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const notify = useToast()
  const outcome = useOutcome()
  const phone = usePhone()
  const [saved, setSaved] = useState<Saved | null>(doc && { id: doc.id, version: doc.version, record: doc.record })
  const [draftId, setDraftId] = useState<string>(() => crypto.randomUUID())
  const [paste, setPaste] = useState<string | null>(null)
  const [copying, setCopying] = useState(false)
  const [theirs, setTheirs] = useState<DocView<'order'> | null>(null)
  const usual = useUsualYard()
  const start = useMemo(() => startOf(def, doc, given, usual.yard), [def, doc, given, usual.yard])
  const form = useRecord({ fields: def.fields, start, check: useCheck('order', doc?.record ?? null, true) })
  // The only yard there is may be known later than the form is.
  const { set, settle, dirty, record: typed } = form
  useEffect(() => {
    if (!usual.yard || start.yard !== usual.yard || typed.yard !== undefined) return
    if (dirty) set('yard', usual.yard)
    else settle(start)
  }, [dirty, set, settle, start, typed.yard, usual.yard])
  const facts = useOrderFacts(form.sent, saved?.id ?? '')
  const customerName = facts.customer?.name ?? ''
  const [carried, setCarried] = useState(cart)
  const draft = useDraft<KeptForm<RecordOf<'order'>> & { from?: string }>(
    `order:${doc?.id ?? 'new'}`,
    { record: form.record, version: saved?.version ?? null, base: saved?.record ?? null, id: draftId, from },
    { title: customerName ? say('order for {customerName}', { customerName }) : 'order', dirty: form.dirty || carried },
  )
  const { drop } = draft
  const dropDraft = useCallback(() => {
    setCarried(false)
    drop()
  }, [drop])
  const save = useSave('order', saved?.id ?? null, draftId)
  const act = useAct('order', saved?.id ?? draftId)
  const { replace } = form
  const [restored, setRestored] = useState(false)
  const first = useRef(draft.kept)
  useEffect(() => {
    // What came with the address (a copy, a cart) is meant, and of drafts the one that was typed over it.
    if (!first.current || (given && first.current.value.from !== from)) return
    const { id, version, base, record } = first.current.value
    // An order that was refused keeps its id: what rests on it names it.
    setDraftId(id)
    if (version !== null && base) setSaved({ id, version, record: base })
    replace(record)
    setRestored(true)
  }, [replace, given, from])

  const { refusal, met } = useRefusal()
  const store = useCallback(async (): Promise<Saved | null> => {
    met()
    const next = await save.run(form.sent, saved?.version)
    if (!next) return null
    const { id, version, record, queued } = next
    const kept = { id, version, record, queued }
    usual.keep(record.yard ?? '')
    setSaved(kept)
    return kept
  }, [form.sent, met, save, saved, usual])

  const saveDraft = useCallback(async () => {
    const kept = await store()
    if (!kept) return
    if (!form.saved(form.record)) return outcome(kept, say('Draft saved'), { more: true })
    dropDraft()
    outcome(kept, say('Draft saved'))
    if (!doc) void navigate(paths.edit('order', kept.id), { replace: true })
  }, [doc, dropDraft, form, navigate, outcome, store])

  const [submitting, setSubmitting] = useState(false)
  const once = useOnce()
  const carryOut = useCallback(
    async (version: number, inputs: RecordValue) => {
      const next = await act.run('submit', version, inputs)
      if (!next) return
      const more = !form.saved(form.record)
      outcome(next, say('{doc_no} is now {status}', { doc_no: next.doc_no ?? say('The order'), status: next.status }), {
        more,
      })
      // A picture that came while it was submitted is still to be saved.
      if (more) return setSaved(next)
      dropDraft()
      void navigate(paths.view('order', next.id), { replace: true })
    },
    [act, dropDraft, form, navigate, outcome],
  )
  const submit = useCallback(async () => {
    const errors: Issue[] = facts.quote.findings.filter((found) => found.severity === 'error')
    if (!form.submit()) return
    if (errors.length > 0) return form.refuse(errors)
    setSubmitting(true)
    const kept = form.dirty || !saved ? await store() : saved
    if (kept) await carryOut(kept.version, {})
    setSubmitting(false)
  }, [carryOut, facts.quote, form, saved, store])

  const problem = save.problem ?? act.problem ?? refusal
  const { refuse } = form
  useEffect(() => {
    if (problem && problem.errors.length > 0 && problem.code !== 'stale') refuse(problem.errors)
  }, [problem, refuse])
  useEffect(() => {
    if (problem?.code !== 'stale' || !saved) return
    void dispatch(docNow('order', saved.id)).then(({ data }) => data && setTheirs(data))
  }, [problem, saved, dispatch])
  useKeys({ 'ctrl+enter': () => void once(submit), 'ctrl+s': () => void saveDraft() })

  const confirmTwin = problem?.errors.some((issue) => issue.path.endsWith('confirm')) ?? false
  const submitTwin = async () => {
    setSubmitting(true)
    if (saved) await carryOut(saved.version, { confirm: true })
    setSubmitting(false)
  }
  const discard = () => {
    dropDraft()
    form.settle(start)
    notify(say('Changes discarded'), { undo: () => form.bring(form.record) })
  }
  const follow = ({ id, version, record }: DocView<'order'>) => {
    setSaved({ id, version, record })
    setTheirs(null)
    save.clear()
    act.clear()
  }
  const busy = save.pending || act.pending
  return (
    <Page
      title={doc ? (doc.doc_no ?? say('Draft order')) : say('New order')}
      crumbs={[{ name: say('Orders'), path: paths.list('order') }]}
      actions={<StatusChip status={doc?.status ?? say('Draft')} />}
      held={submitting}
      bar={
        <OrderFormBar
          form={form}
          facts={facts}
          busy={busy}
          savedAt={draft.savedAt}
          problem={problem?.code === 'stale' ? null : (problem?.detail ?? null)}
          twin={confirmTwin ? () => void once(submitTwin) : null}
          onSubmit={() => void once(submit)}
          onSave={() => void saveDraft()}
          onDiscard={form.dirty ? discard : null}
        />
      }
    >
      <form ref={form.root} noValidate onSubmit={(event) => event.preventDefault()}>
        <WithRail wide rail={<Rail facts={facts} form={form} />}>
          {restored && (
            <Restored
              at={first.current?.at ?? null}
              onStartOver={() => {
                dropDraft()
                setDraftId(crypto.randomUUID())
                setSaved(doc && { id: doc.id, version: doc.version, record: doc.record })
                form.settle(start)
                setRestored(false)
              }}
            />
          )}
          {changed.length > 0 && (
            <Finding tone="warn" box>
              {changed.map((one) => (
                <div key={one}>{one}</div>
              ))}
            </Finding>
          )}
          <OrderHead
            key={restored ? 'kept' : 'new'}
            def={def}
            form={form}
            facts={facts}
            links={doc?.links}
            fresh={!doc}
          />
          <Card
            pad={0}
            title={
              <>
                {say('Lines ')}
                <Tag>{(form.record.lines ?? []).length}</Tag>
              </>
            }
            aside={
              <OtherWays
                onPaste={() => setPaste('')}
                onCopy={() => setCopying(true)}
                onQuick={saved ? null : () => void navigate(paths.orderQuick, { state: { record: form.sent } })}
              />
            }
          >
            <OrderLines form={form} facts={facts} names={doc?.links.sku} onPaste={setPaste} phone={phone} />
          </Card>
          <More def={def} form={form} links={doc?.links} />
        </WithRail>
      </form>
      {paste !== null && (
        <PasteRows
          clip={paste}
          yard={form.record.yard ?? ''}
          customer={form.record.customer ?? ''}
          onClose={() => setPaste(null)}
          onTake={(taken) => {
            form.set('lines', [...(form.record.lines ?? []), ...taken])
            return null
          }}
        />
      )}
      {copying && <CopyFrom customer={form.record.customer ?? ''} onClose={() => setCopying(false)} />}
      {theirs && saved && (
        <ConflictDialog
          def={def}
          base={sendable(def.fields, asTyped(saved.record))}
          mine={form.sent}
          saved={{ ...theirs, record: sendable(def.fields, asTyped(theirs.record)) }}
          by={theirs.history.at(0)?.by_name ?? 'somebody'}
          onClose={() => setTheirs(null)}
          onKeep={(record) => {
            replace(record)
            follow(theirs)
          }}
          onUseSaved={() => {
            dropDraft()
            form.settle(asTyped(theirs.record))
            follow(theirs)
          }}
        />
      )}
    </Page>
  )
}
