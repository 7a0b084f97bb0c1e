// An invoice of loadings: chosen, worked out by the core when it is kept, and posted with its number.
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { useDoc, useSave } from '../../sync/docs'
import { docDef } from '../../core'
import type { DocDef, DocView, FieldOf, RecordOf } from '../../core/records'
import { DocActions } from '../../docs/DocActions'
import { Warnings } from '../../docs/Warnings'
import { FieldInput } from '../../docs/fields/FieldInput'
import { useCheck, useRebased, useRecord } from '../../docs/record'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { day, kg, wholeRupees } from '../../ui/format'
import { useKeys } from '../../ui/keys'
import { Page } from '../../ui/Page'
import { Empty, Failed, LoadingPage, Skeletons } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { useToast } from '../../ui/Toasts'
import { Card, Finding, WithRail } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import { NOTES, NoLongerEditable } from './figures'
import { InvoiceLines } from './InvoiceLines'
import { NoteEditor } from './NoteEditor'
import { useWaitingLoadings } from './InvoiceDesk'
import { CRUMBS, InvoiceView, Parties, Totals } from './InvoiceView'
import css from './InvoiceEditor.module.css'
import { say } from '../../words/say'

export default function InvoiceEditor() {
  const [params] = useSearchParams()
  const note = NOTES.find((type) => params.has(type) || params.get('note') === type)
  return note ? <NoteEditor type={note} id={params.get(note)} /> : <OfInvoice />
}

function OfInvoice() {
  const { orderid } = useParams()
  const [params] = useSearchParams()
  const id = params.get('id') ?? undefined
  const def = docDef('invoice')
  const order = useDoc('order', orderid)
  const { data: doc, error, refetch } = useDoc('invoice', id)
  const given = (useLocation().state as { loadings?: string[] } | null)?.loadings
  // The invoice that something is typed into: it stays in sight, also where another posts it meanwhile.
  const [typing, setTyping] = useState<string | null>(null)
  const onTyping = useCallback((dirty: boolean) => setTyping(dirty ? (id ?? null) : null), [id])
  if (!def) return null
  if ((error?.status === 404 && !doc) || (order.error?.status === 404 && !order.data)) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={say('The invoice')} onRetry={() => void refetch()} />
  if (id && !doc) return <LoadingPage />
  if (doc && !doc.editable && typing !== doc.id) return <InvoiceView def={def} doc={doc} />
  if (orderid && !order.data && !order.error) return <LoadingPage />
  return (
    <Editor
      key={doc?.id ?? orderid ?? 'new'}
      def={def}
      doc={doc ?? null}
      given={given ?? null}
      orderNo={order.data?.doc_no ?? null}
      onTyping={onTyping}
    />
  )
}

const HEAD: FieldOf<'invoice'>[] = [
  'date',
  'tcs_section',
  'transporter',
  'distance_km',
  'ewb_no',
  'ewb_date',
  'ewb_valid_to',
  'ewb_mode',
]
function Editor({
  def,
  doc,
  given,
  orderNo,
  onTyping,
}: {
  def: DocDef<'invoice'>
  doc: DocView<'invoice'> | null
  given: string[] | null
  orderNo: string | null
  onTyping: (dirty: boolean) => void
}) {
  const navigate = useNavigate()
  const notify = useToast()
  const waiting = useWaitingLoadings()
  // Made by a first save while more was being typed: the next one changes it as it stands by then.
  const [made, setMade] = useState<DocView<'invoice'> | null>(null)
  const { data: later } = useDoc('invoice', made?.id)
  const base = [doc, made, later ?? null].reduce((newest, one) =>
    one && one.version > (newest?.version ?? 0) ? one : newest,
  )
  const start = useMemo<RecordOf<'invoice'>>(() => base?.record ?? { loadings: given ?? [] }, [base, given])
  const form = useRecord({ fields: def.fields, start, check: useCheck('invoice', base?.record ?? null, false) })
  useRebased(form, start, base?.version)
  const { dirty } = form
  useEffect(() => onTyping(dirty), [dirty, onTyping])
  const save = useSave('invoice', base?.id ?? null)
  const { loadings } = form.record
  const chosen = useMemo(() => loadings ?? [], [loadings])
  const { set } = form
  const [prefilled, setPrefilled] = useState(!orderNo || !!doc || !!given)
  useEffect(() => {
    // An order's own loadings are ticked to begin with.
    if (prefilled || !waiting.data) return
    set(
      'loadings',
      waiting.rows.filter((row) => (row.order_no ?? '') === orderNo).map(({ id }) => id),
    )
    setPrefilled(true)
  }, [prefilled, waiting.data, waiting.rows, orderNo, set])
  const party = useMemo(() => waiting.rows.find((row) => chosen.includes(row.id)), [waiting.rows, chosen])
  const offered = waiting.rows.filter(
    (row) => !party || (row.customer_name ?? '') === (party.customer_name ?? '') || chosen.includes(row.id),
  )
  const keep = async () => {
    const record = form.submit()
    if (!record) return
    const saved = await save.run(record, base?.version)
    if (!saved) return
    if (!form.saved(form.record)) {
      setMade(saved)
      return notify(say('Draft saved. What you typed since then is not saved yet'))
    }
    notify(doc ? say('Draft saved') : say('Draft invoice created'))
    void navigate(paths.view('invoice', saved.id), { replace: true })
  }
  useKeys({ 'ctrl+s': () => void keep() })
  const { problem } = save
  const { refuse } = form
  useEffect(() => {
    if (problem && problem.errors.length > 0) refuse(problem.errors)
  }, [problem, refuse])
  const toggle = (id: string, on: boolean) => set('loadings', on ? [...chosen, id] : chosen.filter((one) => one !== id))
  const keepButton = (
    <Button
      variant={doc && !form.dirty ? 'outlined' : 'contained'}
      color={doc && !form.dirty ? 'inherit' : 'primary'}
      onClick={() => void keep()}
      aria-busy={save.pending}
      aria-disabled={chosen.length === 0}
    >
      {save.pending
        ? say('Saving')
        : chosen.length === 0
          ? say('Select loadings first')
          : doc
            ? say('Save draft')
            : chosen.length === 1
              ? say('Create draft invoice')
              : say('Create draft invoice for {chosen} loadings', { chosen: chosen.length })}
    </Button>
  )
  const total = doc ? (doc.record.payable_paise ?? null) : null
  return (
    <Page
      title={doc ? say('Draft invoice') : say('New invoice')}
      crumbs={CRUMBS}
      actions={
        <>
          <StatusChip status={doc?.status ?? say('Draft')} />
          {doc && (
            <Button startIcon={<PrintOutlined />} onClick={() => void navigate(paths.print('invoice', doc.id))}>
              {say('Preview')}
            </Button>
          )}
        </>
      }
      bar={
        doc && !form.dirty ? (
          <DocActions
            def={def}
            doc={doc}
            primary="post"
            confirm={{
              post: {
                text:
                  say('Posting gives the invoice its number and enters it in the books. ') +
                  say('It cannot be undone, only cancelled or credited.'),
                button:
                  total === null ? say('Post invoice') : say('Post invoice ₹{total}', { total: wholeRupees(total) }),
              },
            }}
            before={keepButton}
            onDone={(next, action) =>
              action === 'post' && void navigate(paths.view('invoice', next.id), { replace: true })
            }
          />
        ) : (
          <div className="bar bar-row no-print">
            {keepButton}
            {problem && (
              <span role="alert" className="danger text-13">
                {problem.detail}
              </span>
            )}
          </div>
        )
      }
    >
      {doc && !form.dirty && <Warnings doc={doc} />}
      {doc && !doc.editable && <NoLongerEditable status={doc.status} onOpen={() => form.settle(start)} />}
      <WithRail
        rail={
          <>
            {doc && <Totals invoice={doc.record} />}
            {doc && <Parties invoice={doc.record} />}
            {!doc && (
              <Card>
                <Finding tone="info">
                  {say(
                    'Rates, tax and totals are worked out from the loadings when the draft is made. The number ' +
                      'comes with posting.',
                  )}
                </Finding>
              </Card>
            )}
          </>
        }
      >
        <Card title={say('Loadings')} pad={0} aside={party ? (party.customer_name ?? '') : undefined}>
          {waiting.error && !waiting.data && (
            <Failed problem={waiting.error} what={say('The waiting loadings')} onRetry={() => void waiting.refetch()} />
          )}
          {!waiting.error && !waiting.data && <Skeletons rows={3} />}
          {waiting.data && offered.length === 0 && chosen.length === 0 && (
            <Empty title={say('No loadings to invoice')}>
              {say('It appears here when a vehicle has left the yard.')}
            </Empty>
          )}
          <ul data-field="loadings">
            {chosen
              .filter((id) => !waiting.rows.some((row) => row.id === id))
              .map((id) => (
                <li key={id} className={css.loading}>
                  <Checkbox
                    checked
                    onChange={() => toggle(id, false)}
                    slotProps={{ input: { 'aria-label': say('Select the loading') } }}
                  />
                  {titleOf(doc?.links, 'loading', id)}
                </li>
              ))}
            {offered.map((row) => (
              <li key={row.id} className={`divided ${css.choice}`}>
                <Checkbox
                  checked={chosen.includes(row.id)}
                  onChange={(event) => toggle(row.id, event.target.checked)}
                  slotProps={{
                    input: { 'aria-label': say('Select {doc_no}', { doc_no: row.doc_no ?? say('the loading') }) },
                  }}
                />
                <div className="grow min-0">
                  <strong className="bold">{row.customer_name}</strong>{' '}
                  <Link to={paths.view('loading', row.id)} className="nowrap underlined">
                    {row.doc_no ?? row.order_no ?? ''}
                  </Link>{' '}
                  <span className="muted">{[row.vehicle_no, day(row.date ?? '')].filter(Boolean).join(' · ')}</span>
                </div>
                <span className="num nowrap">{say('{net_g} kg', { net_g: kg(row.net_g ?? 0) })}</span>
              </li>
            ))}
          </ul>
          {form.errorAt('loadings') && <p className={css.problem}>{form.errorAt('loadings')}</p>}
        </Card>
        <Card title={say('Invoice')}>
          <form ref={form.root} noValidate onSubmit={(event) => event.preventDefault()} className="fields">
            {def.fields
              .filter((field) => HEAD.includes(field.key))
              .map((field) => (
                <FieldInput key={field.key} field={field} {...form.at(field.key)} form={form} known={doc?.links} />
              ))}
          </form>
        </Card>
        {doc && <InvoiceLines invoice={doc.record} />}
      </WithRail>
    </Page>
  )
}
