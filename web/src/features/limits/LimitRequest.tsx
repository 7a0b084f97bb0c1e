// A credit limit request: what is asked for and on what security, what it would do, and what each level said.
import EditOutlined from '@mui/icons-material/EditOutlined'
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined'
import Button from '@mui/material/Button'
import { Link, useNavigate, useParams } from 'react-router'
import { docDef } from '../../core'
import type { DocDef, DocView } from '../../core/records'
import { DocActions } from '../../docs/DocActions'
import { FieldValue } from '../../docs/fields/FieldValue'
import { History } from '../../docs/HistoryView'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { Warnings } from '../../docs/Warnings'
import { EnterSteps } from '../../kit/EnterSteps'
import { CreditCard } from '../../kit/figures'
import { EffectCard, useLimitEffect } from '../../kit/LimitEffect'
import { Card, Facts, Finding, Scroll, WithRail } from '../../kit/parts'
import { usePlace } from '../../kit/queue'
import { titleOf } from '../../kit/record'
import { StepForm } from '../../kit/StepForm'
import { useDoc } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { NOTHING, day, moment, money, wholeRupees } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { LimitHistory } from './LimitHistory'
import { LEVEL_OF, STEPS } from './views'
import { say } from '../../words/say'

type Doc = DocView<'credit_limit_request'>
type Def = DocDef<'credit_limit_request'>

/** `level`: whose step the page is opened for. */
export function LimitRequest({ level }: { level?: string }) {
  const { editid } = useParams()
  const def = docDef('credit_limit_request')
  const { data: doc, error, refetch } = useDoc('credit_limit_request', editid)
  if (!def || !editid || error?.status === 404) return <NotFound />
  if (error && !doc)
    return <Failed problem={error} what={say('The credit limit request')} onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  return <Opened key={doc.id} doc={doc} def={def} level={level} />
}

function Opened({ doc, def, level }: { doc: Doc; def: Def; level: string | undefined }) {
  const user = useUser()
  const navigate = useNavigate()
  const name = doc.doc_no ?? say('Draft credit limit request')
  const waiting = usePlace('credit_limit_request', doc.id)
  const place = level ? waiting : null
  const turn = LEVEL_OF[doc.status]
  const decides = !level && turn && doc.actions.some((one) => STEPS.includes(one.action) && one.allowed)
  const onward = () => {
    const other = place?.next ?? place?.before
    if (other) void navigate(paths.limitStep(LEVEL_OF[other.status] ?? 'credit', other.id))
  }
  return (
    <Page
      title={level ? say('Credit limit approval') : name}
      name={name}
      crumbs={[
        { name: def.plural, path: paths.list(def.key) },
        ...(level ? [{ name, path: paths.view(def.key, doc.id) }] : []),
      ]}
      actions={
        <>
          {place && (
            <span className="text-13 muted nowrap num">{say('{at} of {of}', { at: place.at, of: place.of })}</span>
          )}
          <StatusChip status={doc.status} />
          {doc.editable && may(user, def, 'edit') && (
            <Button component={Link} to={paths.edit(def.key, doc.id)} startIcon={<EditOutlined />}>
              {say('Edit')}
            </Button>
          )}
          {decides && (
            <Button component={Link} to={paths.limitStep(turn, doc.id)} startIcon={<FactCheckOutlined />}>
              {say('Review')}
            </Button>
          )}
        </>
      }
      bar={
        <DocActions
          def={def as DocDef}
          doc={doc as DocView}
          entered={level ? STEPS : undefined}
          onDone={level ? onward : undefined}
        />
      }
    >
      <Warnings doc={doc as DocView} />
      <WithRail rail={<Beside doc={doc} />}>
        {level && (
          <EnterSteps doc={doc} forms={STEPS} first="approve">
            {(step) => <StepForm key={step.action.action} {...step} onDone={onward} />}
          </EnterSteps>
        )}
        <Asked doc={doc} def={def} />
        <Said doc={doc} def={def} />
        <Security doc={doc} def={def} />
        <Card title={say('History')} pad={0}>
          <History def={def as DocDef} doc={doc as DocView} />
        </Card>
      </WithRail>
    </Page>
  )
}

const UNDER_WAY = new Set(['Draft', 'BM Pending', 'Credit Pending', 'Management Pending'])

/** The effect while it is not decided, and the customer's credit as it is now. */
function Beside({ doc }: { doc: Doc }) {
  const last = doc.record.recommendations?.findLast((said) => said.level !== 'pct')
  const amount = last?.amount_paise ?? doc.record.amount_paise
  const { credit, facts, effect } = useLimitEffect({ ...doc.record, amount_paise: amount })
  return (
    <>
      {credit.error && (
        <Card>
          <Finding tone="warn">{credit.error.detail}</Finding>
        </Card>
      )}
      {effect && facts && UNDER_WAY.has(doc.status) && (
        <EffectCard effect={effect} facts={facts} request={doc.record} issues={doc.status === 'Draft'} />
      )}
      {credit.data && (
        <CreditCard
          title={say('Credit of {customer_name}', { customer_name: doc.record.customer_name ?? say('the customer') })}
          credit={credit.data}
          order={null}
        />
      )}
      {credit.data?.limits && <LimitHistory limits={credit.data.limits} links={credit.data.links ?? {}} />}
    </>
  )
}

const SHOWN = ['reason', 'stop_supply', 'monthly_paise', 'turnover_paise', 'files', 'remarks']
const ENDED = ['current_paise', 'used_paise', 'overdue_paise']

function Asked({ doc, def }: { doc: Doc; def: Def }) {
  const { record, links } = doc
  const kind = def.fields.find(({ key }) => key === 'kind')?.choices.find(({ key }) => key === record.kind)?.label
  const value = (key: string) => {
    const field = def.fields.find((one) => one.key === key)
    const held = (record as Record<string, unknown>)[key]
    const none = held === undefined || held === null || held === false || (Array.isArray(held) && held.length === 0)
    if (!field || none) return null
    const amount = field.unit === 'paise' && typeof held === 'number' ? money(held) : null
    return {
      label: field.label,
      value: amount ?? <FieldValue field={field} value={held} links={links} />,
      num: amount !== null,
    }
  }
  return (
    <Card title={say('Request')}>
      <div className="grid gap-16">
        <Facts
          items={[
            {
              label: say('Customer'),
              value: <Link to={paths.view('customer', record.customer ?? '')}>{record.customer_name}</Link>,
            },
            { label: say('Type'), value: kind },
            record.amount_paise != null && { label: say('Amount'), value: money(record.amount_paise), num: true },
            record.granted_paise != null && {
              label: say('Approved amount'),
              value: money(record.granted_paise),
              num: true,
            },
            record.order != null && {
              label: say('Order'),
              value: (
                <Link to={paths.view('order', record.order)}>
                  {record.order_no ?? titleOf(links, 'order', record.order)}
                </Link>
              ),
            },
            (record.granted_from ?? record.from) != null && {
              label: say('From'),
              value: day(record.granted_from ?? record.from),
            },
            record.to != null && { label: say('To'), value: day(record.to) },
            record.replaced_by != null && {
              label: say('Replaced by'),
              value: (
                <Link to={paths.view(def.key, record.replaced_by)}>{titleOf(links, def.key, record.replaced_by)}</Link>
              ),
            },
          ]}
        />
        <Facts items={SHOWN.map(value)} />
        <Facts items={ENDED.map(value)} />
      </div>
    </Card>
  )
}

function Said({ doc, def }: { doc: Doc; def: Def }) {
  const said = doc.record.recommendations ?? []
  if (said.length === 0) return null
  const fields = def.fields.find(({ key }) => key === 'recommendations')?.fields ?? []
  const words = (key: string, value: string | null | undefined) =>
    fields.find((field) => field.key === key)?.choices.find((one) => one.key === value)?.label ?? value
  return (
    <Card title={say('Decisions')} pad={0}>
      <Scroll>
        <table className="data-table">
          <thead>
            <tr>
              <th>{say('Level')}</th>
              <th>{say('By')}</th>
              <th>{say('At')}</th>
              <th>{say('Recommendation')}</th>
              <th className="right">{say('Amount ₹')}</th>
              <th>{say('Remarks')}</th>
            </tr>
          </thead>
          <tbody>
            {said.map((row, at) => (
              <tr key={at}>
                <td className="semibold">{words('level', row.level)}</td>
                <td>{titleOf(doc.links, 'employee', row.by)}</td>
                <td className="nowrap">{row.at == null ? NOTHING : moment(row.at)}</td>
                <td className={row.advice === 'approve' ? 'ok' : 'warn'}>{words('advice', row.advice)}</td>
                <td className="number">{row.amount_paise == null ? NOTHING : wholeRupees(row.amount_paise)}</td>
                <td className="break">{row.remarks}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Card>
  )
}

function Security({ doc, def }: { doc: Doc; def: Def }) {
  const rows = doc.record.security ?? []
  const field = def.fields.find(({ key }) => key === 'security')
  if (rows.length === 0 || !field) return null
  return (
    <Card title={field.label} pad={0}>
      <FieldValue field={field} value={rows} links={doc.links} />
    </Card>
  )
}
