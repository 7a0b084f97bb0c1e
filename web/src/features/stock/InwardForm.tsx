// Goods of a supplier at the gate: the weighbridge first, then whose they are, then line by line what they are.
import Add from '@mui/icons-material/Add'
import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import StraightenOutlined from '@mui/icons-material/StraightenOutlined'
import TuneOutlined from '@mui/icons-material/TuneOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { Fragment, useCallback, useMemo, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useDoc } from '../../sync/docs'
import { docDef, fieldsIn } from '../../core'
import type { DocDef, DocView, FieldOf, LineOf, Links, RecordOf } from '../../core/records'
import { FieldInput } from '../../docs/fields/FieldInput'
import { headOf } from '../../docs/fields/FieldValue'
import { LinkPicker } from '../../docs/fields/LinkPicker'
import { DraftState, FormProblem, Restored } from '../../docs/FormFields'
import type { RecordForm } from '../../docs/record'
import { Scan } from '../../docs/scan/Scan'
import { useDocForm } from '../../docs/useDocForm'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { kg, percent } from '../../ui/format'
import { Kbd } from '../../ui/Kbd'
import { useKeys } from '../../ui/keys'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { CellNumber } from '../../kit/CellNumber'
import { FindSku } from '../../kit/FindSku'
import { Card, Facts, Finding, Scroll, WithRail } from '../../kit/parts'
import { sum } from '../../kit/record'
import css from './InwardForm.module.css'
import { say } from '../../words/say'

export default function InwardForm() {
  const { stockid } = useParams()
  const def = docDef('inward')
  const { data: doc, error, refetch } = useDoc('inward', stockid)
  if (!def) return null
  if (error?.status === 404 && !doc) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={say('The stock inward')} onRetry={() => void refetch()} />
  if (stockid && !doc) return <LoadingPage />
  return <Form key={stockid ?? 'new'} def={def} doc={doc ?? null} />
}

const GIVEN = ['purchase_order', 'supplier', 'yard'] satisfies FieldOf<'inward'>[]
const WEIGHBRIDGE: FieldOf<'inward'>[] = ['yard', 'date', 'vehicle_no', 'tare_g', 'gross_g', 'slip_photo']
const SUPPLIER: FieldOf<'inward'>[] = [
  'purchase_order',
  'supplier',
  'supplier_invoice_no',
  'supplier_invoice_date',
  'supplier_invoice_paise',
  'po_no',
  'ewb_no',
  'freight_paise',
  'other_cost_paise',
  'unloading_by',
  'note',
]

function Form({ def, doc }: { def: DocDef<'inward'>; doc: DocView<'inward'> | null }) {
  const navigate = useNavigate()
  const saved = useCallback(
    (next: DocView<'inward'>) => void navigate(paths.view('inward', next.id), { replace: true }),
    [navigate],
  )
  // What the page of their order says of the goods, where that led here.
  const [query] = useSearchParams()
  const given = useMemo(
    () => Object.fromEntries(GIVEN.flatMap((key) => (query.get(key) ? [[key, query.get(key)!]] : []))),
    [query],
  )
  const { form, submit, pending, problem, dialog, restored, savedAt, discard } = useDocForm(def, doc, saved, { given })
  useKeys({ 'ctrl+enter': submit, 'ctrl+s': submit })
  const fields = (keys: FieldOf<'inward'>[]) =>
    keys.map((key) => def.fields.find((field) => field.key === key)).filter((field) => field !== undefined)
  const input = (field: DocDef<'inward'>['fields'][number]) => (
    <div key={field.key} className={field.kind === 'note' ? 'span-two' : undefined}>
      <FieldInput field={field} {...form.at(field.key)} form={form} known={doc?.links} />
    </div>
  )
  return (
    <Page
      title={doc ? (doc.doc_no ?? say('Stock inward')) : say('New stock inward')}
      crumbs={[{ name: def.plural, path: paths.list('inward') }]}
      actions={<StatusChip status={doc?.status ?? def.statuses[0]!} />}
      bar={
        <section aria-label={say('Actions')} className="bar bar-row">
          <Button variant="contained" color="primary" onClick={submit} aria-busy={pending}>
            {pending ? say('Saving') : say('Save stock inward')}
            <span className="keys">
              <Kbd on="fill">Ctrl</Kbd>
              <Kbd on="fill">Enter</Kbd>
            </span>
          </Button>
          <FormProblem form={form} problem={problem} />
          <span className="grow" />
          <DraftState savedAt={savedAt} />
          {form.dirty && (
            <Button variant="text" onClick={discard} className="danger">
              {say('Discard')}
            </Button>
          )}
        </section>
      }
    >
      <form ref={form.root} noValidate onSubmit={(event) => event.preventDefault()}>
        {restored && <Restored at={savedAt} onDiscard={discard} />}
        <WithRail rail={<Compare record={form.record} />}>
          <Card title={say('Weighbridge')}>
            <div className="fields">{fields(WEIGHBRIDGE).map(input)}</div>
          </Card>
          <Card title={say('Supplier')}>
            <div className="fields">{fields(SUPPLIER).map(input)}</div>
          </Card>
          <Lines def={def} form={form} links={doc?.links} />
        </WithRail>
      </form>
      {dialog}
    </Page>
  )
}

type Line = LineOf<'inward', 'lines'>

const WHOLE_BP = 10_000

/** Our weight against the lines and against the supplier's: what the approver will look at first. */
function Compare({ record }: { record: RecordOf<'inward'> }) {
  const lines = record.lines ?? []
  const [tare, gross] = [record.tare_g ?? null, record.gross_g ?? null]
  const net = tare !== null && gross !== null && gross > tare ? gross - tare : null
  const [ours, theirs] = [sum(lines, (row) => row.weight_g), sum(lines, (row) => row.supplier_weight_g)]
  const off = net !== null && ours !== null ? ours - net : null
  return (
    <Card title={say('Weights, kg')}>
      <div className="grid gap-12">
        <Facts
          gap={28}
          items={[
            { label: say('Net at the weighbridge'), value: net === null ? '–' : kg(net), num: true },
            { label: say('Lines'), value: ours === null ? '–' : kg(ours), num: true },
            theirs !== null && { label: say('Supplier’s weight'), value: kg(theirs), num: true },
          ]}
        />
        {tare !== null && gross !== null && gross <= tare && (
          <Finding tone="danger">{say('The gross weight must be above the tare.')}</Finding>
        )}
        {off !== null && net !== null && (
          <Finding tone={off === 0 ? 'ok' : 'info'}>
            {off === 0 ? (
              say('The lines add up to the net weight')
            ) : (
              <>
                {off > 0
                  ? say('The lines are {off} kg above the net, {off2} %', {
                      off: kg(Math.abs(off)),
                      off2: percent(Math.round((Math.abs(off) * WHOLE_BP) / net)),
                    })
                  : say('The lines are {off} kg below the net, {off2} %', {
                      off: kg(Math.abs(off)),
                      off2: percent(Math.round((Math.abs(off) * WHOLE_BP) / net)),
                    })}
              </>
            )}
          </Finding>
        )}
        {theirs !== null && ours !== null && theirs !== ours && (
          <Finding tone="warn">
            {theirs > ours
              ? say('{theirs} kg less than the supplier invoiced', { theirs: kg(Math.abs(theirs - ours)) })
              : say('{theirs} kg more than the supplier invoiced', { theirs: kg(Math.abs(theirs - ours)) })}
          </Finding>
        )}
      </div>
    </Card>
  )
}

const NARROW: (keyof Line)[] = ['pcs', 'weight_g', 'supplier_weight_g', 'rate_paise']
const EXTRA: (keyof Line)[] = [
  'order_line',
  'rejected_pcs',
  'rejected_g',
  'reject_reason',
  'quality_hold',
  'make',
  'heat_no',
  'coil_no',
  'mfg_date',
  'zone',
  'rack',
  'mtc_file',
]

function Lines({
  def,
  form,
  links,
}: {
  def: DocDef<'inward'>
  form: RecordForm<RecordOf<'inward'>>
  links: Links | undefined
}) {
  const [open, setOpen] = useState<number | null>(null)
  const [finding, setFinding] = useState<number | null>(null)
  const lines = form.record.lines ?? []
  const inner = fieldsIn(def, 'lines')
  const narrow = NARROW.map((key) => inner.find((field) => field.key === key)).filter((field) => field !== undefined)
  const set = (next: Line[]) => form.set('lines', next)
  // The mill's own label: its number goes to the first line that has none.
  const mark = (number: string) => {
    const at = lines.findIndex((line) => !line.coil_no)
    set(
      at < 0
        ? [...lines, { coil_no: number }]
        : lines.map((line, n) => (n === at ? { ...line, coil_no: number } : line)),
    )
    setOpen(at < 0 ? lines.length : at)
  }
  return (
    <Card
      title={say('Lines')}
      pad={0}
      aside={
        <Scan
          label={say('Scan a coil')}
          keeps
          place={() => ({ searches: true })}
          onScan={({ number }) => mark(number)}
          lacks={lines.some((line) => !line.coil_no)}
        />
      }
    >
      <Scroll>
        <table className="stacks data-table">
          <thead>
            <tr>
              <th className={css.number}>#</th>
              <th className={css.sku}>{say('SKU')}</th>
              {narrow.map((field) => (
                <th key={field.key} className={css.figure}>
                  {headOf(field)}
                </th>
              ))}
              <th className={css.more}>
                <span className="visually-hidden">{say('More')}</span>
              </th>
            </tr>
          </thead>
          <tbody data-field="lines">
            {lines.map((line, at) => {
              const errors = form.issues.filter(
                (issue) => issue.path.startsWith(`lines.${at}.`) && form.errorAt(issue.path),
              )
              return (
                <Fragment key={at}>
                  <tr>
                    <td className={`row-no ${css.rowNumber}`}>{at + 1}</td>
                    <td className={`whole ${css.skuCell}`} data-field={`lines.${at}.sku`}>
                      <LinkPicker
                        type="sku"
                        label={say('SKU, line {at}', { at: at + 1 })}
                        value={line.sku || null}
                        known={links?.sku}
                        onChange={(id) => form.set(`lines.${at}.sku`, id)}
                        autoFocus={!line.sku}
                      />
                    </td>
                    {narrow.map((field) => (
                      <td key={field.key} data-head={headOf(field)} className={css.figureCell}>
                        <CellNumber
                          label={say('{label}, line {at}', { label: field.label, at: at + 1 })}
                          {...form.at(`lines.${at}.${field.key}`)}
                          unit={field.unit}
                        />
                      </td>
                    ))}
                    <td className={css.buttons}>
                      <IconButton
                        size="small"
                        aria-label={say('Find the SKU of line {at} by size', { at: at + 1 })}
                        onClick={() => setFinding(at)}
                      >
                        <StraightenOutlined className="text-17" />
                      </IconButton>
                      <IconButton
                        size="small"
                        aria-label={say('Heat, zone and quality of line {at}', { at: at + 1 })}
                        aria-expanded={open === at}
                        onClick={() => setOpen(open === at ? null : at)}
                      >
                        <TuneOutlined className="text-17" />
                      </IconButton>
                      <IconButton
                        size="small"
                        aria-label={say('Remove line {at}', { at: at + 1 })}
                        onClick={() => set(lines.filter((_, index) => index !== at))}
                      >
                        <DeleteOutlined className="text-17" />
                      </IconButton>
                    </td>
                  </tr>
                  {errors.length > 0 && (
                    <tr>
                      <td />
                      <td className={`whole ${css.errors}`} colSpan={narrow.length + 2}>
                        {errors.map((issue) => (
                          <div key={issue.path}>{issue.message}</div>
                        ))}
                      </td>
                    </tr>
                  )}
                  {open === at && (
                    <tr>
                      <td className={css.margin} />
                      <td className={`whole ${css.further}`} colSpan={narrow.length + 2}>
                        <div className="fields">
                          {inner
                            .filter((field) => EXTRA.includes(field.key))
                            .map((field) => (
                              <FieldInput
                                key={field.key}
                                field={field}
                                {...form.at(`lines.${at}.${field.key}`)}
                                form={form}
                                known={links}
                              />
                            ))}
                        </div>
                      </td>
                    </tr>
                  )}
                </Fragment>
              )
            })}
          </tbody>
        </table>
      </Scroll>
      <div className={css.foot}>
        <Button size="small" startIcon={<Add />} onClick={() => set([...lines, {}])}>
          {say('Add a line')}
        </Button>
        <FindSku
          open={finding !== null}
          onClose={() => setFinding(null)}
          onPick={(id) => {
            if (finding !== null) form.set(`lines.${finding}.sku`, id)
            setFinding(null)
          }}
        />
        {lines.length === 0 && form.record.purchase_order && (
          <span className="muted text-13">{def.fields.find(({ key }) => key === 'lines')?.help}</span>
        )}
        {form.errorAt('lines') && <span className="danger text-13">{form.errorAt('lines')}</span>}
      </div>
    </Card>
  )
}
