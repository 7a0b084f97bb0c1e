// A work order: what can be entered now, the goods on their way through the work, and what was made of them.
import EditOutlined from '@mui/icons-material/EditOutlined'
import Button from '@mui/material/Button'
import { Link, useParams } from 'react-router'
import { docDef } from '../../core'
import type { DocDef, DocView } from '../../core/records'
import { DocActions } from '../../docs/DocActions'
import { isHint } from '../../docs/DocPage'
import { History } from '../../docs/HistoryView'
import NoAccess from '../../docs/NoAccess'
import NotFound from '../../docs/NotFound'
import { PrintLabels } from '../../docs/labels/PrintLabels'
import { paths } from '../../docs/paths'
import { PaperButtons } from '../../kit/PdfButton'
import { EnterSteps } from '../../kit/EnterSteps'
import { Card, WithRail } from '../../kit/parts'
import { useDoc } from '../../sync/docs'
import { useUser } from '../../sync/store'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { CuttingPlan, Goods, JobWork, Made, Ordered, Weights } from './WorkFacts'
import { WorkStep } from './WorkStep'
import { FORMS, personOf, works } from './work'
import { say } from '../../words/say'

type Doc = DocView<'work_order'>

/** Opened as its address asks: `:userType` and `:woStatus` pick a view and give no rights. */
export default function WorkOrder() {
  const { orderid, woId, userType, woStatus } = useParams()
  const user = useUser()
  const def = docDef('work_order')
  const id = orderid ?? woId
  if (!def || !id) return <NotFound />
  const person = userType === undefined ? null : personOf(userType)
  if (person === undefined) return <NotFound />
  if (woStatus !== undefined && !isHint(def as DocDef, woStatus)) return <NotFound />
  if (person !== null && !works(user.roles, person)) return <NoAccess what={say('this view of work orders')} />
  return <Opened key={id} id={id} def={def} />
}

function Opened({ id, def }: { id: string; def: DocDef<'work_order'> }) {
  const { data: doc, error, refetch } = useDoc('work_order', id)
  if (error?.status === 404) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={say('The work order')} onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  const name = doc.doc_no ?? say('Draft work order')
  return (
    <Page
      title={name}
      name={name}
      crumbs={[{ name: def.plural, path: paths.workOrders(doc.record.entry) }]}
      actions={
        <>
          <StatusChip status={doc.status} />
          <PaperButtons type="work_order" id={doc.id} name={doc.doc_no ?? 'draft'} />
          {(doc.record.made ?? []).some((row) => row.batch) && <PrintLabels type="work_order" id={doc.id} bundles />}
          {doc.editable && (
            <Button component={Link} to={paths.edit('work_order', doc.id)} startIcon={<EditOutlined />}>
              {say('Edit')}
            </Button>
          )}
        </>
      }
      bar={<DocActions def={def as DocDef} doc={doc as DocView} entered={FORMS} />}
    >
      <WithRail
        rail={<Weights doc={doc} />}
        below={
          <Card title={say('History')} pad={0}>
            <History def={def as DocDef} doc={doc as DocView} />
          </Card>
        }
      >
        <Steps doc={doc} />
        <Ordered doc={doc} />
        <CuttingPlan doc={doc} />
        <Goods doc={doc} />
        <Made doc={doc} />
        <JobWork doc={doc} />
      </WithRail>
    </Page>
  )
}

function Steps({ doc }: { doc: Doc }) {
  return (
    <EnterSteps doc={doc} forms={FORMS} first="record_output">
      {(step) => <WorkStep key={step.action.action} step={step} />}
    </EnterSteps>
  )
}
