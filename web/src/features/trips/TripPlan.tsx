// A trip being planned: at the left the goods that no trip takes along yet, at the right the trip that is built of
// them, with its load, its order of stops and the papers that are missing.
import Button from '@mui/material/Button'
import { useCallback, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { docDef } from '../../core'
import type { DocDef, DocView, FieldOf, Links } from '../../core/records'
import { FieldInput } from '../../docs/fields/FieldInput'
import { DraftState, FormProblem, Restored } from '../../docs/FormFields'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import type { RecordForm } from '../../docs/record'
import { useDocForm } from '../../docs/useDocForm'
import { Card, Finding } from '../../kit/parts'
import { TripRows } from '../../kit/TripRows'
import type { UntrippedGoods } from '../../net/answers.gen'
import { useReach } from '../../net/reach'
import { useDoc, useFacts, useList } from '../../sync/docs'
import { money, mt, percent1 } from '../../ui/format'
import { Kbd } from '../../ui/Kbd'
import { useKeys } from '../../ui/keys'
import { Page } from '../../ui/Page'
import { Empty, Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { goodsOf, stopOf, takenOff, useReckoned, type Form, type Stop, type Trip } from './plan'
import { PlannedStops } from './PlannedStops'
import { TripLoad } from './TripLoad'
import { Untripped } from './Untripped'
import css from './trips.module.css'
import { many, say } from '../../words/say'

export default function TripPlan() {
  const { orderid } = useParams()
  const [query] = useSearchParams()
  const id = query.get('trip') ?? undefined
  const trip = useDoc('trip', id)
  const goods = useFacts<UntrippedGoods>(`/api/trip/untripped${orderid ? `?order=${encodeURIComponent(orderid)}` : ''}`)
  const problem = trip.error ?? goods.error
  const def = docDef('trip')
  if (!def || (trip.error?.status === 404 && !trip.data)) return <NotFound />
  if (problem && !(goods.data && (trip.data || !id)))
    return (
      <Failed
        problem={problem}
        what={trip.error ? say('The trip') : say('The goods to plan')}
        onRetry={() => void (trip.error ? trip.refetch() : goods.refetch())}
      />
    )
  if (!goods.data || (id && !trip.data)) return <LoadingPage />
  if (orderid && goods.data.rows.length === 0) return <AllPlanned order={orderid} />
  if (trip.data && !trip.data.editable)
    return (
      <Page title={say('Edit trip')} crumbs={[{ name: def.plural, path: paths.list('trip') }]}>
        <Empty
          title={say('{doc_no} is {status}', { doc_no: trip.data.doc_no ?? say('The trip'), status: trip.data.status })}
          action={<Link to={paths.view('trip', trip.data.id)}>{say('Open the trip')}</Link>}
        >
          {say('Its stops stay as they are.')}
        </Empty>
      </Page>
    )
  return <Plan key={id ?? orderid ?? ''} def={def} doc={trip.data ?? null} goods={goods.data} order={orderid} />
}

/** Of the order that the address names nothing is left to plan: the trips that take its goods are. */
function AllPlanned({ order }: { order: string }) {
  const { data, error } = useList({ type: 'trip', where: [`orders:eq:${order}`], limit: 50 })
  const rows = data?.rows ?? []
  // Where no trip knows of it, the address may name an order that is not there.
  const unknown = !!data && rows.length === 0
  const asked = useDoc('order', unknown ? order : undefined)
  if (unknown && asked.error?.status === 404) return <NotFound />
  if ((!data && !error) || (unknown && !asked.data && !asked.error)) return <LoadingPage />
  return (
    <Page title={say('Plan a trip')} crumbs={[{ name: say('Trips'), path: paths.list('trip') }]}>
      <Empty
        title={
          rows.length > 0 ? say('Every loading of this order is on a trip') : say('Nothing of this order is loaded yet')
        }
        action={<Link to={paths.add('trip')}>{say('Plan a trip of other goods')}</Link>}
      >
        {rows.length > 0
          ? say('Its trips are below.')
          : say('A trip can be planned as soon as the yard has begun to load it.')}
      </Empty>
      {rows.length > 0 && (
        <Card title={say('Trips of this order')} pad={0}>
          <TripRows rows={rows} />
        </Card>
      )}
    </Page>
  )
}

interface PlanProps {
  def: DocDef<'trip'>
  doc: DocView<'trip'> | null
  goods: UntrippedGoods
  order: string | undefined
}

function Plan({ def, doc, goods, order }: PlanProps) {
  const navigate = useNavigate()
  const reach = useReach()
  const saved = useCallback(
    (next: DocView<'trip'>) => void navigate(paths.view('trip', next.id), { replace: true }),
    [navigate],
  )
  // Asked for by an order, its goods are on the trip from the start.
  const [given] = useState<Trip>(() => (order ? { stops: goods.rows.map(stopOf) } : {}))
  const { form, submit, pending, problem, dialog, restored, savedAt, discard } = useDocForm(def, doc, saved, { given })
  useKeys({ 'ctrl+enter': submit, 'ctrl+s': submit })
  const reckoned = useReckoned(doc?.id ?? '', form)
  const stops = form.record.stops ?? []
  const taken = new Set(stops.map(goodsOf))
  const rows = [...goods.rows, ...takenOff(doc)].filter((row) => !taken.has(goodsOf(stopOf(row))))
  const name = doc?.doc_no ?? say('Plan a trip')
  const now = reckoned?.record
  const sums = [
    many(stops.length, '{n} stop', '{n} stops'),
    !!now?.weight_g && say('{weight_g} MT', { weight_g: mt(now.weight_g) }),
    !!now?.fill_bp && `${percent1(now.fill_bp)} %`,
    !!now?.total_paise && say('{total_paise} freight', { total_paise: money(now.total_paise) }),
  ]
  return (
    <Page
      title={doc ? say('Edit trip') : name}
      name={name}
      crumbs={[{ name: def.plural, path: paths.list('trip') }]}
      actions={doc && <StatusChip status={doc.status} />}
      bar={
        <section aria-label={say('Actions')} className="bar bar-row">
          <Button variant="contained" color="primary" onClick={submit} aria-busy={pending}>
            {pending ? say('Saving') : say('Save trip')}
            <span className="keys">
              <Kbd on="fill">Ctrl</Kbd>
              <Kbd on="fill">Enter</Kbd>
            </span>
          </Button>
          <Button component={Link} to={doc ? paths.view('trip', doc.id) : paths.list('trip')} onClick={discard}>
            {say('Discard')}
          </Button>
          <FormProblem form={form as unknown as RecordForm} problem={problem} />
          <span className="grow" />
          <span className="num muted text-13">{stops.length > 0 && sums.filter(Boolean).join(' · ')}</span>
          <DraftState savedAt={savedAt} />
        </section>
      }
    >
      <form ref={form.root} noValidate onSubmit={(event) => event.preventDefault()}>
        {restored && <Restored at={savedAt} onDiscard={discard} />}
        {!reach.live && (
          <Finding tone="warn" box>
            {say(
              'The server cannot be reached. What you plan is kept on this device, and is checked when it is saved.',
            )}
          </Finding>
        )}
        <div className={css.plan}>
          <Untripped
            goods={goods}
            rows={rows}
            onAdd={(row) => form.change<Stop[]>('stops', (was) => [...(was ?? []), stopOf(row)])}
          />
          <div className="grid gap-12 min-0">
            <Vehicle def={def} doc={doc} form={form} now={now} />
            {now && <TripLoad record={now} vehicle={now.vehicle_no ?? ''} />}
            <PlannedStops def={def} form={form} goods={goods.rows} reckoned={reckoned} />
            {now?.vendor && <FreightTerms def={def} form={form} now={now} />}
          </div>
        </div>
      </form>
      {dialog}
    </Page>
  )
}

interface FieldsProps {
  def: DocDef<'trip'>
  form: Form
  now: Trip | undefined
}

interface FieldsOf extends Omit<FieldsProps, 'now'> {
  keys: FieldOf<'trip'>[]
  known?: Links
  /** Those that are changed elsewhere. */
  fixed?: string[]
  onVehicle?: (id: unknown) => void
}

function Fields({ def, form, keys, known, fixed = [], onVehicle }: FieldsOf) {
  const own = form as unknown as RecordForm
  return (
    <div className="fields">
      {keys.map((key) => {
        const field = def.fields.find((one) => one.key === key)
        if (!field) return null
        return (
          <div key={key} className={field.kind === 'note' || key === 'overhang' ? 'span-all' : undefined}>
            <FieldInput
              field={field}
              {...own.at(key)}
              {...(key === 'vehicle' && onVehicle && { onChange: onVehicle })}
              form={own}
              known={known}
              disabled={fixed.includes(key)}
            />
          </div>
        )
      })}
    </div>
  )
}

function Vehicle({ def, doc, form, now }: FieldsProps & { doc: DocView<'trip'> | null }) {
  // A vehicle that stands in the yard is changed by a step, with its reason.
  const fixed = doc && doc.status !== 'Planned' ? ['vehicle', 'driver'] : []
  const [longest, bed] = [now?.longest_mm ?? 0, now?.bed_mm ?? 0]
  const overhang = !!form.record.overhang || (bed > 0 && longest > bed)
  const usual = form.record.driver ? '' : [now?.driver_name, now?.mobile].filter(Boolean).join(', ')
  return (
    <Card title={say('Vehicle')}>
      <div className="grid gap-12">
        <Fields
          def={def}
          form={form}
          known={doc?.links}
          fixed={fixed}
          keys={['vehicle', 'driver', 'vendor', 'lr_no', 'leaves_at', 'back_at', ...(overhang ? OVERHANG : [])]}
          onVehicle={(id) => {
            // Another vehicle has a driver and an owner of its own.
            form.set('vehicle', id)
            form.set('driver', null)
            form.set('vendor', null)
          }}
        />
        {usual && <Finding tone="info">{say('Driver {usual}', { usual })}</Finding>}
        <Fields def={def} form={form} keys={['remarks']} />
      </div>
    </Card>
  )
}

const OVERHANG: FieldOf<'trip'>[] = ['overhang']

function FreightTerms({ def, form, now }: FieldsProps) {
  return (
    <Card title={say('Freight')} aside={now?.freight_paise ? money(now.freight_paise) : undefined}>
      <Fields
        def={def}
        form={form}
        keys={['freight_basis', 'freight_rate_paise', 'km', 'freight_tax', 'hamali_paise', 'advance_paise']}
      />
    </Card>
  )
}
