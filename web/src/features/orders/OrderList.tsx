// Orders: the road with counts, views, filters, and a grid that is worked by keys; two-line rows on a phone.
import type { Queue } from '../../core/types.gen'
import Add from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { useCallback, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useList, type ListArgs } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { docDef, roleLabel, stepsOf } from '../../core'
import type { DocDef, Page as Rows, Row } from '../../core/records'
import { FilterBar } from '../../docs/FilterBar'
import { Grouped } from '../../docs/list/Grouped'
import { useLayout } from '../../docs/list/layout'
import { useListState, type Filter } from '../../docs/listState'
import { TableMenu } from '../../docs/TableMenu'
import { paths } from '../../docs/paths'
import { keyOf } from '../../docs/ranks'
import { AGE_WIDTH } from '../../docs/columns'
import { DocGrid, type GridColumn } from '../../docs/DocGrid'
import { NOTHING, day, moment, mt, percent1, pieces, wholeRupees } from '../../ui/format'
import { Kbd } from '../../ui/Kbd'
import { useKeys } from '../../ui/keys'
import { Page } from '../../ui/Page'
import { Empty, Filtered } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { AgeCell } from './AgeCell'
import BulkBar from '../../docs/bulk/BulkBar'
import { useTicked } from '../../docs/bulk/useTicked'
import { sendableInputs } from './actions'
import { any, eq, sameFilters, statusesOf, toggleStatus } from '../../kit/filters'
import { PhoneOrders } from './PhoneOrders'
import { usePhone } from '../../kit/parts'
import { useQueue } from '../../kit/queue'
import { sum, titleOf } from '../../kit/record'
import { StatusRail } from './StatusRail'
import { classes } from '../../theme/classes'
import css from './OrderList.module.css'
import { say } from '../../words/say'

/** Steps that mean one document at a time. */
const SINGLE: ReadonlySet<string> = new Set([
  'comment',
  'attach',
  'load',
  'short_close',
  'raise_concern',
  'account_concern',
  'correct_loading',
  'unload',
  'answer',
  'escalate',
  'resolve',
])

const ACTS = { paged: SINGLE, sendable: sendableInputs }

function summaryOf(rows: Row<'order'>[]): string {
  const [weight, total] = [sum(rows, (row) => row.weight_g), sum(rows, (row) => row.total_paise)]
  return [weight !== null && say('{weight} MT', { weight: mt(weight) }), total !== null && `₹${wholeRupees(total)}`]
    .filter(Boolean)
    .join(' · ')
}

export default function OrderList() {
  const def = docDef('order')
  return def ? <List def={def} /> : null
}

function List({ def }: { def: DocDef<'order'> }) {
  const user = useUser()
  const navigate = useNavigate()
  const phone = usePhone()
  const state = useListState<'order'>()
  const { data: queue } = useQueue()
  const [page, setPage] = useState<Rows<'order'> | null>(null)
  const { ticked, tick, clear, keep } = useTicked(def)
  const [version, setVersion] = useState(0)
  const layout = useLayout('order')
  const all = useMemo(() => columnsOf(queue, user.roles), [queue, user.roles])
  const seen = useMemo(
    () =>
      all.filter(
        (column) =>
          column.key !== 'total_paise' ||
          !page ||
          page.rows.length === 0 ||
          page.rows.some((row) => (row.total_paise ?? null) !== null),
      ),
    [all, page],
  )
  const columns = useMemo(() => layout.dress(seen), [seen, layout])
  const args = useMemo(
    () => ({ type: 'order' as const, q: state.q || undefined, where: state.where, sort: state.sort }),
    [state.q, state.where, state.sort],
  )
  const shown = statusesOf(state.filters)
  const addable = may(user, def, 'add')
  const add = () => void navigate(paths.add('order'))
  useKeys({ n: addable ? add : undefined })
  const open = useCallback(
    (row: Row<'order'>) =>
      void navigate(
        row.status === def.statuses[0] && may(user, def, 'edit')
          ? paths.edit('order', row.id)
          : paths.view('order', row.id),
      ),
    [navigate, def, user],
  )
  const railDef = useMemo(() => ({ ...def, statuses: [] }), [def])
  const empty =
    state.q || state.filters.length > 0 ? (
      <Filtered title={say('No order matches these filters')} onClear={state.clear}>
        {[state.q && `“${state.q}”`, shown.join(', ')].filter(Boolean).join(', ')}
      </Filtered>
    ) : (
      <Empty
        title={say('No order yet')}
        action={
          addable && (
            <Button variant="contained" color="primary" onClick={add}>
              {say('New order')}
            </Button>
          )
        }
      >
        {addable ? say('Orders that you create appear here.') : say('None are within your access.')}
      </Empty>
    )
  return (
    <Page
      title={say('Orders')}
      fixed={!phone}
      actions={
        <>
          <TableMenu def={def} state={state} />
          {addable && !phone && <Button onClick={() => void navigate(paths.orderQuick)}>{say('Quick order')}</Button>}
          {addable && (
            <Button variant="contained" color="primary" startIcon={<Add />} onClick={add}>
              {say('New order')}
              {!phone && (
                <span className="ml-8 inline-flex">
                  <Kbd on="fill">N</Kbd>
                </span>
              )}
            </Button>
          )}
        </>
      }
    >
      <StatusRail
        statuses={def.statuses}
        counts={page?.counts}
        shown={shown}
        onToggle={(status, more) => state.setFilters(toggleStatus(state.filters, status, more))}
      />
      <div className={css.head}>
        <Views filters={state.filters} queue={queue} page={page} onPick={state.setFilters} />
        <div className={css.tools}>
          <div className={css.filters}>
            <FilterBar def={railDef} state={state} counts={{}} columns={seen} layout={layout} />
          </div>
        </div>
      </div>
      {state.group ? (
        <div className="card grid-card">
          <Grouped def={def} state={state} where={args.where} what={say('The order list')} empty={empty} tonnes />
        </div>
      ) : phone ? (
        <PhoneOrders args={args} onOpen={open} onPage={setPage} empty={empty} queue={queue} />
      ) : (
        <div className="card grid-card">
          {ticked.length > 0 && (
            <BulkBar
              def={def}
              rows={ticked}
              args={args}
              total={page?.total ?? 0}
              summary={summaryOf(ticked)}
              single={SINGLE}
              sendable={sendableInputs}
              onClear={clear}
              onDone={(failed) => {
                setVersion((was) => was + 1)
                keep(failed)
              }}
              onTick={tick}
            />
          )}
          <DocGrid
            args={args}
            columns={columns}
            sort={state.sort}
            onSort={state.setSort}
            onOpen={open}
            onPage={setPage}
            onResize={layout.resize}
            onSelect={tick}
            acts={ACTS}
            ticked={ticked}
            version={version}
            what={say('The order list')}
            empty={empty}
          />
          <Foot page={page} args={args} />
        </div>
      )}
    </Page>
  )
}

function columnsOf(queue: Queue | undefined, roles: string[]): GridColumn<'order'>[] {
  const waits = (row: Row<'order'>) => row.waiting_for ?? ''
  return [
    {
      key: 'doc_no',
      head: say('Order'),
      pinned: true,
      width: 160,
      sortable: true,
      cell: (row) => (
        <Link to={paths.view('order', row.id)} tabIndex={-1} className="semibold">
          {row.doc_no ?? say('Draft')}
        </Link>
      ),
      text: (row) => row.doc_no ?? say('Draft'),
    },
    { key: 'date', head: say('Date'), width: 86, sortable: true, text: (row) => day(row.date ?? '') },
    {
      key: 'customer_name',
      head: say('Customer'),
      width: 176,
      flex: 1,
      cell: (row) => (
        <span>
          <span className="semibold">{row.customer_name}</span> <span className="muted">{row.city}</span>
        </span>
      ),
      text: (row) => row.customer_name ?? '',
    },
    {
      key: 'weight_g',
      head: say('MT'),
      width: 70,
      right: true,
      text: (row) => (row.weight_g ? mt(row.weight_g) : NOTHING),
    },
    {
      key: 'total_paise',
      head: say('₹ incl. GST'),
      width: 96,
      right: true,
      sortable: true,
      text: (row) => ((row.total_paise ?? null) === null ? '' : wholeRupees(row.total_paise!)),
    },
    {
      key: 'status',
      head: say('Status'),
      width: 204,
      cell: (row) => <StatusChip status={row.status} />,
      text: (row) => row.status,
    },
    {
      key: 'since',
      head: say('In status'),
      width: AGE_WIDTH,
      right: true,
      sortable: true,
      cell: (row) => <AgeCell row={row} queue={queue} />,
      text: (row) => ((row.since ?? null) === null ? '' : moment(row.since)),
    },
    {
      key: 'waiting_for',
      head: say('Waiting for'),
      width: 142,
      cell: (row) =>
        roles.includes(waits(row)) ? (
          <strong className="bold">{say('You')}</strong>
        ) : (
          <span>{waits(row) ? roleLabel(waits(row)) : NOTHING}</span>
        ),
      text: (row) => (waits(row) ? roleLabel(waits(row)) : ''),
    },
    { key: 'yard', head: say('Yard'), width: 120, text: (row, links) => titleOf(links, 'yard', row.yard) },
    {
      key: 'salesman',
      head: say('Salesman'),
      width: 130,
      text: (row, links) => titleOf(links, 'employee', row.salesman),
    },
    {
      key: 'loaded_bp',
      head: say('Loaded'),
      width: 76,
      right: true,
      text: (row) => (row.loaded_bp ? `${percent1(row.loaded_bp)}%` : NOTHING),
    },
    {
      key: 'invoiced_bp',
      head: say('Invoiced'),
      width: 82,
      right: true,
      text: (row) => (row.invoiced_bp ? `${percent1(row.invoiced_bp)}%` : NOTHING),
    },
  ]
}

function Views({
  filters,
  queue,
  page,
  onPick,
}: {
  filters: Filter[]
  queue: Queue | undefined
  page: Rows<'order'> | null
  onPick: (filters: Filter[]) => void
}) {
  const user = useUser()
  const waiting = Object.keys(queue?.by_status.order ?? {})
  const everything = page ? Object.values(page.counts).reduce((total, count) => total + count, 0) : undefined
  const views: { name: string; filters: Filter[]; count?: number }[] = [
    { name: say('All'), filters: [], count: everything },
    ...(waiting.length > 0
      ? [
          {
            name: say('Waiting for me'),
            filters: [waiting.length === 1 ? eq<'order'>('status', waiting[0]!) : any<'order'>('status', waiting)],
            count: queue?.counts.order,
          },
        ]
      : []),
    { name: say('Mine'), filters: [eq<'order'>('owner', user.id)] },
  ]
  return (
    <div role="group" aria-label={say('Views')} className="row wrap gap-4">
      {views.map((view) => {
        const on = sameFilters(view.filters, filters)
        return (
          <span key={view.name} className={classes('inline-row rounded muted', on && css.viewOn)}>
            <button
              type="button"
              aria-pressed={on}
              onClick={() => onPick(view.filters)}
              className={classes(css.viewButton, on ? 'bold' : 'medium')}
            >
              {view.name}
              {view.count !== undefined && <span className={`num ${css.count}`}>{pieces(view.count)}</span>}
            </button>
          </span>
        )
      })}
    </div>
  )
}

/** Sums of a filter are added from its rows, so they are shown where all of them can be had at once. */
const SUMMED = 500

function Foot({ page, args }: { page: Rows<'order'> | null; args: ListArgs<'order'> }) {
  const { roles } = useUser()
  const approves = stepsOf('order', ({ action, by }) => {
    return keyOf(action) === 'a' && by.some((role) => roles.includes(role))
  })
  const [kbd, kbd2] = [<Kbd key="x">X</Kbd>, <Kbd key="enter">Enter</Kbd>]
  const fits = !!page && !page.more && page.total > 0 && page.total <= SUMMED
  const { data } = useList({ ...args, limit: SUMMED }, { skip: !fits })
  const whole = fits && data && data.rows.length === data.total ? data.rows : null
  const [weight, total] = whole
    ? [sum(whole, (row) => row.weight_g), sum(whole, (row) => row.total_paise)]
    : [null, null]
  return (
    <footer className="grid-foot gap-16">
      {page && (
        <span className="nowrap">
          <strong className="num ink">
            {pieces(page.total)}
            {page.more && '+'}
          </strong>{' '}
          {page.total === 1 ? say('order') : say('orders')}
        </span>
      )}
      {weight !== null && (
        <span className="num nowrap">
          {say('{weight} MT{total} in all {total2}', {
            weight: mt(weight),
            total: total !== null && ` · ₹${wholeRupees(total)}`,
            total2: pieces(page?.total ?? 0),
          })}
        </span>
      )}
      <span className="grow" />
      <span className="nowrap inline-row gap-4 text-12">
        <Kbd>J</Kbd>
        <Kbd>K</Kbd>
        {approves.length > 0
          ? say(' move {kbd} tick {kbd2} open {kbd3} approve', { kbd, kbd2, kbd3: <Kbd>A</Kbd> })
          : say(' move {kbd} tick {kbd2} open', { kbd, kbd2 })}
      </span>
    </footer>
  )
}
