// A transfer: the four lanes, and in the open one the card of whoever works there.
import EditOutlined from '@mui/icons-material/EditOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { docDef } from '../../core'
import type { DocView } from '../../core/records'
import type { ActionView } from '../../core/types.gen'
import { useDoc } from '../../sync/docs'
import { DocActions } from '../../docs/DocActions'
import { History } from '../../docs/HistoryView'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { PaperButtons } from '../../kit/PdfButton'
import { NotNow, StepForm, useOwnSteps, type OwnStep } from '../../kit/StepForm'
import { NOTHING, kg, pieces } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { Card, Facts, Finding, Scroll, WithRail } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import { AcceptRows } from './AcceptRows'
import { LaneFacts } from './LaneFacts'
import { LaneStepper } from './LaneStepper'
import { LANES, turnOf, type Lane } from './lanes'
import { ReceiveRows, asSent } from './ReceiveRows'
import { SettleRows, toDecide } from './SettleRows'
import { say } from '../../words/say'

export function Transfer({ lane }: { lane?: Lane }) {
  const { orderid } = useParams()
  const def = docDef('transfer')
  const { data: doc, error, refetch } = useDoc('transfer', orderid)
  if (!def) return null
  if (error?.status === 404) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={say('The transfer')} onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  return <Lanes key={`${doc.id} ${lane ?? ''}`} doc={doc} asked={lane} />
}

function Lanes({ doc, asked }: { doc: DocView<'transfer'>; asked: Lane | undefined }) {
  const navigate = useNavigate()
  const def = docDef('transfer')
  // Where nothing was asked for, what is open moves on with the transfer.
  const [chosen, setChosen] = useState<Lane | undefined>(asked)
  const steps = useOwnSteps(doc)
  const typedIn = LANES.find((one) => one.forms.some((form) => steps.typed.has(form)))?.lane
  const open = chosen ?? typedIn ?? turnOf(doc) ?? 'account'
  if (!def) return null
  const name = doc.doc_no ?? say('Draft transfer')
  const lane = LANES.find((one) => one.lane === open)
  const entered = steps.of(lane?.forms ?? [])
  const forms = LANES.flatMap((one) => one.forms)
  return (
    <Page
      title={name}
      name={name}
      crumbs={[{ name: def.plural, path: paths.list('transfer') }]}
      actions={
        <>
          <StatusChip status={doc.status} />
          <PaperButtons type="transfer" id={doc.id} name={doc.doc_no ?? 'draft'} />
          {doc.editable && (
            <Button startIcon={<EditOutlined />} onClick={() => void navigate(paths.edit('transfer', doc.id))}>
              {say('Edit')}
            </Button>
          )}
        </>
      }
      bar={<DocActions def={def} doc={doc} entered={forms} />}
    >
      <div className="grid gap-12">
        <LaneStepper doc={doc} open={open} onOpen={setChosen} />
        <WithRail
          rail={
            <Card title={say('History')} pad={0}>
              <History def={def} doc={doc} />
            </Card>
          }
        >
          <section id="lane" role="tabpanel" aria-labelledby={`lane-${open}`} className="grid gap-12 min-0">
            <NotNow doc={doc} forms={forms} />
            {entered.map((step) => (
              <Card key={step.action.action} title={step.action.label}>
                <Entered {...step} />
              </Card>
            ))}
            <LaneFacts doc={doc} lane={open} title={lane?.label ?? ''} entering={entered.length > 0} />
          </section>
          <Asked doc={doc} />
        </WithRail>
      </div>
    </Page>
  )
}

function Entered(step: OwnStep<'transfer'>) {
  const { doc, action } = step
  const rows = (key: string) => action.inputs.find((field) => field.key === key)?.fields ?? []
  switch (action.action) {
    case 'accept':
      return <StepForm {...step} rows={(form) => <AcceptRows doc={doc} form={form} />} />
    case 'receive':
      return (
        <StepForm
          {...step}
          start={asSent(doc)}
          rows={(form) => <ReceiveRows doc={doc} form={form} fields={rows('batches')} />}
        />
      )
    case 'settle':
      return (
        <StepForm
          {...step}
          start={toDecide(doc)}
          rows={(form) => <SettleRows doc={doc} form={form} fields={rows('decisions')} />}
        />
      )
    default:
      return <StepForm {...step} start={begun(doc, action)} />
  }
}

/** What was said before is said again: the last one counts. */
function begun(doc: DocView<'transfer'>, action: ActionView) {
  const record = doc.record as Record<string, unknown>
  return Object.fromEntries(
    action.inputs.flatMap(({ key }) => (key !== 'remarks' && record[key] != null ? [[key, record[key]]] : [])),
  )
}

/** What is asked for, from where to where. */
function Asked({ doc }: { doc: DocView<'transfer'> }) {
  const { record, links } = doc
  const extra = (record.lots ?? []).some((lot) => lot.extra_pcs || lot.extra_g)
  return (
    <Card title={say('Request')} pad={0}>
      <div className="p-16 grid gap-12">
        <Facts
          items={[
            { label: say('From'), value: titleOf(links, 'yard', record.from_yard) },
            { label: say('To'), value: titleOf(links, 'yard', record.to_yard) },
            { label: say('For order'), value: titleOf(links, 'order', record.order) },
            { label: say('Remarks'), value: record.remarks ?? '' },
          ]}
        />
        {(record.road_pcs || record.road_g) && record.in_at ? (
          <Finding tone="danger" box>
            {record.road_pcs ? say('{road_pcs} pcs, ', { road_pcs: pieces(record.road_pcs) }) : ''}
            {say('{road_g} kg did not arrive', { road_g: kg(record.road_g ?? 0) })}
          </Finding>
        ) : null}
        {extra && (
          <Finding tone="warn" box>
            {say('More was received than sent. The from-yard says whether it is theirs.')}
          </Finding>
        )}
      </div>
      <Scroll>
        <table className="stacks data-table">
          <thead>
            <tr>
              <th>{say('SKU')}</th>
              <th className="right">{say('Pieces')}</th>
              <th className="right">{say('kg')}</th>
            </tr>
          </thead>
          <tbody>
            {(record.lines ?? []).map((line, at) => (
              <tr key={at}>
                <td className="whole">
                  <strong className="bold">{titleOf(links, 'sku', line.sku)}</strong>
                  {line.remark && <div className="text-12 muted">{line.remark}</div>}
                </td>
                <td data-head={say('Pieces')} className="number">
                  {line.pcs ? pieces(line.pcs) : NOTHING}
                </td>
                <td data-head="kg" className="number">
                  {line.weight_g ? kg(line.weight_g) : NOTHING}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Card>
  )
}
