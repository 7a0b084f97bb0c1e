// Loadings: the accounts' and logistics' side of orders. Selected loadings of one customer become one invoice.
import Add from '@mui/icons-material/Add'
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import Button from '@mui/material/Button'
import { useCallback, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { may, prints } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { docDef } from '../../core'
import type { DocDef, Page as Rows, Row } from '../../core/records'
import { FilterBar } from '../../docs/FilterBar'
import { TableMenu } from '../../docs/TableMenu'
import { Grouped } from '../../docs/list/Grouped'
import { useLayout } from '../../docs/list/layout'
import { useListState } from '../../docs/listState'
import { PdfOf } from '../../docs/bulk/PdfOf'
import { useTicked } from '../../docs/bulk/useTicked'
import { PhoneList } from '../../docs/PhoneList'
import { Counted } from '../../docs/Counted'
import { paths } from '../../docs/paths'
import { AGE_WIDTH } from '../../docs/columns'
import { DocGrid, type GridColumn } from '../../docs/DocGrid'
import { NOTHING, age, day, kg, moment, percent, percent1, rupees, wholeRupees } from '../../ui/format'
import { Kbd } from '../../ui/Kbd'
import { useKeys } from '../../ui/keys'
import { Page } from '../../ui/Page'
import { Empty, Filtered } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { usePhone } from '../../kit/parts'
import { sum, titleOf } from '../../kit/record'
import { say } from '../../words/say'

export default function LoadedList() {
  const def = docDef('loading')
  return def ? <List def={def} /> : null
}

const WHOLE_BP = 10_000

const COLUMNS: GridColumn<'loading', 'off'>[] = [
  {
    key: 'doc_no',
    head: say('Loading'),
    pinned: true,
    width: 190,
    sortable: true,
    cell: (row) => (
      <Link to={paths.view('loading', row.id)} tabIndex={-1} className="semibold">
        {row.doc_no ?? say('Draft')}
      </Link>
    ),
    text: (row) => row.doc_no ?? say('Draft'),
  },
  { key: 'date', head: say('Date'), width: 98, sortable: true, text: (row) => day(row.date ?? '') },
  {
    key: 'customer_name',
    head: say('Customer'),
    width: 180,
    flex: 1,
    cell: (row) => (
      <span>
        <span className="semibold">{row.customer_name}</span> <span className="muted">{row.city}</span>
      </span>
    ),
    text: (row) => row.customer_name ?? '',
  },
  { key: 'yard', head: say('Yard'), width: 110, text: (row, links) => titleOf(links, 'yard', row.yard) },
  { key: 'vehicle_no', head: say('Vehicle'), width: 120, text: (row) => row.vehicle_no ?? '' },
  { key: 'slip_no', head: say('Slip'), width: 100, text: (row) => row.slip_no ?? '' },
  {
    key: 'net_g',
    head: say('Net kg'),
    width: 108,
    right: true,
    text: (row) => (row.net_g ? kg(row.net_g) : NOTHING),
  },
  {
    key: 'ordered_g',
    head: say('Of ordered'),
    width: 96,
    right: true,
    cell: (row) => (
      <span
        title={
          row.ordered_g ? say('{ordered_g} kg ordered of these goods', { ordered_g: kg(row.ordered_g) }) : undefined
        }
      >
        {share(row.net_g, row.ordered_g)}
      </span>
    ),
    text: (row) => share(row.net_g, row.ordered_g),
  },
  {
    key: 'value_paise',
    head: say('Value ₹'),
    width: 116,
    right: true,
    text: (row) => (row.value_paise ? wholeRupees(row.value_paise) : NOTHING),
  },
  {
    key: 'committed_paise',
    head: say('Over committed ₹'),
    width: 130,
    right: true,
    cell: (row) => (
      <span
        className={over(row) > 0 ? 'warn' : undefined}
        title={
          row.committed_paise
            ? say('₹{committed_paise} committed for these goods', { committed_paise: rupees(row.committed_paise) })
            : undefined
        }
      >
        {overCommitted(row)}
      </span>
    ),
    text: overCommitted,
  },
  {
    key: 'ewb_needed',
    head: say('E-way bill'),
    width: 96,
    text: (row) => (row.ewb_needed == null ? NOTHING : row.ewb_needed ? say('Needed') : say('No')),
  },
  {
    key: 'out_at',
    head: say('Since gate-out'),
    width: 116,
    right: true,
    cell: (row) => <span title={row.out_at ? moment(row.out_at) : undefined}>{sinceOut(row)}</span>,
    text: sinceOut,
  },
  { key: 'off', head: say('Off net'), width: 84, right: true, text: offNet },
  {
    key: 'status',
    head: say('Status'),
    width: 120,
    cell: (row) => <StatusChip status={row.status} />,
    text: (row) => row.status,
  },
  {
    key: 'since',
    head: say('Since'),
    width: AGE_WIDTH,
    right: true,
    sortable: true,
    cell: (row) => <span title={moment(row.since)}>{age(row.since)}</span>,
    text: (row) => moment(row.since),
  },
  { key: 'invoice_no', head: say('Invoice'), width: 150, text: (row) => row.invoice_no || NOTHING },
]

const MONEY = new Set<string>(['value_paise', 'committed_paise'])

/** The net weight as a part of what was ordered of the same goods. */
function share(net: number | null | undefined, ordered: number | null | undefined): string {
  return net && ordered ? `${percent1(Math.round((net * WHOLE_BP) / ordered))} %` : NOTHING
}

/** What the goods as weighed cost beyond what was committed for them. */
function over(row: Row<'loading'>): number {
  return row.value_paise == null || row.committed_paise == null ? 0 : row.value_paise - row.committed_paise
}

function overCommitted(row: Row<'loading'>): string {
  const by = over(row)
  return by === 0 ? NOTHING : `${by > 0 ? '+' : ''}${wholeRupees(by)}`
}

/** How long accounts leave a vehicle without its invoice. */
function sinceOut(row: Row<'loading'>): string {
  return row.out_at && row.status === 'Posted' && !row.invoice_no ? age(row.out_at) : NOTHING
}

function offNet(row: Row<'loading'>): string {
  const [net, lines] = [row.net_g ?? null, row.weight_g ?? null]
  if (!net || !lines) return NOTHING
  return `${percent(Math.round(((lines - net) * WHOLE_BP) / net))} %`
}

/** On a phone: whose goods, on which vehicle, how much and when. */
const asideOf = ({ customer_name, vehicle_no, net_g, date }: Row<'loading'>) =>
  [customer_name, vehicle_no, net_g ? say('{net_g} kg', { net_g: kg(net_g) }) : '', date ? day(date) : '']
    .filter(Boolean)
    .join(' · ')

function List({ def }: { def: DocDef<'loading'> }) {
  const user = useUser()
  const navigate = useNavigate()
  const phone = usePhone()
  const state = useListState<'loading'>()
  const [page, setPage] = useState<Rows<'loading'> | null>(null)
  const { ticked, tick } = useTicked(def)
  const layout = useLayout('loading')
  // What the person may not see is in no row, and has no column.
  const sees = page === null || page.rows.length === 0 || page.rows.some((row) => row.value_paise !== undefined)
  const offered = useMemo(() => COLUMNS.filter(({ key }) => sees || !MONEY.has(key)), [sees])
  const columns = useMemo(() => layout.dress(offered), [offered, layout])
  const args = useMemo(
    () => ({ type: 'loading' as const, q: state.q || undefined, where: state.where, sort: state.sort }),
    [state.q, state.where, state.sort],
  )
  const open = useCallback((row: { id: string }) => void navigate(paths.view('loading', row.id)), [navigate])
  const invoiceDef = docDef('invoice')
  const invoices = !!invoiceDef && may(user, invoiceDef, 'add')
  const addable = may(user, def, 'add')
  useKeys({ n: addable ? () => void navigate(paths.add('loading')) : undefined })
  const filtered = state.q !== '' || state.filters.length > 0
  const empty = filtered ? (
    <Filtered title={say('No loading matches these filters')} onClear={state.clear} />
  ) : (
    <Empty title={say('No loading yet')}>{say('A loading appears here when the yard saves one.')}</Empty>
  )
  const parties = new Set(ticked.map((row) => row.customer_name ?? ''))
  const done = ticked.filter((row) => row.invoice_no ?? '')
  const why =
    parties.size > 1
      ? say('One invoice is for one customer')
      : done.length > 0
        ? say('{doc_no} is on {invoice_no}', { doc_no: done[0]!.doc_no, invoice_no: done[0]!.invoice_no ?? '' })
        : null
  return (
    <Page
      title={say('Loaded orders')}
      fixed={!phone}
      actions={
        <>
          <TableMenu def={def} state={state} />
          {addable && !phone && (
            <Button onClick={() => void navigate('/order_loaded/addNew')}>{say('Start several')}</Button>
          )}
          {addable && (
            <Button
              variant="contained"
              color="primary"
              startIcon={<Add />}
              onClick={() => void navigate(paths.add('loading'))}
            >
              {say('New loading')}
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
      <FilterBar def={def} state={state} counts={page?.counts ?? {}} columns={offered} layout={layout} />
      {state.group ? (
        <div className="card grid-card">
          <Grouped
            def={def as unknown as DocDef}
            state={state}
            where={args.where}
            what={say('The list of loadings')}
            empty={empty}
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
          what={say('The list of loadings')}
          aside={asideOf}
        />
      ) : (
        <div className="card grid-card">
          {ticked.length > 0 && (
            <section aria-label={say('Selected loadings')} className="selection-bar">
              <strong className="bold">{say('{ticked} selected', { ticked: ticked.length })}</strong>
              <span className="num muted text-13">
                {say('{ticked} kg net', { ticked: kg(sum(ticked, (row) => row.net_g) ?? 0) })}
              </span>
              {invoices && (
                <Button
                  size="small"
                  variant="contained"
                  color="primary"
                  startIcon={<ReceiptLongOutlined />}
                  aria-disabled={!!why}
                  onClick={() =>
                    !why && void navigate('/invoice/add', { state: { loadings: ticked.map(({ id }) => id) } })
                  }
                >
                  {say('One invoice')}
                </Button>
              )}
              {invoices && why && <span className="text-13 warn">{why}</span>}
              {prints(user, def as unknown as DocDef) && <PdfOf def={def} rows={ticked} />}
            </section>
          )}
          <DocGrid
            ticked={ticked}
            args={args}
            columns={columns}
            sort={state.sort}
            onSort={state.setSort}
            onOpen={open}
            onPage={setPage}
            onResize={layout.resize}
            onSelect={invoices || prints(user, def as unknown as DocDef) ? tick : undefined}
            what={say('The list of loadings')}
            empty={empty}
          />
          <footer className="grid-foot gap-16">
            <Counted page={page} noun={say('loadings')} />
          </footer>
        </div>
      )}
    </Page>
  )
}
