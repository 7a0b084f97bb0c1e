// A reversal: what it would do now, what stands against it, and who said what; `carry` opens its last step.
import EditOutlined from '@mui/icons-material/EditOutlined'
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { docDef } from '../../core'
import type { DocDef, DocView } from '../../core/records'
import { DocActions } from '../../docs/DocActions'
import { FieldValue } from '../../docs/fields/FieldValue'
import { History } from '../../docs/HistoryView'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { Warnings } from '../../docs/Warnings'
import { EnterSteps } from '../../kit/EnterSteps'
import { Card, Facts, Finding, WithRail } from '../../kit/parts'
import { StepForm } from '../../kit/StepForm'
import type { ReversalPlan } from '../../net/answers.gen'
import { useDoc, useFacts } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { day, moment } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { CreditAfter, PlanCard } from './PlanCard'
import { say } from '../../words/say'

type Doc = DocView<'reversal'>
type Def = DocDef<'reversal'>

const LAST = ['execute']

export function Reversal({ id, carry = false }: { id: string | undefined; carry?: boolean }) {
  const def = docDef('reversal')
  const { data: doc, error, refetch } = useDoc('reversal', id)
  if (!def || !id || error?.status === 404) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={say('The reversal')} onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  return <Opened key={doc.id} doc={doc} def={def} carry={carry} />
}

function Opened({ doc, def, carry }: { doc: Doc; def: Def; carry: boolean }) {
  const user = useUser()
  const over = ['Done', 'Rejected', 'Failed'].includes(doc.status)
  const asks = doc.status !== 'Rejected'
  const { data: plan, error } = useFacts<ReversalPlan>(
    asks ? `/api/reversal/plan?reversal=${encodeURIComponent(doc.id)}` : null,
  )
  const name = doc.doc_no ?? say('Requested order reversal')
  const executes = doc.actions.some((one) => one.action === 'execute' && one.allowed)
  return (
    <Page
      title={carry ? say('Carry out a reversal') : name}
      name={name}
      crumbs={[
        { name: def.plural, path: paths.list('reversal') },
        ...(carry ? [{ name, path: paths.view('reversal', doc.id) }] : []),
      ]}
      actions={
        <>
          <StatusChip status={doc.status} />
          {doc.editable && may(user, def, 'edit') && (
            <Button component={Link} to={paths.edit('reversal', doc.id)} startIcon={<EditOutlined />}>
              {say('Edit')}
            </Button>
          )}
          {!carry && executes && (
            <Button component={Link} to={paths.doReversal(doc.id)} startIcon={<FactCheckOutlined />}>
              {say('Carry out')}
            </Button>
          )}
        </>
      }
      bar={<DocActions def={def as DocDef} doc={doc as DocView} entered={LAST} />}
    >
      <Warnings doc={doc as DocView} />
      {doc.status === 'Failed' && doc.record.why && (
        <Finding tone="danger" box>
          <strong>{say('Nothing was changed.')}</strong> {doc.record.why}
        </Finding>
      )}
      <WithRail
        rail={
          <>
            <Asked doc={doc} def={def} />
            {plan && !over && <CreditAfter plan={plan} />}
          </>
        }
      >
        {error && (
          <Card>
            <Finding tone="warn">{error.detail}</Finding>
          </Card>
        )}
        {plan && <PlanCard plan={plan} done={doc.status === 'Done'} />}
        {carry && <CarryOut doc={doc} plan={plan} />}
        <Counted doc={doc} def={def} />
        <Decisions doc={doc} def={def} />
        <Card title={say('History')} pad={0}>
          <History def={def as DocDef} doc={doc as DocView} />
        </Card>
      </WithRail>
    </Page>
  )
}

/** The last step: offered once nothing stands against it. */
function CarryOut({ doc, plan }: { doc: Doc; plan: ReversalPlan | undefined }) {
  if (plan && plan.blockers.length > 0) {
    return (
      <Card title={say('Carry out')}>
        <Finding tone="warn">{say('What uses it is mended first; then it is carried out in one piece.')}</Finding>
      </Card>
    )
  }
  return (
    <EnterSteps doc={doc} forms={LAST} first="execute">
      {(step) => <StepForm key={step.action.action} {...step} />}
    </EnterSteps>
  )
}

function Asked({ doc, def }: { doc: Doc; def: Def }) {
  const { record } = doc
  const value = (key: 'to' | 'reason' | 'remarks' | 'executed_by') => {
    const field = def.fields.find((one) => one.key === key)
    if (!field || record[key] == null) return null
    return { label: field.label, value: <FieldValue field={field} value={record[key]} links={doc.links} /> }
  }
  return (
    <Card title={say('Request')}>
      <Facts
        items={[
          { label: say('Order'), value: <Link to={paths.view('order', record.order ?? '')}>{record.order_no}</Link> },
          { label: say('Customer'), value: record.customer_name },
          { label: say('Date'), value: day(record.date) },
          value('to'),
          value('reason'),
          value('remarks'),
          record.executed_at != null && { label: say('Carried out'), value: moment(record.executed_at) },
          value('executed_by'),
        ]}
      />
    </Card>
  )
}

function Counted({ doc, def }: { doc: Doc; def: Def }) {
  const field = def.fields.find(({ key }) => key === 'back')
  if (!field || !doc.record.back?.length) return null
  return (
    <Card title={field.label} pad={0}>
      <FieldValue field={field} value={doc.record.back} links={doc.links} />
    </Card>
  )
}

function Decisions({ doc, def }: { doc: Doc; def: Def }) {
  const field = def.fields.find(({ key }) => key === 'decisions')
  if (!field || !doc.record.decisions?.length) return null
  return (
    <Card title={field.label} pad={0}>
      <FieldValue field={field} value={doc.record.decisions} links={doc.links} />
    </Card>
  )
}
