// A receipt: the step that is to be taken now, what it is set against, and what became of it.
import EditOutlined from '@mui/icons-material/EditOutlined'
import Button from '@mui/material/Button'
import { Link, useParams } from 'react-router'
import { docDef } from '../../core'
import type { DocDef, DocView } from '../../core/records'
import { DocActions } from '../../docs/DocActions'
import { History } from '../../docs/HistoryView'
import NoAccess from '../../docs/NoAccess'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { Warnings } from '../../docs/Warnings'
import { EnterSteps } from '../../kit/EnterSteps'
import { Card, WithRail } from '../../kit/parts'
import { PaperButtons } from '../../kit/PdfButton'
import { StepForm, type OwnStep } from '../../kit/StepForm'
import { useView } from '../../kit/views'
import { useDoc } from '../../sync/docs'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { OpenRows, openUrl, type AllocationForm } from '../../kit/OpenRows'
import { About, Amounts, Events, SetAgainst, type Doc } from './ReceiptFacts'
import { say } from '../../words/say'

/** The steps whose rows the page draws itself. */
const FORMS = ['allocate']

export default function ReceiptView() {
  const { recieptid, userType } = useParams()
  const def = docDef('receipt')
  const seen = useView(userType)
  if (!def || !recieptid || seen === 'unknown') return <NotFound />
  if (seen === 'barred') return <NoAccess what={say('this view of receipts')} />
  return <Opened key={recieptid} id={recieptid} def={def} />
}

function Opened({ id, def }: { id: string; def: DocDef<'receipt'> }) {
  const { data: doc, error, refetch } = useDoc('receipt', id)
  if (error?.status === 404) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={say('The receipt')} onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  const name = doc.doc_no ?? say('Draft receipt')
  return (
    <Page
      title={name}
      name={name}
      crumbs={[{ name: def.plural, path: paths.list('receipt') }]}
      actions={
        <>
          <StatusChip status={doc.status} />
          <PaperButtons type="receipt" id={doc.id} name={doc.doc_no ?? 'draft'} />
          {doc.editable && (
            <Button component={Link} to={paths.edit('receipt', doc.id)} startIcon={<EditOutlined />}>
              {say('Edit')}
            </Button>
          )}
        </>
      }
      bar={
        <DocActions
          def={def as DocDef}
          doc={doc as DocView}
          entered={FORMS}
          confirm={{
            reverse: {
              text: say('What it paid opens again, and its vouchers are taken back today.'),
              ...(doc.doc_no && { type: doc.doc_no }),
            },
          }}
        />
      }
    >
      <Warnings doc={doc as DocView} />
      <div className="grid gap-12">
        <EnterSteps doc={doc} forms={FORMS} first="allocate">
          {(step) => <Allocate key={step.action.action} step={step} />}
        </EnterSteps>
        <WithRail
          rail={
            <>
              <Amounts doc={doc} />
              <Events doc={doc} />
            </>
          }
          below={
            <Card title={say('History')} pad={0}>
              <History def={def as DocDef} doc={doc as DocView} />
            </Card>
          }
        >
          <About doc={doc} />
          <SetAgainst doc={doc} />
        </WithRail>
      </div>
    </Page>
  )
}

function Allocate({ step }: { step: OwnStep<'receipt'> }) {
  const doc: Doc = step.doc
  const fields = step.action.inputs.find((field) => field.key === 'allocations')?.fields ?? []
  const { customer, on_account_paise, amount_paise, mode, for_order } = doc.record
  const amount = on_account_paise ?? amount_paise
  return (
    <StepForm
      {...step}
      rows={(form) =>
        customer ? (
          <OpenRows
            url={openUrl(`/api/receipt/open/${customer}`, { amount, mode, order: for_order })}
            amount={amount}
            form={form as unknown as AllocationForm}
            fields={fields}
          />
        ) : null
      }
    />
  )
}
