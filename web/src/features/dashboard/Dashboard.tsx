// The first page of the day: what waits for me with its reason, the road of orders with counts, and what lies in the
// yards.
import type { Queue, QueueRow } from '../../core/types.gen'
import AlarmOutlined from '@mui/icons-material/AlarmOutlined'
import AccessTime from '@mui/icons-material/AccessTime'
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import Button from '@mui/material/Button'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useAct } from '../../sync/docs'
import { opens } from '../../sync/rights'
import { useReach } from '../../net/reach'
import { useUser } from '../../sync/store'
import { docDef, roleLabel } from '../../core'
import { paths } from '../../docs/paths'
import { age, moment, mt, pieces, wholeRupees } from '../../ui/format'
import { Kbd } from '../../ui/Kbd'
import { useKeys } from '../../ui/keys'
import { Page } from '../../ui/Page'
import { Sideways } from '../../ui/Sideways'
import { Empty, Failed, Skeletons } from '../../ui/states'
import { useSelected, useSteady } from '../../ui/steady'
import { StatusChip } from '../../ui/StatusChip'
import { useToast } from '../../ui/Toasts'
import { any, eq, listAt } from '../../kit/filters'
import { Card, useNarrow, usePhone } from '../../kit/parts'
import { keyOf, standing, urgency, useQueue } from '../../kit/queue'
import { Progress } from '../../kit/Progress'
import { useSetup } from '../../kit/setup'
import { BoardCharts, BoardTiles, ChartCard, Stamp, Tile, useBoard } from './Board'
import { Road } from './Road'
import { classes } from '../../theme/classes'
import css from './Dashboard.module.css'
import { say } from '../../words/say'

export default function Dashboard() {
  const user = useUser()
  const narrow = useNarrow()
  const phone = usePhone()
  const queue = useQueue()
  const { board, loading } = useBoard('dashboard')
  const waiting = <WaitingCard queue={queue.data} error={queue.error} onRetry={() => void queue.refetch()} />
  const stock = board?.charts.find(({ key }) => key === 'stock')
  const coming = loading && opens(user, 'order') ? null : undefined
  const road = board ? board.charts.find(({ drawn }) => drawn === 'road') : coming
  return (
    <Page
      title={say('Dashboard')}
      actions={
        <span className="inline-flex gap-12 items-baseline">
          <Stamp />
          <span className="muted text-13">{user.roles.map(roleLabel).join(', ')}</span>
        </span>
      }
    >
      <div className="grid gap-12">
        <SetupCard />
        {/* Who has a phone in the hand comes for the next piece of work, and for figures after it. */}
        {phone && waiting}
        <BoardTiles name="dashboard" board={board} loading={loading} first={<WaitingTile queue={queue.data} />} />
        {road !== undefined && <Road chart={road} />}
        <div className={classes(css.page, (narrow || !stock) && css.narrow)}>
          {!phone && waiting}
          {stock && (
            <div className="grid gap-12">
              <ChartCard chart={stock} />
              {board?.charts
                .filter(({ key }) => key === 'ageing')
                .map((chart) => (
                  <ChartCard key={chart.key} chart={chart} />
                ))}
            </div>
          )}
        </div>
        {!stock && <BoardCharts board={board} loading={loading} except={['road']} />}
      </div>
    </Page>
  )
}

/** The dashboard of a part of the business: its board, and what waits for the person. */
export function BoardPage({ name, title }: { name: string; title: string }) {
  const queue = useQueue()
  const { board, loading } = useBoard(name)
  return (
    <Page title={title} actions={<Stamp />}>
      <div className="grid gap-12">
        <BoardTiles name={name} board={board} loading={loading} first={<WaitingTile queue={queue.data} />} />
        <BoardCharts board={board} loading={loading} />
        {!loading && <WaitingCard queue={queue.data} error={queue.error} onRetry={() => void queue.refetch()} />}
      </div>
    </Page>
  )
}

/** What a new site still needs, for the administrator, until it is all there. */
function SetupCard() {
  const { data } = useSetup()
  const next = data?.steps.find((step) => !step.done && !step.optional)
  const coming = data?.years.find((year) => !year.current)
  if (data?.complete && coming) return <SeriesCard fy={coming.fy} missing={coming.plan.made} />
  if (!data || data.complete || !next) return null
  return (
    <Card title={say('Set up this site')} aside={say('{done} of {of} done', { done: data.done, of: data.of })}>
      <div className="grid gap-12">
        <Progress done={data.done} of={data.of} />
        <div className="row wrap gap-12">
          <span className={css.step}>
            <strong>{next.title}</strong>
            <span className="block muted text-13">{next.says}</span>
          </span>
          <Button variant="contained" color="primary" component={Link} to={paths.setup}>
            {say('Continue setup')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** From 1 March: the series of the next financial year are still to be set up. */
function SeriesCard({ fy, missing }: { fy: string; missing: number }) {
  return (
    <Card title={say('Number series of {fy}', { fy })} aside={say('{missing} missing', { missing: pieces(missing) })}>
      <div className="row wrap gap-12">
        <span className={css.step}>
          {say('The financial year {fy} begins on 1 April; its documents are numbered from 1 again.', { fy })}
        </span>
        <Button variant="contained" color="primary" component={Link} to={paths.setup}>
          {say('Set up the series')}
        </Button>
      </div>
    </Card>
  )
}

/** How many documents wait for the person, and how late they are. */
function WaitingTile({ queue }: { queue: Queue | undefined }) {
  const rows = queue?.rows ?? []
  const { late, soon, timed, oldest } = standing(rows)
  const statuses = Object.keys(queue?.by_status.order ?? {})
  const waitingAt = listAt(
    paths.list('order'),
    statuses.length > 0
      ? [statuses.length === 1 ? eq<'order'>('status', statuses[0]!) : any<'order'>('status', statuses)]
      : [],
  )
  return (
    <Tile
      label={say('Waiting for you')}
      figure={queue ? pieces(queue.total) : '–'}
      to={waitingAt}
      tone={late > 0 ? 'danger' : soon > 0 ? 'warn' : undefined}
      note={
        late > 0 ? (
          <>
            <AlarmOutlined aria-hidden className="text-icon" />
            {say('{late} late', { late })}
            {soon > 0 && say(', {soon} soon', { soon })}
          </>
        ) : soon > 0 ? (
          say('{soon} late soon', { soon })
        ) : oldest === null ? (
          ''
        ) : timed === rows.length ? (
          say('All on time')
        ) : (
          say('Oldest waits {age}', { age: age(oldest) })
        )
      }
    />
  )
}

const SHOWN = 9

/** Where a document is decided: the page made for its step, else its own. */
function pathOf(row: QueueRow): string {
  if (row.type === 'order') {
    if (row.status === 'BM Approval Pending') return paths.bmApproval(row.id)
    if (row.status === 'Preliminary Credit Team' || row.status === 'Credit Approval Pending')
      return paths.creditApproval(row.id)
    if (row.status === 'Waiting for Loading') return paths.yardView(row.id)
    if (row.status === 'Draft') return paths.edit('order', row.id)
  }
  if (row.status !== 'Pending Approval') return paths.view(row.type, row.id)
  if (row.type === 'inward') return paths.inwardApproval(row.id)
  if (row.type === 'customer' || row.type === 'vendor' || row.type === 'supplier')
    return paths.partyApproval(row.type, row.id, 'pending')
  return paths.view(row.type, row.id)
}

function WaitingCard({
  queue,
  error,
  onRetry,
}: {
  queue: Queue | undefined
  error: ReturnType<typeof useQueue>['error']
  onRetry: () => void
}) {
  const navigate = useNavigate()
  const phone = usePhone()
  const [type, setType] = useState<string | null>(null)
  const [all, setAll] = useState(false)
  const [looking, setLooking] = useState(false)
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const waiting = useMemo(() => queue?.rows.filter((row) => !type || row.type === type), [queue, type])
  // Under the pointer nothing moves, but for what the person has done there.
  const held = useSteady(looking ? String(type) : null, waiting, keyOf)
  const rows = held.filter((row) => !decided.has(momentOf(row)))
  const shown = all ? rows : rows.slice(0, SHOWN)
  const { at, select } = useSelected(String(type), shown, keyOf)
  useKeys(
    {
      j: () => select(at + 1),
      k: () => select(at - 1),
      enter: () => {
        const row = shown[at]
        if (row && document.activeElement?.closest('main') && !document.activeElement.closest('a, button'))
          void navigate(pathOf(row))
        else return false
      },
    },
    shown.length > 0,
  )
  const types = Object.entries(queue?.counts ?? {})
  const tab = (key: string | null, label: string, count: number) => (
    <button
      key={label}
      type="button"
      aria-pressed={type === key}
      onClick={() => setType(key)}
      className={classes(css.type, type === key && css.typeOn)}
    >
      {label} <span className="num">{pieces(count)}</span>
    </button>
  )
  return (
    <Card
      pad={0}
      title={
        <span className={css.head}>
          <span className={css.heading}>{say('Waiting for you')}</span>
          {types.length > 1 && (
            <Sideways className={css.kinds}>
              <div role="group" aria-label={say('Kinds')} className={css.types}>
                {tab(null, say('All'), queue?.total ?? 0)}
                {types.map(([key, count]) => tab(key, docDef(key)?.plural ?? key, count))}
              </div>
            </Sideways>
          )}
        </span>
      }
      label={say('Waiting for you')}
      aside={phone ? undefined : say('Oldest first')}
    >
      {error && !queue && <Failed problem={error} what={say('Your queue')} onRetry={onRetry} />}
      {!error && !queue && <Skeletons rows={6} />}
      {queue && rows.length === 0 && (
        <Empty
          title={say('Nothing is waiting for you')}
          action={<Button onClick={() => void navigate(paths.list('order'))}>{say('See all orders')}</Button>}
        >
          {say('New ones appear here automatically.')}
        </Empty>
      )}
      <ul onPointerEnter={() => setLooking(true)} onPointerLeave={() => setLooking(false)}>
        {shown.map((row, index) => (
          <Waiting
            key={keyOf(row)}
            row={row}
            on={index === at && !phone}
            phone={phone}
            onDecided={() => setDecided(new Set(decided).add(momentOf(row)))}
          />
        ))}
      </ul>
      {rows.length > (phone ? SHOWN : 0) && (
        <div className={css.hint}>
          {!phone && (
            <>
              <Kbd>J</Kbd>
              <Kbd>K</Kbd>
              {say(' move {kbd} open', { kbd: <Kbd>Enter</Kbd> })}
            </>
          )}
          <span className="grow" />
          {rows.length > SHOWN && !all && (
            <Button size="small" variant="text" onClick={() => setAll(true)}>
              {say('{rows} more', { rows: rows.length - SHOWN })}
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}

const URGENCY = { late: 'danger bold', soon: 'warn bold', none: 'muted regular' }

/** A row as it waits now: decided, it may come back, and waits anew. */
const momentOf = (row: QueueRow) => `${keyOf(row)}:${row.version}`

function Waiting({ row, on, phone, onDecided }: { row: QueueRow; on: boolean; phone: boolean; onDecided: () => void }) {
  const how = urgency(row.since, row.sla_hours)
  const Clock = how === 'late' ? AlarmOutlined : AccessTime
  return (
    <li className={classes(css.waiting, phone && css.waitingPhone, on && css.waitingOn)}>
      <Link to={pathOf(row)} className={classes(css.order, phone && css.orderPhone)}>
        <span className={classes('min-0', phone && css.statusPhone)}>
          <StatusChip status={row.status} />
        </span>
        <span className={classes(css.party, phone && css.partyPhone)}>
          <span className="block ellipsis">
            <strong className="bold">{row.party || docDef(row.type)?.label}</strong>{' '}
            <span title={row.doc_no ?? undefined} className="muted text-13">
              {row.doc_no?.split('/').at(-1) ?? say('Draft')}
            </span>
          </span>
          <Found row={row} />
        </span>
        <span className={classes('num nowrap', css.figures, phone && css.figuresPhone)}>
          {!!row.amount_paise && <span className="block semibold">₹{wholeRupees(row.amount_paise)}</span>}
          {!!row.weight_g && (
            <span className={classes('block', !!row.amount_paise && 'muted')}>
              {say('{weight_g} MT', { weight_g: mt(row.weight_g) })}
            </span>
          )}
        </span>
        <span className={classes('num nowrap', css.waited, URGENCY[how])} title={moment(row.since)}>
          <Clock aria-label={how === 'late' ? say('late') : undefined} className="text-16" />
          {age(row.since)}
        </span>
      </Link>
      {!phone && <Decide row={row} onDecided={onDecided} />}
    </li>
  )
}

/** The step that a row with nothing against it can take from here. */
const FROM_ROW: Record<string, string> = {
  'BM Approval Pending': 'approve',
  'Credit Approval Pending': 'credit_approve',
}

/** What was looked over and found clear is approved from the row; all else is looked at first. */
function Decide({ row, onDecided }: { row: QueueRow; onDecided: () => void }) {
  const navigate = useNavigate()
  const notify = useToast()
  const act = useAct(row.type, row.id)
  const { live } = useReach()
  // Without the server nothing is approved from here; the order's page says why.
  const step = live && row.clear ? FROM_ROW[row.status] : undefined
  const name = row.doc_no ?? docDef(row.type)?.label ?? ''
  const approve = async () => {
    const next = await act.run(step!, row.version, {})
    // What the core refuses is told where it can be mended.
    if (!next) return void navigate(pathOf(row))
    onDecided()
    notify(say('{doc_no} is now {status}', { doc_no: next.doc_no ?? name, status: next.status }))
  }
  return step ? (
    <Button
      size="small"
      variant="contained"
      color="primary"
      className={css.act}
      aria-busy={act.pending}
      aria-label={say('Approve {name}', { name })}
      onClick={() => void approve()}
    >
      {act.pending ? say('Saving') : say('Approve')}
    </Button>
  ) : (
    <Button
      size="small"
      component={Link}
      to={pathOf(row)}
      className={css.act}
      aria-label={say('Review {name}', { name })}
    >
      {say('Review')}
    </Button>
  )
}

/** The reason it waits, in the core's words; an order with nothing against it says so. */
function Found({ row }: { row: QueueRow }) {
  const { clear } = row
  if (!row.finding && !clear) return null
  const Icon = clear ? CheckCircleOutlined : InfoOutlined
  return (
    <span
      title={row.finding ?? undefined}
      className={classes('block ellipsis text-13 leading-20', clear ? 'ok' : 'warn')}
    >
      <Icon aria-hidden className={css.finding} />
      {row.finding ?? say('All clear')}
    </span>
  )
}
