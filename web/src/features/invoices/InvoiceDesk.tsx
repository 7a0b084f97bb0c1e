// The invoice desk: loadings that wait for an invoice at the left of the day, and the invoices made of them.
import Add from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import { useCallback, useMemo, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useList } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { docDef } from '../../core'
import type { DocDef, Page as Rows, Row } from '../../core/records'
import { FilterBar } from '../../docs/FilterBar'
import { TableMenu } from '../../docs/TableMenu'
import { Grouped } from '../../docs/list/Grouped'
import { useLayout } from '../../docs/list/layout'
import { useListState } from '../../docs/listState'
import BulkBar from '../../docs/bulk/BulkBar'
import { useTicked } from '../../docs/bulk/useTicked'
import { PhoneList } from '../../docs/PhoneList'
import { Counted } from '../../docs/Counted'
import { paths } from '../../docs/paths'
import { DocGrid, type GridColumn } from '../../docs/DocGrid'
import DocList from '../../docs/DocList'
import { NOTHING, age, day, mt, pieces, wholeRupees } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Empty, Failed, Filtered, Skeletons } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { Card, usePhone } from '../../kit/parts'
import { sum } from '../../kit/record'
import { classes } from '../../theme/classes'
import { IrnState, irnState, NOTES } from './figures'
import css from './InvoiceDesk.module.css'
import { many, say } from '../../words/say'

export default function InvoiceDesk() {
  const [query] = useSearchParams()
  const def = docDef('invoice')
  const notes = NOTES.find((type) => type === query.get('show'))
  const shown = notes && docDef(notes)
  if (shown) return <DocList def={shown as DocDef} />
  return def ? <Desk def={def} /> : null
}

/** The notes beside the invoices, for those who see them. */
function NoteLists() {
  const user = useUser()
  return NOTES.map((type) => {
    const def = docDef(type)
    return (
      def &&
      may(user, def as DocDef, 'view') && (
        <Button key={type} component={Link} to={paths.notes(type)}>
          {def.plural}
        </Button>
      )
    )
  })
}

const COLUMNS: GridColumn<'invoice'>[] = [
  {
    key: 'doc_no',
    head: say('Invoice'),
    pinned: true,
    width: 160,
    sortable: true,
    cell: (row) => (
      <Link to={paths.view('invoice', row.id)} tabIndex={-1} className="semibold">
        {row.doc_no ?? say('Draft')}
      </Link>
    ),
    text: (row) => row.doc_no ?? say('Draft'),
  },
  { key: 'date', head: say('Date'), width: 98, sortable: true, text: (row) => day(row.date ?? '') },
  { key: 'customer_name', head: say('Customer'), width: 200, flex: 1, text: (row) => row.customer_name ?? '' },
  {
    key: 'weight_g',
    head: say('MT'),
    width: 88,
    right: true,
    text: (row) => (row.weight_g ? mt(row.weight_g) : NOTHING),
  },
  {
    key: 'payable_paise',
    head: '₹',
    width: 116,
    right: true,
    sortable: true,
    text: (row) => ((row.payable_paise ?? null) === null ? '' : wholeRupees(row.payable_paise!)),
  },
  { key: 'due_date', head: say('Due'), width: 98, sortable: true, text: (row) => day(row.due_date ?? '') },
  {
    key: 'status',
    head: say('Status'),
    width: 120,
    cell: (row) => <StatusChip status={row.status} />,
    text: (row) => row.status,
  },
  { key: 'irn_state', head: say('E-invoice'), width: 118, cell: (row) => <IrnState of={row} />, text: irnState },
  { key: 'order_no', head: say('Order'), width: 170, text: (row) => row.order_no ?? '' },
  { key: 'vehicle_no', head: say('Vehicle'), width: 120, text: (row) => row.vehicle_no ?? '' },
  {
    key: 'ewb_no',
    head: say('E-way bill'),
    width: 130,
    cell: (row) =>
      row.ewb_no ? (
        <span>{row.ewb_no}</span>
      ) : row.ewb_needed === true ? (
        <span className="warn">{say('needed')}</span>
      ) : (
        <span>{NOTHING}</span>
      ),
    text: (row) => row.ewb_no ?? '',
  },
]

function Desk({ def }: { def: DocDef<'invoice'> }) {
  const user = useUser()
  const navigate = useNavigate()
  const phone = usePhone()
  const state = useListState<'invoice'>()
  const [page, setPage] = useState<Rows<'invoice'> | null>(null)
  const layout = useLayout('invoice')
  const { ticked, tick, clear, keep, onSelect } = useTicked(def)
  const [version, setVersion] = useState(0)
  const money = !page || page.rows.length === 0 || page.rows.some((row) => (row.payable_paise ?? null) !== null)
  const columns = useMemo(
    () => layout.dress(COLUMNS.filter((column) => column.key !== 'payable_paise' || money)),
    [layout, money],
  )
  const args = useMemo(
    () => ({ type: 'invoice' as const, q: state.q || undefined, where: state.where, sort: state.sort }),
    [state.q, state.where, state.sort],
  )
  const open = useCallback((row: { id: string }) => void navigate(paths.view('invoice', row.id)), [navigate])
  const addable = may(user, def, 'add')
  const filtered = state.q !== '' || state.filters.length > 0
  const empty = filtered ? (
    <Filtered title={say('No invoice matches these filters')} onClear={state.clear} />
  ) : (
    <Empty title={say('No invoice yet')}>{say('Invoices are created from loadings that have left the yard.')}</Empty>
  )
  return (
    <Page
      title={say('Invoices')}
      actions={
        <>
          <NoteLists />
          <Button component={Link} to={paths.portal}>
            {say('E-invoices')}
          </Button>
          <TableMenu def={def} state={state} />
          {addable && (
            <Button
              variant="contained"
              color="primary"
              startIcon={<Add />}
              onClick={() => void navigate('/invoice/add')}
            >
              {say('New invoice')}
            </Button>
          )}
        </>
      }
    >
      <div className={css.page}>
        {addable && <Waiting />}
        <FilterBar def={def} state={state} counts={page?.counts ?? {}} columns={COLUMNS} layout={layout} />
        {state.group ? (
          <div className="card grid-card">
            <Grouped
              def={def as unknown as DocDef}
              state={state}
              where={args.where}
              what={say('The invoice list')}
              empty={empty}
              tonnes
            />
          </div>
        ) : phone ? (
          <PhoneList
            def={def}
            args={args}
            version={0}
            onOpen={open}
            onPage={setPage}
            empty={empty}
            what={say('The invoice list')}
          />
        ) : (
          <div className={`card ${css.grid}`}>
            {ticked.length > 0 && (
              <BulkBar
                def={def}
                rows={ticked}
                args={args}
                total={page?.total ?? 0}
                onClear={clear}
                onDone={(failed) => {
                  setVersion((was) => was + 1)
                  keep(failed)
                }}
                onTick={tick}
              />
            )}
            <DocGrid
              version={version}
              ticked={ticked}
              args={args}
              columns={columns}
              sort={state.sort}
              onSort={state.setSort}
              onOpen={open}
              onPage={setPage}
              onResize={layout.resize}
              onSelect={onSelect}
              what={say('The invoice list')}
              empty={empty}
            />
            <footer className="grid-foot">
              <Counted page={page} noun={say('invoices')} />
            </footer>
          </div>
        )}
      </div>
    </Page>
  )
}

/** Posted loadings that stand on no invoice. */
export function useWaitingLoadings() {
  const answer = useList({ type: 'loading', where: ['status:eq:Posted', 'invoice:eq:'], limit: 500 })
  const rows = useMemo(() => answer.data?.rows ?? [], [answer.data])
  return { ...answer, rows }
}

type Loading = Row<'loading'>

/** How they are offered: an order's loadings together, the longest waiting first. */
export function byOrder(rows: Loading[]): { order: string; customer: string; rows: Loading[]; since: number }[] {
  const found = new Map<string, Loading[]>()
  for (const row of rows) found.set(row.order_no ?? '', [...(found.get(row.order_no ?? '') ?? []), row])
  return [...found]
    .map(([order, all]) => ({
      order,
      customer: all[0]?.customer_name ?? '',
      rows: all,
      since: Math.min(...all.map((row) => row.since ?? 0)),
    }))
    .sort((a, b) => a.since - b.since)
}

/** So many orders are offered at once: what is below stays in sight. */
const SHOWN = 5

function Waiting() {
  const navigate = useNavigate()
  const phone = usePhone()
  const { rows, data, error, refetch } = useWaitingLoadings()
  const [ticked, setTicked] = useState<string[]>([])
  const [all, setAll] = useState(false)
  const chosen = rows.filter((row) => ticked.includes(row.id))
  const parties = new Set(chosen.map((row) => row.customer_name ?? ''))
  const toggle = (ids: string[], on: boolean) =>
    setTicked((was) => (on ? [...new Set([...was, ...ids])] : was.filter((id) => !ids.includes(id))))
  if (error && !data)
    return (
      <Card title={say('Waiting for an invoice')}>
        <Failed problem={error} what={say('The waiting loadings')} onRetry={() => void refetch()} />
      </Card>
    )
  if (!data)
    return (
      <Card title={say('Waiting for an invoice')}>
        <Skeletons rows={2} />
      </Card>
    )
  const net = mt(sum(chosen, (row) => row.net_g) ?? 0)
  const groups = byOrder(rows)
  return (
    <Card
      pad={0}
      title={say('Waiting for an invoice: {rows}', { rows: rows.length })}
      aside={
        chosen.length > 0 ? (
          <Button
            size="small"
            variant="contained"
            color="primary"
            aria-disabled={parties.size > 1}
            onClick={() => parties.size === 1 && void navigate('/invoice/add', { state: { loadings: ticked } })}
          >
            {parties.size > 1
              ? say('One invoice is for one customer')
              : many(chosen.length, 'Invoice {chosen} loading, {net} MT', 'Invoice {chosen} loadings, {net} MT', {
                  chosen: chosen.length,
                  net,
                })}
          </Button>
        ) : (
          say('Oldest first')
        )
      }
    >
      {rows.length === 0 && <p className="p-16 muted">{say('Every loading is invoiced.')}</p>}
      <ul>
        {groups.slice(0, all ? undefined : SHOWN).map((group) => {
          const ids = group.rows.map(({ id }) => id)
          const on = ids.every((id) => ticked.includes(id))
          return (
            <li key={group.order} className={classes('divided', css.group, phone && 'wrap')}>
              <Checkbox
                checked={on}
                indeterminate={!on && ids.some((id) => ticked.includes(id))}
                onChange={(event) => toggle(ids, event.target.checked)}
                slotProps={{ input: { 'aria-label': say('Select the loadings of {order}', { order: group.order }) } }}
              />
              <div className={phone ? css.customerPhone : `ellipsis ${css.customer}`}>
                <strong className="bold">{group.customer}</strong>{' '}
                <span className="muted">
                  {group.rows.map((row) => (
                    <span key={row.id} className="nowrap">
                      {row.doc_no ?? group.order}{' '}
                    </span>
                  ))}
                  · {group.rows.map((row) => row.vehicle_no ?? '').join(', ')}
                </span>
              </div>
              <span className={classes('num nowrap', phone && css.weightPhone)}>
                {say('{weight_g} MT', { weight_g: mt(sum(group.rows, (row) => row.net_g) ?? 0) })}
              </span>
              <span className={`num nowrap ${css.age}`}>{age(group.since)}</span>
              <Button size="small" onClick={() => void navigate('/invoice/add', { state: { loadings: ids } })}>
                {say('Invoice')}
              </Button>
            </li>
          )
        })}
      </ul>
      {groups.length > SHOWN && !all && (
        <div className="row p-8">
          <span className="grow" />
          <Button size="small" variant="text" onClick={() => setAll(true)}>
            {say('{rows} more', { rows: pieces(groups.length - SHOWN) })}
          </Button>
        </div>
      )}
    </Card>
  )
}
