// The stops of one order, on a phone: who receives what, on which trip, and what came of it.
import { Link } from 'react-router'
import { docDef } from '../../core'
import type { DocView } from '../../core/records'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { Finding } from '../../kit/parts'
import { NotNow, useOwnSteps } from '../../kit/StepForm'
import { useReach } from '../../net/reach'
import { useDoc, useList } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { Page } from '../../ui/Page'
import { Empty, Failed, Skeletons } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { AT_STOPS, StopCard } from './StopCard'
import css from './trips.module.css'
import { say } from '../../words/say'

interface Props {
  order: string
  /** One loading of it alone. */
  loading?: string
}

const MOST = 20

export function HandOverOf({ order, loading }: Props) {
  const user = useUser()
  const reach = useReach()
  const def = docDef('trip')
  const { data, error, refetch } = useList({
    type: 'trip',
    where: [`orders:eq:${order}`],
    sort: '-date',
    limit: MOST,
  })
  const rows = (data?.rows ?? []).filter((row) => row.status !== 'Cancelled')
  // Where no trip takes it, the address may name an order that is not there.
  const unknown = !!data && rows.length === 0 && !loading
  const asked = useDoc('order', unknown ? order : undefined)
  const waits = (!data && !error) || (unknown && !asked.data && !asked.error)
  if (unknown && asked.error?.status === 404) return <NotFound />
  return (
    <Page title={say('Proof of delivery')} crumbs={[{ name: say('Trips'), path: paths.list('trip') }]}>
      <div className={css.phone}>
        {!reach.live && (
          <Finding tone="warn" box>
            {say('The server cannot be reached. What you enter is kept on this phone, and is sent later.')}
          </Finding>
        )}
        {error && !data && <Failed problem={error} what={say('The trips')} onRetry={() => void refetch()} />}
        {waits && <Skeletons rows={4} />}
        {!waits && data && rows.length === 0 && (
          <Empty
            title={say('No trip takes these goods')}
            action={
              def && may(user, def, 'add') ? <Link to={paths.tripFor(order)}>{say('Plan a trip')}</Link> : undefined
            }
          >
            {say('They are handed over here once they are on their way.')}
          </Empty>
        )}
        {rows.map((row) => (
          <OnTrip key={row.id} id={row.id} order={order} loading={loading} />
        ))}
      </div>
    </Page>
  )
}

function OnTrip({ id, order, loading }: Props & { id: string }) {
  const { data, error, refetch } = useDoc('trip', id)
  if (error && !data) return <Failed problem={error} what={say('The trip')} onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={4} />
  return <Stops doc={data} order={order} loading={loading} />
}

function Stops({ doc, order, loading }: Props & { doc: DocView<'trip'> }) {
  const steps = useOwnSteps(doc).of(AT_STOPS)
  const places = (doc.record.stops ?? []).flatMap((stop, at) =>
    stop.order === order && (!loading || stop.loading === loading) ? [at] : [],
  )
  if (places.length === 0) return null
  return (
    <section aria-label={doc.doc_no ?? say('Trip')} className="grid gap-12">
      <div className="flex between gap-12 wrap">
        <span>
          <Link to={paths.view('trip', doc.id)} className="bold touch">
            {doc.doc_no}
          </Link>{' '}
          <span className="muted nowrap">{doc.record.vehicle_no}</span>
        </span>
        <StatusChip status={doc.status} />
      </div>
      <NotNow doc={doc} forms={AT_STOPS} />
      {places.map((at) => (
        <StopCard key={at} doc={doc} at={at} steps={steps} />
      ))}
    </section>
  )
}
