// A sales return: the step that can be entered now, the goods on their way back, and what became of them.
import EditOutlined from '@mui/icons-material/EditOutlined'
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined'
import Button from '@mui/material/Button'
import { Link, useNavigate, useParams } from 'react-router'
import { docDef } from '../../core'
import type { DocDef, DocView } from '../../core/records'
import { DocActions } from '../../docs/DocActions'
import DocForm from '../../docs/DocForm'
import { History } from '../../docs/HistoryView'
import NoAccess from '../../docs/NoAccess'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { Warnings } from '../../docs/Warnings'
import { Card, WithRail } from '../../kit/parts'
import { PaperButtons } from '../../kit/PdfButton'
import { usePlace } from '../../kit/queue'
import { useView } from '../../kit/views'
import { EnterSteps } from '../../kit/EnterSteps'
import { useDoc } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { Asked, Goods, Weights } from './ReturnFacts'
import { ReturnStep } from './ReturnStep'
import { say } from '../../words/say'

/** The steps whose rows the page draws itself. */
const FORMS = ['approve', 'receive', 'inspect', 'decide_held']

type Doc = DocView<'sales_return'>

interface Asks {
  /** The word of the address that names whose view it is. */
  view?: string
  /** Before the branch manager, with the next one behind it. */
  approval?: boolean
  /** A draft is opened in its form. */
  typed?: boolean
  /** To look at alone: no step is offered. */
  reads?: boolean
}

export function Return(asks: Asks) {
  const { orderid } = useParams()
  const def = docDef('sales_return')
  const seen = useView(asks.view)
  if (!def || !orderid || seen === 'unknown') return <NotFound />
  if (seen === 'barred') return <NoAccess what={say('this view of sales returns')} />
  return <Opened key={orderid} {...asks} id={orderid} def={def} />
}

function Opened({ id, def, approval, typed, reads }: Asks & { id: string; def: DocDef<'sales_return'> }) {
  const user = useUser()
  const navigate = useNavigate()
  const { data: doc, error, refetch } = useDoc('sales_return', id)
  const waiting = usePlace('sales_return', id)
  if (error?.status === 404) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={say('The sales return')} onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  if (typed && doc.editable && may(user, def, 'edit')) return <DocForm def={def as DocDef} id={id} />
  const name = doc.doc_no ?? say('Draft sales return')
  const place = approval ? waiting : null
  const decides = !approval && !reads && doc.actions.some((one) => one.action === 'approve' && one.allowed)
  const onward = () => {
    const other = place?.next ?? place?.before
    if (other) void navigate(paths.returnApproval(other.id))
  }
  return (
    <Page
      title={approval ? say('Sales return approval') : name}
      name={name}
      crumbs={[
        { name: def.plural, path: paths.list('sales_return') },
        ...(approval ? [{ name, path: paths.view('sales_return', doc.id) }] : []),
      ]}
      actions={
        <>
          {place && (
            <span className="text-13 muted nowrap num">{say('{at} of {of}', { at: place.at, of: place.of })}</span>
          )}
          <StatusChip status={doc.status} />
          <PaperButtons type="sales_return" id={doc.id} name={doc.doc_no ?? 'draft'} />
          {doc.editable && !reads && (
            <Button component={Link} to={paths.edit('sales_return', doc.id)} startIcon={<EditOutlined />}>
              {say('Edit')}
            </Button>
          )}
          {decides && (
            <Button component={Link} to={paths.returnApproval(doc.id)} startIcon={<FactCheckOutlined />}>
              {say('Review')}
            </Button>
          )}
        </>
      }
      bar={
        !reads && (
          <DocActions def={def as DocDef} doc={doc as DocView} entered={FORMS} onDone={approval ? onward : undefined} />
        )
      }
    >
      <Warnings doc={doc as DocView} />
      <WithRail rail={<Weights doc={doc} />}>
        {!reads && <Steps doc={doc} approval={!!approval} onDone={approval ? onward : undefined} />}
        <Asked doc={doc} />
        <Goods doc={doc} />
        <Card title={say('History')} pad={0}>
          <History def={def as DocDef} doc={doc as DocView} />
        </Card>
      </WithRail>
    </Page>
  )
}

function Steps({ doc, approval, onDone }: { doc: Doc; approval: boolean; onDone: (() => void) | undefined }) {
  const forms = approval ? FORMS : FORMS.filter((form) => form !== 'approve')
  return (
    <EnterSteps doc={doc} forms={forms} first="inspect">
      {(step) => <ReturnStep key={step.action.action} step={step} onDone={onDone} />}
    </EnterSteps>
  )
}
