// A trip as it stands: what is entered of it now, its stops in order, and at the side load, papers and freight.
import EditOutlined from '@mui/icons-material/EditOutlined'
import Button from '@mui/material/Button'
import { Link, useParams } from 'react-router'
import { docDef } from '../../core'
import type { DocDef, DocView } from '../../core/records'
import { DocActions } from '../../docs/DocActions'
import { FieldInput } from '../../docs/fields/FieldInput'
import { History } from '../../docs/HistoryView'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { Warnings } from '../../docs/Warnings'
import { EnterSteps } from '../../kit/EnterSteps'
import { PartB } from '../../kit/PartB'
import { Card, WithRail, usePhone } from '../../kit/parts'
import { PaperButtons } from '../../kit/PdfButton'
import { sum } from '../../kit/record'
import { NotNow, StepForm, useOwnSteps, type OwnStep } from '../../kit/StepForm'
import { useDoc } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { Papers, knownPapers } from './Papers'
import { AT_STOPS, StopCard, isOpen } from './StopCard'
import { TripFacts } from './TripFacts'
import { TripLoad } from './TripLoad'
import { Freight, VehiclesBefore } from './TripRail'
import { say } from '../../words/say'

type Doc = DocView<'trip'>

/** The steps that are entered in the page, and those of them that lead on. */
const FORMS = ['dispatch', 'close', 'settle', 'change_vehicle', 'record_papers']
const ONWARD = ['dispatch', 'close', 'settle']

export default function TripView() {
  const { orderid } = useParams()
  const { data: doc, error, refetch } = useDoc('trip', orderid)
  if (error?.status === 404) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={say('The trip')} onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  return <View key={doc.id} doc={doc} />
}

function View({ doc }: { doc: Doc }) {
  const user = useUser()
  const def = docDef('trip')
  const atStops = useOwnSteps(doc).of(AT_STOPS)
  const phone = usePhone()
  if (!def) return null
  const name = doc.doc_no ?? say('Trip')
  const possible = (action: string) => doc.actions.some((one) => one.action === action && one.allowed)
  const stops = doc.record.stops ?? []
  // On the road a phone shows first where the vehicle goes next.
  const next = phone && doc.record.out_at && atStops.length > 0 ? stops.findIndex(isOpen) : -1
  return (
    <Page
      title={name}
      crumbs={[{ name: def.plural, path: paths.list('trip') }]}
      actions={
        <>
          <StatusChip status={doc.status} />
          <PaperButtons type="trip" id={doc.id} name={doc.doc_no ?? 'draft'} />
          {doc.editable && may(user, def, 'edit') && (
            <Button component={Link} to={paths.edit('trip', doc.id)} startIcon={<EditOutlined />}>
              {say('Edit')}
            </Button>
          )}
        </>
      }
      bar={
        <DocActions
          def={def as DocDef}
          doc={doc as DocView}
          entered={[...AT_STOPS, ...FORMS]}
          starts={{ pay_advance: { amount_paise: left(doc) } }}
        />
      }
    >
      <Warnings doc={doc as DocView} />
      <WithRail
        rail={
          <>
            <TripLoad record={doc.record} vehicle={doc.record.vehicle_no ?? ''} />
            <Freight doc={doc} />
            <PartB title={say('Part B of e-way bills')} rows={doc.record.part_b ?? []} />
            <VehiclesBefore doc={doc} />
          </>
        }
      >
        <NotNow doc={doc} forms={AT_STOPS} />
        {next >= 0 && <StopCard key={next} doc={doc} at={next} steps={atStops} />}
        <EnterSteps doc={doc} forms={FORMS} first={ONWARD.find(possible) ?? null}>
          {(step) => <Entered key={step.action.action} {...step} />}
        </EnterSteps>
        <Card label={say('Trip')}>
          <TripFacts doc={doc} />
        </Card>
        {stops.map((_, at) => at !== next && <StopCard key={at} doc={doc} at={at} steps={atStops} />)}
        <Card title={say('History')} pad={0}>
          <History def={def as DocDef} doc={doc as DocView} />
        </Card>
      </WithRail>
    </Page>
  )
}

/** What was agreed as an advance and is not paid yet. */
function left({ record }: Doc): number | undefined {
  const open = (record.advance_paise ?? 0) - (record.advance_paid_paise ?? 0)
  return open > 0 ? open : undefined
}

function Entered(step: OwnStep<'trip'>) {
  const { doc, action } = step
  const other = action.action === 'change_vehicle'
  const rows = action.inputs.filter((field) => field.kind === 'rows')
  return (
    <StepForm
      {...step}
      start={action.action === 'close' ? asPlanned(doc) : knownPapers(doc, other)}
      drawn={() => (action.action === 'settle' ? notAsked(doc) : [])}
      rows={(form) =>
        rows.map((field) =>
          field.key === 'papers' ? (
            <Papers key={field.key} doc={doc} form={form} fields={field.fields} all={other} />
          ) : (
            <FieldInput key={field.key} field={field} {...form.at(field.key)} form={form} />
          ),
        )
      }
    />
  )
}

const asPlanned = ({ record }: Doc) => ({
  ...(record.km && { km: record.km }),
  ...(record.hamali_paise && { hamali_paise: record.hamali_paise }),
})

/** What a settlement is not asked of this trip. */
function notAsked({ record }: Doc): string[] {
  if (!record.vendor) return ['bill_no', 'tax_paise', 'claim_paise', 'paid_by', 'utr']
  const lost = sum(record.stops ?? [], (stop) => stop.claim_paise)
  return [...(record.freight_tax === 'forward' ? [] : ['tax_paise']), ...(lost ? [] : ['claim_paise'])]
}
