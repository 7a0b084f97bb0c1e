// The first page of the day: what waits for me with its reason, the road of orders with counts, and what lies in the yards.
import AlarmOutlined from '@mui/icons-material/AlarmOutlined'
import AccessTime from '@mui/icons-material/AccessTime'
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import Button from '@mui/material/Button'
import { useMemo, useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useAct, useFacts, useList } from '../../api/docs'
import { may } from '../../app/rights'
import { useUser } from '../../app/store'
import { docDef, roleLabel } from '../../core'
import type { DocView } from '../../core/types.gen'
import { paths } from '../../paths'
import { role } from '../../theme/themes'
import { age, lakhs, moment, mt, pieces, rupees, today, wholeRupees } from '../../ui/format'
import { Kbd } from '../../ui/Kbd'
import { useKeys } from '../../ui/keys'
import { Page } from '../../ui/Page'
import { Empty, Failed, Skeletons } from '../../ui/states'
import { StatusChip, useStatusColours } from '../../ui/StatusChip'
import { StatusIcon } from '../../ui/StatusIcon'
import { useToast } from '../../ui/Toasts'
import { StackedRows } from '../orders/Bars'
import { eq, listAt } from '../orders/filters'
import { Card, Legend, useNarrow, usePhone } from '../orders/parts'
import { urgency, useQueue, type Queue, type QueueRow } from '../orders/queue'
import { int, sum, titleOf, type Values } from '../orders/record'
import { Progress } from '../setup/Setup'
import { useSetup } from '../setup/setup'

export default function Dashboard() {
  const user = useUser()
  const narrow = useNarrow()
  const queue = useQueue()
  const sees = (type: string) => {
    const def = docDef(type)
    return !!def && may(user, def, 'view')
  }
  return (
    <Page title="Dashboard" actions={<span style={{ color: role.ink2, fontSize: 13 }}>{user.roles.map(roleLabel).join(', ')}</span>}>
      <div style={{ display: 'grid', gap: 12 }}>
        <SetupCard />
        <Tiles queue={queue.data} sees={sees} />
        {sees('order') && <Road />}
        <div style={{ display: 'grid', gap: 12, gridTemplateColumns: narrow || !sees('batch') ? 'minmax(0, 1fr)' : 'minmax(0, 2.9fr) minmax(0, 1fr)', alignItems: 'start' }}>
          <WaitingCard queue={queue.data} error={queue.error} onRetry={() => void queue.refetch()} />
          {sees('batch') && <StockCard />}
        </div>
      </div>
    </Page>
  )
}

/** What a new site still needs, for the administrator, until it is all there. */
function SetupCard() {
  const { data } = useSetup()
  const next = data?.steps.find((step) => !step.done && !step.optional)
  if (!data || data.complete || !next) return null
  return (
    <Card title="Set up this site" aside={`${data.done} of ${data.of} done`}>
      <div style={{ display: 'grid', gap: 12 }}>
        <Progress done={data.done} of={data.of} />
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'center' }}>
          <span style={{ flex: '1 1 240px' }}><strong>{next.title}</strong><span style={{ display: 'block', color: role.ink2, fontSize: 13 }}>{next.says}</span></span>
          <Button variant="contained" color="primary" component={Link} to={paths.setup}>Go on setting up</Button>
        </div>
      </div>
    </Card>
  )
}

function Tile({ label, figure, unit, note, tone, to }: { label: string; figure: ReactNode; unit?: string; note?: ReactNode; tone?: string; to: string }) {
  return (
    <Link to={to} className="card" style={{ display: 'block', padding: '12px 16px', color: role.ink, textDecoration: 'none', minWidth: 0 }}>
      <div style={{ fontSize: 12, lineHeight: '16px', color: role.ink2 }}>{label}</div>
      <div className="num" style={{ fontSize: 26, lineHeight: '34px', fontWeight: 600, letterSpacing: '-0.6px' }}>{figure}{unit && <span style={{ fontSize: 14, color: role.ink2, fontWeight: 500, letterSpacing: 0 }}> {unit}</span>}</div>
      <div style={{ fontSize: 12, lineHeight: '16px', color: tone ?? role.ink2, minHeight: 16 }}>{note}</div>
    </Link>
  )
}

function useDay(type: string, field: string, sees: boolean) {
  return useList({ type, where: [`${field}:ge:${today()}`], limit: 500 }, { skip: !sees })
}

function Tiles({ queue, sees }: { queue: Queue | undefined; sees: (type: string) => boolean }) {
  const [late, soon] = (['late', 'soon'] as const).map((how) => (queue?.rows ?? []).filter((row) => urgency(row.since, row.sla_hours) === how).length) as [number, number]
  const booked = useDay('order', 'date', sees('order'))
  const loaded = useDay('loading', 'date', sees('loading'))
  const invoiced = useDay('invoice', 'date', sees('invoice'))
  const statuses = Object.keys(queue?.by_status.order ?? {})
  const waitingAt = listAt(paths.list('order'), statuses.length > 0 ? [statuses.length === 1 ? eq('status', statuses[0]!) : { field: 'status', op: 'in', value: statuses.join('|') }] : [])
  const since = { field: 'date', op: 'ge', value: today() }
  const rowsOf = (answer: typeof booked, status?: string) => (answer.data?.rows ?? []).filter((row) => row.doc_no && (!status || row.status === status)) as Values[]
  const [orders, loadings, bills] = [rowsOf(booked), rowsOf(loaded, 'Posted'), rowsOf(invoiced, 'Posted')]
  const money = (rows: Values[], key: string) => {
    const total = sum(rows, key)
    return total === null ? null : <span title={`₹${rupees(total)}`}>{lakhs(total)}</span>
  }
  return (
    <div style={{ display: 'grid', gap: 12, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 158px), 1fr))' }}>
      <Tile label="Waiting for you" figure={queue ? pieces(queue.total) : '–'} to={waitingAt} tone={late > 0 ? role.danger : soon > 0 ? role.warn : undefined}
        note={late > 0 ? <><AlarmOutlined aria-hidden style={{ fontSize: 14, verticalAlign: '-2px', marginRight: 4 }} />{late} late{soon > 0 && `, ${soon} soon`}</> : soon > 0 ? `${soon} late soon` : queue ? 'All within their time' : ''} />
      {sees('order') && <Tile label="Booked today" figure={booked.data ? mt(sum(orders, 'weight_g') ?? 0) : '–'} unit="MT" to={listAt(paths.list('order'), [since])} note={<span>{money(orders, 'total_paise')}{sum(orders, 'total_paise') !== null && ', '}{pieces(orders.length)} {orders.length === 1 ? 'order' : 'orders'}</span>} />}
      {sees('loading') && <Tile label="Loaded today" figure={loaded.data ? mt(sum(loadings, 'net_g') ?? 0) : '–'} unit="MT" to={listAt(paths.list('loading'), [since])} note={`${pieces(loadings.length)} ${loadings.length === 1 ? 'vehicle' : 'vehicles'}`} />}
      {sees('invoice') && <Tile label="Invoiced today" figure={money(bills, 'payable_paise') ?? pieces(bills.length)} unit={sum(bills, 'payable_paise') === null ? 'invoices' : undefined} to={listAt(paths.list('invoice'), [since])} note={sum(bills, 'payable_paise') === null ? '' : `${pieces(bills.length)} ${bills.length === 1 ? 'invoice' : 'invoices'}`} />}
    </div>
  )
}

/** The road: the statuses on it side by side, the sidings under the step they leave from. */
const ROAD: [string, string[]][] = [
  ['Draft', []], ['BM Approval Pending', ['Hold order from BM', 'Rejected By BM']], ['Preliminary Credit Team', []], ['Credit Approval Pending', ['Rejected From Credit Team']],
  ['Waiting for Loading', ['Raise Concern From Yard']], ['Order Loaded', ['Raise Concern By Account']], ['Order Completed', []],
]

function Road() {
  const phone = usePhone()
  const { data, error, refetch } = useList({ type: 'order', limit: 1 })
  if (error && !data) return <Card><Failed problem={error} what="The counts of orders" onRetry={() => void refetch()} /></Card>
  return (
    <section aria-label="Orders by status" className="card" style={{ overflow: 'hidden' }}>
      <ul style={{ display: 'grid', gridTemplateColumns: `repeat(${phone ? 2 : ROAD.length}, minmax(0, 1fr))` }}>
        {ROAD.map(([status, sidings], at) => (
          <li key={status} style={{ padding: '12px 12px 12px 14px', boxShadow: `-1px -1px 0 ${role.line}`, gridColumn: phone && at === ROAD.length - 1 ? '1 / -1' : undefined }}>
            <Stop status={status} count={data?.counts[status]} large />
            {sidings.map((siding) => <Stop key={siding} status={siding} count={data?.counts[siding]} />)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Stop({ status, count, large }: { status: string; count: number | undefined; large?: boolean }) {
  const { ink } = useStatusColours(status)
  return (
    <Link to={listAt(paths.list('order'), [eq('status', status)])} style={{ display: large ? 'block' : 'flex', gap: 5, alignItems: 'center', color: role.ink, minHeight: 24, marginTop: large ? 0 : 2, fontSize: large ? 13 : 11, lineHeight: large ? '18px' : '16px' }}>
      <span style={{ display: 'inline-flex', gap: 6, alignItems: 'center' }}>
        <StatusIcon status={status} size={large ? 17 : 14} color={ink} />
        <strong className="num" style={{ fontSize: large ? 18 : 11, lineHeight: large ? '24px' : '16px', fontWeight: 600, opacity: count === 0 ? 0.7 : 1 }}>{count === undefined ? '' : pieces(count)}</strong>
      </span>
      <span style={{ display: large ? 'block' : 'inline', color: large ? role.ink : role.ink2 }}>{status}</span>
    </Link>
  )
}

const SHOWN = 9

/** Where a document is decided: the page made for its step, else its own. */
function pathOf(row: QueueRow): string {
  if (row.type === 'order') {
    if (row.status === 'BM Approval Pending') return paths.bmApproval(row.id)
    if (row.status === 'Preliminary Credit Team' || row.status === 'Credit Approval Pending') return paths.creditApproval(row.id)
    if (row.status === 'Waiting for Loading') return paths.yardView(row.id)
    if (row.status === 'Draft') return paths.edit('order', row.id)
  }
  if (row.status !== 'Pending Approval') return paths.view(row.type, row.id)
  if (row.type === 'inward') return paths.inwardApproval(row.id)
  if (row.type === 'customer' || row.type === 'vendor' || row.type === 'supplier') return paths.partyApproval(row.type, row.id, 'pending')
  return paths.view(row.type, row.id)
}

function WaitingCard({ queue, error, onRetry }: { queue: Queue | undefined; error: ReturnType<typeof useQueue>['error']; onRetry: () => void }) {
  const navigate = useNavigate()
  const phone = usePhone()
  const [type, setType] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const [all, setAll] = useState(false)
  const rows = useMemo(() => (queue?.rows ?? []).filter((row) => !type || row.type === type), [queue, type])
  const shown = all ? rows : rows.slice(0, SHOWN)
  useKeys({
    j: () => setAt(Math.min(shown.length - 1, at + 1)), k: () => setAt(Math.max(0, at - 1)),
    enter: () => { const row = shown[at]; if (row && document.activeElement?.closest('main') && !document.activeElement.closest('a, button')) void navigate(pathOf(row)); else return false },
  }, shown.length > 0)
  const types = Object.entries(queue?.counts ?? {})
  const tab = (key: string | null, label: string, count: number) => (
    <button key={label} type="button" aria-pressed={type === key} onClick={() => { setType(key); setAt(0) }} style={{ border: 0, borderRadius: 6, padding: '4px 10px', fontSize: 13, cursor: 'pointer', background: type === key ? role.select : 'none', color: type === key ? role.link : role.ink2, fontWeight: type === key ? 600 : 450 }}>{label} <span className="num">{pieces(count)}</span></button>
  )
  return (
    <Card pad={0} title={<span style={{ display: 'inline-flex', flexWrap: 'wrap', gap: 4, alignItems: 'center' }}><span style={{ marginRight: 8 }}>Waiting for you</span>{types.length > 1 && <span role="group" aria-label="Kinds" style={{ display: 'inline-flex', flexWrap: 'wrap' }}>{tab(null, 'All', queue?.total ?? 0)}{types.map(([key, count]) => tab(key, docDef(key)?.plural ?? key, count))}</span>}</span>} label="Waiting for you" aside={phone ? undefined : 'Oldest first'}>
      {error && !queue && <Failed problem={error} what="Your queue" onRetry={onRetry} />}
      {!error && !queue && <Skeletons rows={6} />}
      {queue && rows.length === 0 && <Empty title="Nothing waits for you" action={<Button onClick={() => void navigate(paths.list('order'))}>See all orders</Button>}>New ones appear here by themselves.</Empty>}
      <ul>
        {shown.map((row, index) => <Waiting key={`${row.type}:${row.id}`} row={row} on={index === at && !phone} phone={phone} />)}
      </ul>
      {rows.length > (phone ? SHOWN : 0) && (
        <div style={{ display: 'flex', alignItems: 'center', gap: 6, padding: '10px 16px', borderTop: `1px solid ${role.line}`, fontSize: 12, color: role.ink2 }}>
          {!phone && <><Kbd>J</Kbd><Kbd>K</Kbd> move <Kbd>Enter</Kbd> open</>}
          <span style={{ flex: 1 }} />
          {rows.length > SHOWN && !all && <Button size="small" variant="text" onClick={() => setAll(true)}>{rows.length - SHOWN} more</Button>}
        </div>
      )}
    </Card>
  )
}

function Waiting({ row, on, phone }: { row: QueueRow; on: boolean; phone: boolean }) {
  const how = urgency(row.since, row.sla_hours)
  const ink = how === 'late' ? role.danger : how === 'soon' ? role.warn : role.ink2
  const Clock = how === 'late' ? AlarmOutlined : AccessTime
  return (
    <li style={{ display: 'grid', gridTemplateColumns: phone ? '1fr' : 'minmax(0, 1fr) 96px', alignItems: 'center', borderTop: `1px solid ${role.line}`, background: on ? role.select : undefined, boxShadow: on ? `inset 3px 0 0 ${role.link}` : undefined }}>
      <Link to={pathOf(row)} style={{ display: 'grid', gridTemplateColumns: phone ? '1fr auto' : '196px minmax(0, 1fr) 88px 92px', gap: '6px 10px', alignItems: 'center', padding: '11px 16px', color: role.ink, textDecoration: 'none' }}>
        <span style={{ order: phone ? 1 : 0, minWidth: 0 }}><StatusChip status={row.status} /></span>
        <span style={{ minWidth: 0, gridColumn: phone ? '1 / -1' : undefined, order: phone ? 0 : 1 }}>
          <span style={oneLine}><strong style={{ fontWeight: 600 }}>{row.party || docDef(row.type)?.label}</strong> <span title={row.doc_no ?? undefined} style={{ color: role.ink2, fontSize: 13 }}>{row.doc_no?.split('/').at(-1) ?? 'Draft'}</span></span>
          <Found row={row} />
        </span>
        <span className="num nowrap" style={{ textAlign: phone ? 'left' : 'right', fontSize: 13, order: phone ? 0 : 2, display: phone ? 'flex' : undefined, gap: 12, gridColumn: phone ? '1 / -1' : undefined }}>
          {!!row.amount_paise && <span style={{ display: 'block', fontWeight: 550 }}>₹{wholeRupees(row.amount_paise)}</span>}
          {!!row.weight_g && <span style={{ display: 'block', color: row.amount_paise ? role.ink2 : undefined }}>{mt(row.weight_g)} MT</span>}
        </span>
        <span className="num nowrap" title={moment(row.since)} style={{ display: 'inline-flex', gap: 5, alignItems: 'center', justifyContent: 'flex-end', fontSize: 13, color: ink, fontWeight: how === 'none' ? 400 : 600, order: 3 }}><Clock aria-label={how === 'late' ? 'late' : undefined} style={{ fontSize: 16 }} />{age(row.since)}</span>
      </Link>
      {!phone && <Decide row={row} />}
    </li>
  )
}

/** The step that a row with nothing against it can take from here. */
const FROM_ROW: Record<string, string> = { 'BM Approval Pending': 'approve', 'Credit Approval Pending': 'credit_approve' }

/** What was looked over and found clear is approved from the row; all else is looked at first. */
function Decide({ row }: { row: QueueRow }) {
  const navigate = useNavigate()
  const notify = useToast()
  const act = useAct(row.type, row.id)
  const step = row.clear ? FROM_ROW[row.status] : undefined
  const name = row.doc_no ?? docDef(row.type)?.label ?? ''
  const approve = async () => {
    const next = await act.run(step!, row.version, {})
    // What the core refuses is told where it can be mended.
    if (!next) return void navigate(pathOf(row))
    notify(`${next.doc_no ?? name} is now ${next.status}`)
  }
  const style = { justifySelf: 'end', marginRight: 16 } as const
  return step
    ? <Button size="small" variant="contained" color="primary" style={style} aria-busy={act.pending} aria-label={`Approve ${name}`} onClick={() => void approve()}>{act.pending ? 'Saving' : 'Approve'}</Button>
    : <Button size="small" component={Link} to={pathOf(row)} style={style} aria-label={`Review ${name}`}>Review</Button>
}

const oneLine = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** The reason it waits, in the core's words; an order with nothing against it says so. */
function Found({ row }: { row: QueueRow }) {
  const { clear } = row
  if (!row.finding && !clear) return null
  const Icon = clear ? CheckCircleOutlined : InfoOutlined
  return (
    <span title={row.finding ?? undefined} style={{ ...oneLine, fontSize: 13, lineHeight: '20px', color: clear ? role.ok : role.warn }}>
      <Icon aria-hidden style={{ fontSize: 15, verticalAlign: '-3px', marginRight: 5 }} />{row.finding ?? 'All clear'}
    </span>
  )
}

interface StockAnswer { rows: (Values & { yard: string })[]; total: number; links: DocView['links'] }

const LAYERS = [
  ['free', 'Free', role.link], ['reserved', 'Reserved', `color-mix(in srgb, ${role.link} 45%, ${role.paper})`], ['hold', 'Hold', role.amber], ['transit', 'Transit', role.control], ['dump', 'Dump', role.ink3],
] as const

/** What lies in each yard: what is promised is part of what is free, so it is taken out of it here. */
function StockCard() {
  const { data, error, refetch } = useFacts<StockAnswer>('/api/stock?limit=500')
  const yards = useMemo(() => {
    const found = new Map<string, Record<string, number>>()
    for (const row of data?.rows ?? []) {
      const was = found.get(row.yard) ?? {}
      for (const [key] of LAYERS) was[key] = (was[key] ?? 0) + (int(row, `${key}_g`) ?? 0)
      found.set(row.yard, was)
    }
    return [...found].map(([yard, sums]): [string, Record<string, number>] => [yard, { ...sums, free: (sums.free ?? 0) - (sums.reserved ?? 0) }]).sort((a, b) => total(b[1]) - total(a[1]))
  }, [data])
  const whole = yards.reduce((all, [, sums]) => all + total(sums), 0)
  return (
    <Card title="Stock by yard, MT" aside={data && <span className="num">{mt(whole)}{data.rows.length < data.total ? ', oldest batches' : ''}</span>}>
      {error && !data && <Failed problem={error} what="The stock" onRetry={() => void refetch()} />}
      {!error && !data && <Skeletons rows={4} />}
      {data && yards.length === 0 && <p style={{ color: role.ink2 }}>No stock lies in your yards.</p>}
      <div style={{ display: 'grid', gap: 14 }}>
        <StackedRows rows={yards.map(([yard, sums]) => ({
          label: titleOf(data?.links, 'yard', yard), shown: mt(total(sums)), path: `/ViewStock?yard=${yard}`,
          parts: LAYERS.map(([key, label, colour]) => ({ value: sums[key] ?? 0, colour, label: `${label} ${mt(sums[key] ?? 0)}` })),
        }))} />
        {yards.length > 0 && <Legend parts={LAYERS.filter(([key]) => yards.some(([, sums]) => (sums[key] ?? 0) > 0)).map(([, label, colour]) => ({ label, colour }))} />}
      </div>
    </Card>
  )
}

const total = (sums: Record<string, number>): number => LAYERS.reduce((all, [key]) => all + (sums[key] ?? 0), 0)
