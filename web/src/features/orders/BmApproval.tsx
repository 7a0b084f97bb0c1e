// The branch manager's approval: findings with their numbers first, the lines ready to be changed, one decision.
import type { Quote } from '../../core/types.gen'
import LockOutlined from '@mui/icons-material/LockOutlined'
import Button from '@mui/material/Button'
import { useEffect, useMemo, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { RecordForm } from '../../docs/record'
import { useDoc } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { docDef } from '../../core'
import type { DocDef, DocView, FieldOf, RecordOf, RecordValue } from '../../core/records'
import { FieldInput } from '../../docs/fields/FieldInput'
import { useCheck, useRebased, useRecord } from '../../docs/record'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { age, day, kg, moment, mt, pieces, rupees, wholeRupees } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { Stepper } from '../../ui/Stepper'
import { orderSteps } from './orderSteps'
import { CellNumber } from '../../kit/CellNumber'
import { changesOf } from './changes'
import { useCredit } from './credit'
import { CreditCard, GstCard, marginOf } from '../../kit/figures'
import { useOrderFacts } from './facts'
import { FactStrip } from './OrderView'
import { OrderActions, useOrderAct } from './OrderActions'
import { Card, Facts, Finding, LinkButton, Scroll, WithRail, usePhone } from '../../kit/parts'
import { findingsAt } from '../../core/quote'
import { LastSales } from './LastSales'
import { usePlace } from '../../kit/queue'
import { titleOf } from '../../kit/record'
import { RoadStrip } from './RoadStrip'
import { classes } from '../../theme/classes'
import css from './BmApproval.module.css'
import { say } from '../../words/say'

export default function BmApproval() {
  const { orderid } = useParams()
  const def = docDef('order')
  const { data: doc, error, refetch } = useDoc('order', orderid)
  if (error?.status === 404 && !doc) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={say('The order')} onRetry={() => void refetch()} />
  if (!doc || !def) return <LoadingPage />
  return <Approval key={doc.id} def={def} doc={doc} />
}

const CHANGED: FieldOf<'order'>[] = ['yard', 'payment_term', 'delivery_by']

function Approval({ def, doc }: { def: DocDef<'order'>; doc: DocView<'order'> }) {
  const phone = usePhone()
  const navigate = useNavigate()
  const place = usePlace('order', doc.id)
  const approve = doc.actions.find((one) => one.action === 'approve')
  const open = approve?.allowed === true
  const form = useRecord({ fields: def.fields, start: doc.record, check: useCheck('order', doc.record, true) })
  useRebased(form, doc.record, doc.version)
  const facts = useOrderFacts(form.sent, doc.id)
  const { data: credit } = useCredit(doc.record.customer ?? '')
  const [remarks, setRemarks] = useState('')
  const [override, setOverride] = useState('')
  const deeds = useOrderAct(doc, () => place?.next && void navigate(paths.bmApproval(place.next.id)))
  const { problem } = deeds
  const changes = useMemo(() => changesOf(doc.record, form.record), [doc.record, form.record])
  const reason = approve?.inputs.find((input) => input.key === 'override_reason')
  const below = facts.quote.findings.filter((found) => found.code === 'below_floor')
  // A discount above the slab is met when it is decided, and asks for the same reason.
  const asked = problem?.errors.some((issue) => issue.code === 'below_floor') ?? false
  const starts = {
    approve: {
      ...(remarks.trim() ? { remarks: remarks.trim() } : null),
      ...(override.trim() ? { override_reason: override.trim() } : null),
    },
  }
  const decide = {
    ...deeds,
    run: (action: string, inputs: RecordValue) =>
      deeds.run(
        action,
        action === 'approve' ? { ...starts.approve, ...inputs, ...(changes ? { changes } : null) } : inputs,
      ),
  }
  const { refuse } = form
  useEffect(() => {
    if (problem && problem.errors.length > 0)
      refuse(problem.errors.map((issue) => ({ ...issue, path: issue.path.replace(/^(inputs\.)?changes\./, '') })))
  }, [problem, refuse])
  const errorAt = (key: string) =>
    problem?.errors.find((issue) => issue.path.replace(/^inputs\./, '') === key)?.message ?? null
  return (
    <Page
      title={phone ? (doc.doc_no ?? say('Order')) : say('Branch manager’s approval')}
      name={doc.doc_no ?? say('Order')}
      crumbs={[{ name: say('Orders'), path: paths.list('order') }]}
      actions={<StatusChip status={doc.status} />}
      held={deeds.pending}
      bar={
        <OrderActions
          doc={doc}
          pathOf={paths.bmApproval}
          primary="approve"
          boxed={open ? 'approve' : undefined}
          deeds={decide}
        />
      }
    >
      <div className="grid gap-12">
        {phone ? (
          <RoadStrip status={doc.status} history={doc.history} />
        ) : (
          <Stepper steps={orderSteps(doc.status, doc.history)} />
        )}
        <WithRail
          rail={
            <>
              {open && (
                <Card title={say('Your decision')} aside={changes ? 'with changes' : undefined} className={css.changed}>
                  <div className="grid gap-12">
                    {reason && (below.length > 0 || asked || errorAt('override_reason')) && (
                      <FieldInput
                        field={{ ...reason, required: below.length > 0 || asked }}
                        name="override_reason"
                        value={override}
                        onChange={(value) => setOverride(String(value ?? ''))}
                        error={errorAt('override_reason')}
                      />
                    )}
                    <FieldInput
                      field={{
                        ...(approve.inputs.find((input) => input.key === 'remarks') ?? def.fields[0]!),
                        label: say('Remarks'),
                        kind: 'note',
                        required: changes !== null,
                      }}
                      name="remarks"
                      value={remarks}
                      onChange={(value) => setRemarks(String(value ?? ''))}
                      error={errorAt('remarks')}
                    />
                    {changes && (
                      <Finding
                        tone="info"
                        box
                        action={
                          <LinkButton onClick={() => form.replace(doc.record)}>{say('Discard changes')}</LinkButton>
                        }
                      >
                        {say('Your changes are approved with it; Sales sees what changed.')}
                      </Finding>
                    )}
                  </div>
                </Card>
              )}
              {approve && !open && (
                <Card>
                  <div className="flex gap-8 text-13">
                    <LockOutlined aria-hidden className="text-16 muted" />
                    <span>
                      <strong className="bold">{approve.label}</strong> <span className="muted">{approve.why}</span>
                    </span>
                  </div>
                </Card>
              )}
              {credit && (
                <CreditCard
                  credit={credit}
                  order={facts.quote.total_paise || (doc.record.total_paise ?? null)}
                  findings={facts.quote.findings
                    .filter((found) => found.code === 'credit_short')
                    .map((found) => found.message)}
                />
              )}
              {facts.quote.lines.length > 0 && (doc.record.total_paise ?? null) !== null && (
                <GstCard quote={facts.quote} />
              )}
            </>
          }
        >
          <Head doc={doc} quote={facts.quote} since={doc.since} />
          <Findings quote={facts.quote} doc={doc} />
          <Card pad={0} title={say('Lines')}>
            <EditLines doc={doc} form={form} quote={facts.quote} open={open} />
          </Card>
          {open && (
            <Card title={say('Change the order')}>
              <div className="fields">
                {def.fields
                  .filter((field) => CHANGED.includes(field.key))
                  .map((field) => (
                    <FieldInput
                      key={field.key}
                      field={{ ...field, required: false }}
                      {...form.at(field.key)}
                      form={form}
                      known={doc.links}
                    />
                  ))}
              </div>
            </Card>
          )}
          <LastSales doc={doc} />
          <Card pad={0}>
            <FactStrip doc={doc} />
          </Card>
        </WithRail>
      </div>
    </Page>
  )
}

function Head({ doc, quote, since }: { doc: DocView<'order'>; quote: Quote; since: number }) {
  const { record } = doc
  const total = quote.total_paise || (record.total_paise ?? null)
  const margin = marginOf(quote.margin_paise, quote.taxable_paise)
  return (
    <Card aside={undefined} label={say('Order')}>
      <div className="flex between gap-12 items-baseline">
        <h2 className={css.customer}>{record.customer_name}</h2>
        <span className="nowrap muted text-13" title={moment(since)}>
          {age(since)}
        </span>
      </div>
      <p className="muted mb-12">
        {[
          record.city,
          titleOf(doc.links, 'employee', record.salesman),
          record.delivery_by && say('deliver by {day}', { day: day(record.delivery_by) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Facts
        className="text-18"
        gap={40}
        items={[
          total !== null && { label: say('₹ incl. GST'), value: wholeRupees(total), num: true },
          { label: say('MT'), value: mt(quote.weight_g || (record.weight_g ?? 0)), num: true },
          margin !== '' && { label: say('Margin'), value: margin, num: true },
        ]}
      />
    </Card>
  )
}

/** What speaks against it, and what is in order, each with its numbers. */
function Findings({ quote, doc }: { quote: Quote; doc: DocView<'order'> }) {
  const about = quote.findings.filter((found) => found.code !== 'credit_short')
  const lineOf = (path: string) => /^lines\.(\d+)/.exec(path)?.[1]
  return (
    <Card label={say('Findings')}>
      <div className="grid gap-10">
        {about.map((found) => (
          <Finding
            key={found.path + found.code}
            tone={found.severity === 'error' ? 'danger' : found.severity === 'warning' ? 'warn' : 'info'}
            action={found.code === 'stock_short' && <AskForTransfer doc={doc} />}
          >
            {lineOf(found.path) === undefined ? (
              ''
            ) : (
              <strong className="bold">{say('Line {path}: ', { path: Number(lineOf(found.path)) + 1 })}</strong>
            )}
            {found.message}
          </Finding>
        ))}
        {!about.some((found) => found.code === 'stock_short') && quote.lines.length > 0 && (
          <Finding tone="ok">{say('All lines in stock')}</Finding>
        )}
        {!about.some((found) => found.code === 'below_floor') && quote.lines.length > 0 && (
          <Finding tone="ok">{say('No rate is below its floor price')}</Finding>
        )}
        {typeof quote.credit_after_paise === 'number' &&
          (quote.credit_after_paise >= 0 ? (
            <Finding tone="ok">
              {say('Credit after this order ₹{credit_after_paise}', {
                credit_after_paise: wholeRupees(quote.credit_after_paise),
              })}
            </Finding>
          ) : (
            quote.findings
              .filter((found) => found.code === 'credit_short')
              .map((found) => (
                <Finding key={found.message} tone="warn">
                  {found.message}
                </Finding>
              ))
          ))}
      </div>
    </Card>
  )
}

/** Goods of another yard, for what the order lacks here. */
function AskForTransfer({ doc }: { doc: DocView<'order'> }) {
  const user = useUser()
  const def = docDef('transfer')
  if (!def || !may(user, def, 'add')) return null
  return (
    <Button
      size="small"
      variant="text"
      component={Link}
      to={paths.add('transfer', { order: doc.id, to_yard: doc.record.yard ?? '' })}
    >
      {say('Request a transfer')}
    </Button>
  )
}

function EditLines({
  doc,
  form,
  quote,
  open,
}: {
  doc: DocView<'order'>
  form: RecordForm<RecordOf<'order'>>
  quote: Quote
  open: boolean
}) {
  const lines = form.record.lines ?? []
  const rates = lines.some((line) => (line.rate_paise ?? null) !== null)
  const phone = usePhone()
  if (phone) return <PhoneLines doc={doc} form={form} quote={quote} open={open} />
  return (
    <Scroll>
      <table className={`data-table ${css.lines}`}>
        <thead>
          <tr>
            <th scope="col">{say('SKU')}</th>
            <th className={css.pieces} scope="col">
              {say('Pieces')}
            </th>
            <th className="right" scope="col">
              {say('kg')}
            </th>
            {rates && (
              <th className={css.rate} scope="col">
                {say('Rate ₹')}
              </th>
            )}
            {rates && (
              <th className="right" scope="col">
                {say('Floor ₹')}
              </th>
            )}
            {rates && (
              <th className="right" scope="col">
                {say('Amount ₹')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => {
            const worked = quote.lines[at]
            const found = findingsAt(quote, at)
            const floor = worked?.floor_paise ?? line.floor_paise ?? null
            return (
              <tr key={at}>
                <td className="p-8">
                  <strong className="bold">{titleOf(doc.links, 'sku', line.sku)}</strong>
                  {found.map((one) => (
                    <div key={one.code} className={classes('text-12', one.severity === 'error' ? 'danger' : 'warn')}>
                      {one.message}
                    </div>
                  ))}
                </td>
                <td>
                  {open && ((doc.record.lines ? (doc.record.lines ?? [])[at] : null)?.pcs ?? null) !== null ? (
                    <CellNumber
                      label={say('Pieces, line {at}', { at: at + 1 })}
                      {...form.at(`lines.${at}.pcs`)}
                      unit="pieces"
                    />
                  ) : (
                    <span className="number block">{pieces(line.pcs ?? 0)}</span>
                  )}
                </td>
                <td className="number">{kg(worked?.weight_g || (line.weight_g ?? 0))}</td>
                {rates && (
                  <td>
                    {open ? (
                      <CellNumber
                        label={say('Rate, line {at}', { at: at + 1 })}
                        {...form.at(`lines.${at}.rate_paise`)}
                        unit="rate"
                        warn={found.some((one) => one.code === 'below_floor')}
                      />
                    ) : (
                      <span className="number block">{rupees(line.rate_paise ?? 0)}</span>
                    )}
                  </td>
                )}
                {rates && <td className="number muted">{floor === null ? '' : rupees(floor)}</td>}
                {rates && <td className="number bold">{rupees(worked?.amount_paise || (line.amount_paise ?? 0))}</td>}
              </tr>
            )
          })}
        </tbody>
      </table>
    </Scroll>
  )
}

/** On a phone a line is a block: its name, what it comes to, and its two numbers to change. */
function PhoneLines({
  doc,
  form,
  quote,
  open,
}: {
  doc: DocView<'order'>
  form: RecordForm<RecordOf<'order'>>
  quote: Quote
  open: boolean
}) {
  return (
    <ul>
      {(form.record.lines ?? []).map((line, at) => {
        const worked = quote.lines[at]
        const found = findingsAt(quote, at)
        const rate = line.rate_paise ?? null
        return (
          <li key={at} className="divided p-12-16 grid gap-6">
            <div className="flex between gap-12">
              <strong className="bold">{titleOf(doc.links, 'sku', line.sku)}</strong>
              {rate !== null && (
                <strong className="num nowrap bold">
                  {wholeRupees(worked?.amount_paise || (line.amount_paise ?? 0))}
                </strong>
              )}
            </div>
            <div className="num text-13 muted">
              {line.pcs ? say('{pcs} pcs · ', { pcs: pieces(line.pcs) }) : ''}
              {say('{weight_g} MT', { weight_g: mt(worked?.weight_g || (line.weight_g ?? 0)) })}
              {rate !== null && ` · ₹${rupees(rate)} / ${line.rate_uom ?? ''}`}
            </div>
            {found.map((one) => (
              <div key={one.code} className={classes('text-13', one.severity === 'error' ? 'danger' : 'warn')}>
                {one.message}
              </div>
            ))}
            {open && (
              <div className={css.line}>
                {((doc.record.lines ?? [])[at]?.pcs ?? null) !== null && (
                  <CellNumber
                    label={say('Pieces, line {at}', { at: at + 1 })}
                    {...form.at(`lines.${at}.pcs`)}
                    unit="pieces"
                    suffix="pcs"
                  />
                )}
                {rate !== null && (
                  <CellNumber
                    label={say('Rate, line {at}', { at: at + 1 })}
                    {...form.at(`lines.${at}.rate_paise`)}
                    unit="rate"
                    suffix={`₹/${line.rate_uom ?? ''}`}
                  />
                )}
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
