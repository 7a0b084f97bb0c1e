// A new loading: choose the order that the vehicle stands here for; the yard's page does the rest.
import Button from '@mui/material/Button'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Page as Rows, Row, Sort, Where } from '../../core/records'
import { AGE_WIDTH } from '../../docs/columns'
import { DocGrid, type GridColumn } from '../../docs/DocGrid'
import { SearchBox } from '../../docs/FilterBar'
import { Counted } from '../../docs/Counted'
import { paths } from '../../docs/paths'
import { usePhone } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import { NOTHING, age, day, mt, percent1 } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Empty, Failed, Filtered, Skeletons } from '../../ui/states'
import { useList, type ListArgs } from '../../sync/docs'
import css from './LoadedAdd.module.css'
import { say } from '../../words/say'

export const WAITING: Where<'order'>[] = ['status:eq:Waiting for Loading']

const COLUMNS: GridColumn<'order'>[] = [
  { key: 'doc_no', head: say('Order'), pinned: true, width: 170, sortable: true, text: (row) => row.doc_no ?? '' },
  { key: 'date', head: say('Date'), width: 98, sortable: true, text: (row) => day(row.date ?? '') },
  { key: 'customer_name', head: say('Customer'), width: 220, flex: 1, text: (row) => row.customer_name ?? '' },
  { key: 'city', head: say('City'), width: 130, text: (row) => row.city ?? '' },
  { key: 'yard', head: say('Yard'), width: 130, text: (row, links) => titleOf(links, 'yard', row.yard) },
  { key: 'weight_g', head: say('MT'), width: 100, right: true, text: (row) => mt(row.weight_g ?? 0) },
  {
    key: 'loaded_bp',
    head: say('Loaded'),
    width: 90,
    right: true,
    text: (row) => ((row.loaded_bp ?? 0) > 0 ? `${percent1(row.loaded_bp!)} %` : NOTHING),
  },
  { key: 'since', head: say('Waits'), width: AGE_WIDTH, right: true, sortable: true, text: (row) => age(row.since) },
]

export default function LoadedAdd() {
  const navigate = useNavigate()
  const phone = usePhone()
  const [q, setQ] = useState('')
  const [sort, setSort] = useState<Sort<'order'> | undefined>()
  const [page, setPage] = useState<Rows<'order'> | null>(null)
  const args = useMemo(() => ({ type: 'order' as const, where: WAITING, q: q || undefined, sort }), [q, sort])
  const open = useCallback((row: Row<'order'>) => void navigate(paths.yardView(row.id)), [navigate])
  const what = say('The waiting orders')
  const empty = q ? (
    <Filtered title={say('No waiting order matches “{q}”', { q })} onClear={() => setQ('')} />
  ) : (
    <Empty title={say('No orders are waiting for loading')}>
      {say('Orders appear here once their credit is approved.')}
    </Empty>
  )
  return (
    <Page
      title={say('New loading')}
      fixed={!phone}
      crumbs={[{ name: say('Loaded orders'), path: paths.list('loading') }]}
      actions={<SearchBox label={say('Search the waiting orders')} value={q} onChange={setQ} />}
    >
      {phone ? (
        <Cards args={args} onOpen={open} empty={empty} what={what} />
      ) : (
        <div className="card grid-card">
          <DocGrid
            args={args}
            columns={COLUMNS}
            sort={sort}
            onSort={setSort}
            onOpen={open}
            onPage={setPage}
            what={what}
            empty={empty}
          />
          <footer className="grid-foot gap-16">
            <Counted page={page} noun={say('waiting')} />
          </footer>
        </div>
      )}
    </Page>
  )
}

const STEP = 50

interface CardsProps {
  args: ListArgs<'order'>
  onOpen: (row: Row<'order'>) => void
  empty: ReactNode
  what: string
}

/** On a phone the customer stands first: the driver names it. */
function Cards({ args, onOpen, empty, what }: CardsProps) {
  const [limit, setLimit] = useState(STEP)
  const { data, error, refetch, isFetching } = useList({ ...args, limit })
  if (!data)
    return (
      <div className="card">
        {error ? <Failed problem={error} what={what} onRetry={() => void refetch()} /> : <Skeletons rows={6} />}
      </div>
    )
  if (data.rows.length === 0) return <div className="card">{empty}</div>
  return (
    <>
      <ul className="card">
        {data.rows.map((row) => (
          <li key={row.id} className="divided">
            <button type="button" onClick={() => onOpen(row)} className={css.order}>
              <span>
                <strong className="bold">{row.customer_name}</strong> <span className="nowrap muted">{row.doc_no}</span>
              </span>
              <span className="num nowrap semibold right">
                {say('{weight_g} MT', { weight_g: mt(row.weight_g ?? 0) })}
              </span>
              <span className="muted text-13">
                {[titleOf(data.links, 'yard', row.yard), row.city].filter(Boolean).join(' · ')} ·{' '}
                <span className="nowrap">{day(row.date ?? '')}</span>
              </span>
              <span className="num muted text-13 right">
                {(row.loaded_bp ?? 0) > 0
                  ? say('{loaded_bp} % loaded', { loaded_bp: percent1(row.loaded_bp!) })
                  : say('waits {since}', { since: age(row.since) })}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {data.rows.length < data.total && (
        <p className="list-foot">
          <Button size="small" onClick={() => setLimit(limit + STEP)}>
            {isFetching ? say('Loading') : say('Show more')}
          </Button>
        </p>
      )}
    </>
  )
}
