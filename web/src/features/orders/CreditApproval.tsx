// The credit decision: the order at the left, the customer's position at the right, the decision with its inputs beside
// both.
import type { Credit, FieldDef } from '../../core/types.gen'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useDoc, useFacts } from '../../sync/docs'
import { docDef } from '../../core'
import type { DocView, RecordOf, RecordValue } from '../../core/records'
import { FieldInput } from '../../docs/fields/FieldInput'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { NOTHING, age, moment, money, wholeRupees } from '../../ui/format'
import { Kbd } from '../../ui/Kbd'
import { useKeys } from '../../ui/keys'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { Stepper } from '../../ui/Stepper'
import { orderSteps } from './orderSteps'
import { checkChosen, useChoosable } from './actions'
import { CreditCard } from '../../kit/figures'
import { AskLimit } from './AskLimit'
import { Customer360 } from './Customer360'
import { LinesView } from './LinesView'
import { OrderActions, useOrderAct } from './OrderActions'
import { FactStrip } from './OrderView'
import { Card, Facts, Finding, WithRail, usePhone } from '../../kit/parts'
import { usePlace } from '../../kit/queue'
import { RoadStrip } from './RoadStrip'
import { classes } from '../../theme/classes'
import { useReasons } from '../../docs/reasons'
import css from './CreditApproval.module.css'
import { say } from '../../words/say'

export default function CreditApproval() {
  const { orderid } = useParams()
  const def = docDef('order')
  const { data: doc, error, refetch } = useDoc('order', orderid)
  if (error?.status === 404 && !doc) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={say('The order')} onRetry={() => void refetch()} />
  if (!doc || !def) return <LoadingPage />
  return <Approval key={doc.id} doc={doc} />
}

/** The decisions that a box at the side takes the inputs of; they exist where the core allows them. */
const DECISIONS = ['credit_approve', 'forward', 'countersign', 'credit_query', 'query']

function Approval({ doc }: { doc: DocView<'order'> }) {
  const phone = usePhone()
  const navigate = useNavigate()
  const place = usePlace('order', doc.id)
  const credit = useFacts<Credit>(`/api/credit/${doc.record.customer ?? ''}?order=${doc.id}`)
  const deeds = useOrderAct(doc, () => place?.next && void navigate(paths.creditApproval(place.next.id)))
  const actions = useChoosable(doc)
  const offered = useMemo(
    () => DECISIONS.map((name) => actions.find((one) => one.action === name)).filter((one) => one?.allowed),
    [actions],
  )
  const [chosen, setChosen] = useState<string | null>(null)
  const at = offered.find((one) => one?.action === chosen) ?? offered[0]
  const [inputs, setInputs] = useState<Record<string, RecordValue>>({})
  useKeys(Object.fromEntries(offered.map((one, index) => [String(index + 1), () => setChosen(one!.action)])))
  const issues = useMemo(() => (at ? checkChosen(doc, at.action, filled(inputs[at.action])) : []), [doc, at, inputs])
  const [tried, setTried] = useState<string | null>(null)
  const errorAt = (key: string) =>
    [...(tried === at?.action ? issues : []), ...(deeds.problem?.errors ?? [])].find(
      (issue) => issue.path.replace(/^inputs\./, '') === key,
    )?.message ?? null
  const reasons = useReasons({ skip: !doc.history.some(({ reason }) => reason) })
  const asked = useRef<HTMLDivElement>(null)
  const beside = useRef<HTMLDivElement>(null)
  const [refused, setRefused] = useState(0)
  useEffect(() => {
    // While a step is under way nothing of the page takes the focus.
    if (refused === 0 || deeds.pending) return
    // What was refused is answered there: to go beyond the limit, and why.
    const answer = (beside.current ?? asked.current)?.querySelector<HTMLElement>('input, textarea')
    answer?.focus()
    answer?.scrollIntoView({ block: 'nearest' })
  }, [refused, deeds.pending])
  const decide = async (action: string): Promise<boolean> => {
    setTried(action)
    const done = issues.length === 0 && (await deeds.run(action, filled(inputs[action])))
    if (!done) setRefused((times) => times + 1)
    return done
  }
  const further = credit.data?.order
  const short = further?.short ?? null
  // Where credit is short the tick that goes beyond it stands beside what says so.
  const beyond = short === null ? undefined : at?.inputs.find(({ key }) => key === 'override')
  const input = (field: FieldDef) =>
    at && (
      <FieldInput
        key={`${at.action}.${field.key}`}
        field={field.key === 'remarks' ? { ...field, kind: 'note' } : field}
        name={field.key}
        value={inputs[at.action]?.[field.key] ?? null}
        error={errorAt(field.key)}
        known={doc.links}
        onChange={(value) => setInputs((was) => ({ ...was, [at.action]: { ...was[at.action], [field.key]: value } }))}
      />
    )
  return (
    <Page
      title={phone ? (doc.doc_no ?? say('Order')) : say('Credit approval')}
      name={doc.doc_no ?? say('Order')}
      crumbs={[{ name: say('Orders'), path: paths.list('order') }]}
      actions={<StatusChip status={doc.status} />}
      held={deeds.pending}
      bar={
        <OrderActions
          doc={doc}
          pathOf={paths.creditApproval}
          primary={at?.action}
          boxed={at?.action}
          deeds={{
            ...deeds,
            // What stands above is not said again.
            problem: deeds.problem?.detail === short ? null : deeds.problem,
            run: (action, given) => (action === at?.action ? decide(action) : deeds.run(action, given)),
          }}
        />
      }
    >
      <div className="grid gap-12">
        {phone ? (
          <RoadStrip status={doc.status} history={doc.history} />
        ) : (
          <Stepper steps={orderSteps(doc.status, doc.history, reasons)} />
        )}
        <WithRail
          rail={
            <>
              {credit.error && (
                <Card>
                  <Finding tone="warn">{credit.error.detail}</Finding>
                </Card>
              )}
              {credit.data && (
                <CreditCard
                  large
                  title={doc.record.customer_name ?? ''}
                  credit={credit.data}
                  order={further?.further_paise || null}
                  findings={short === null ? [] : [short]}
                >
                  {beyond && <div ref={beside}>{input(beyond)}</div>}
                </CreditCard>
              )}
              {offered.length > 0 && (
                <Card title={say('Your decision')} aside={<Advice order={doc.record} />} className={css.chosen}>
                  <div className="grid gap-10">
                    <div role="radiogroup" aria-label={say('Your decision')} className="grid gap-8">
                      {offered.map(
                        (one, index) =>
                          one && (
                            <label key={one.action} className={classes(css.decision, at === one && css.decided)}>
                              <input
                                type="radio"
                                name="decision"
                                checked={at === one}
                                onChange={() => setChosen(one.action)}
                                className={css.radio}
                              />
                              <strong className="bold grow">{one.label}</strong>
                              <Kbd>{index + 1}</Kbd>
                            </label>
                          ),
                      )}
                    </div>
                    <div ref={asked} className="grid gap-10">
                      {at?.inputs.filter((field) => field !== beyond).map(input)}
                    </div>
                  </div>
                </Card>
              )}
              {credit.data && <AskLimit order={doc} credit={credit.data} />}
            </>
          }
        >
          <Card pad={0} label={say('Order')}>
            <FactStrip doc={doc} />
          </Card>
          <Card pad={0} title={say('Lines')}>
            <LinesView doc={doc} note={<Reserved doc={doc} />} />
          </Card>
          {credit.data && <Customer360 credit={credit.data} />}
          <Snapshot order={doc.record} />
        </WithRail>
      </div>
    </Page>
  )
}

/** Without what was left empty. */
const filled = (inputs: RecordValue = {}): RecordValue =>
  Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== null && value !== '' && value !== false))

function Advice({ order }: { order: RecordOf<'order'> }) {
  const advice = order.recommendation ?? ''
  const words = docDef('order')
    ?.fields.find((field) => field.key === 'recommendation')
    ?.choices.find((choice) => choice.key === advice)?.label
  return advice ? (
    <span>
      {say('Advice: ')}
      <strong className={classes('bold', advice === 'approve' ? 'ok' : 'warn')}>{words ?? advice}</strong>
    </span>
  ) : null
}

function Reserved({ doc }: { doc: DocView<'order'> }) {
  const [until, ended] = [doc.record.reservation_expires ?? null, doc.record.reservation_lapsed ?? null]
  if (until !== null)
    return (
      <div className="muted">
        {say('Stock reserved until {until}. Approval makes the reservation firm.', { until: moment(until) })}
      </div>
    )
  return ended === null ? null : (
    <div className="warn">
      {say('The reservation ended {ended}; approval reserves again.', { ended: moment(ended) })}
    </div>
  )
}

/** What the preliminary team had before them. */
function Snapshot({ order }: { order: RecordOf<'order'> }) {
  const snap = order.credit ?? {}
  const at = snap.at ?? null
  if (at === null) return null
  return (
    <Card
      title={say('When it was recommended')}
      aside={<span title={moment(at)}>{say('{at} ago', { at: age(at) })}</span>}
    >
      <Facts
        items={[
          { label: say('Limit'), value: `₹${wholeRupees(snap.limit_paise ?? 0)}`, num: true },
          { label: say('Used'), value: `₹${wholeRupees(snap.used_paise ?? 0)}`, num: true },
          { label: say('Available'), value: money(snap.available_paise ?? 0), num: true },
          {
            label: say('Overdue'),
            value: snap.overdue_paise
              ? say('₹{overdue_paise}, {overdue_days} days', {
                  overdue_paise: wholeRupees(snap.overdue_paise),
                  overdue_days: snap.overdue_days ?? 0,
                })
              : NOTHING,
            num: true,
          },
        ]}
      />
    </Card>
  )
}
