// What lies where: yard by yard, size by size, batch by batch, in every bucket, on its way and on any day that is over.
// Each figure opens the postings that it comes to.
import type { IncomingRow, Stock, StockRow } from '../../core/types.gen'
import Button from '@mui/material/Button'
import { Fragment, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { today } from '../../core/days'
import type { Links } from '../../core/records'
import { useFacts } from '../../sync/docs'
import { STOCK_STEP, stockPageUrl } from '../../sync/pages'
import { opens } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { LinkPicker } from '../../docs/fields/LinkPicker'
import { SearchBox } from '../../docs/FilterBar'
import NoAccess from '../../docs/NoAccess'
import { Scan } from '../../docs/scan/Scan'
import { paths } from '../../docs/paths'
import { DayField } from '../../ui/DayField'
import { NOTHING, day, mt, pieces, rupees } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Empty, Failed, Filtered, Skeletons } from '../../ui/states'
import { Sideways } from '../../ui/Sideways'
import { StatusChip } from '../../ui/StatusChip'
import { Card, Facts, usePhone } from '../../kit/parts'
import { sum, titleOf } from '../../kit/record'
import { StockDrawer, type Opened } from './StockDrawer'
import { useFound } from './found'
import css from './ViewStock.module.css'
import { useQuery } from '../../ui/query'
import { say } from '../../words/say'

const BUCKETS = [
  ['free', say('Free')],
  ['reserved', say('Reserved')],
  ['hold', say('Hold')],
  ['dump', say('Dump')],
  ['transit', say('Transit')],
  ['wip', say('In work')],
] as const

const NONE: Stock[] = []

type Bucket = (typeof BUCKETS)[number][0]

/** The pages that were asked for so far, one under the other. */
function usePages(query: string, pages: number, step: number) {
  const [kept, setKept] = useState<{ query: string; found: Stock[] }>({ query, found: [] })
  const found = kept.query === query ? kept.found : NONE
  const at = Math.min(pages - 1, found.length)
  const answer = useFacts<Stock>(stockPageUrl(query, step, at * step))
  const page = answer.currentData
  if (page && found[at] !== page) setKept({ query, found: [...found.slice(0, at), page, ...found.slice(at + 1)] })
  const shown = useMemo(() => (page ? [...found.slice(0, at), page, ...found.slice(at + 1)] : found), [found, at, page])
  const last = shown[at] ?? shown.at(-1)
  const rows = useMemo(() => unique(shown.flatMap((one) => one.rows)), [shown])
  const links = useMemo(() => joined(shown.map((one) => one.links)), [shown])
  return { ...answer, last, rows, links, incoming: shown[0]?.incoming ?? [] }
}

/** What moved between two pages comes twice: the later row is the newer one. */
function unique(rows: StockRow[]): StockRow[] {
  return [...new Map(rows.map((row) => [`${row.yard}:${row.sku}:${row.batch}`, row])).values()]
}

function joined(all: Links[]): Links {
  const links: Links = {}
  for (const one of all) for (const [type, titles] of Object.entries(one)) links[type] = { ...links[type], ...titles }
  return links
}

/** The same stock as a report, where it is sorted, grouped by anything and exported. */
const REPORT = 'batch_wise_sku_wise_report'

function reportUrl(yard: string | undefined, on: string | undefined): string {
  const query = new URLSearchParams([...(yard ? [['yard', yard]] : []), ...(on ? [['to', on]] : [])])
  return `/BatchWise&SkuWiseReport?${query.toString()}`
}

export default function ViewStock() {
  const user = useUser()
  const phone = usePhone()
  // A page that is turned on its side goes on as it began.
  const [step] = useState(phone ? STOCK_STEP.phone : STOCK_STEP.desk)
  const { query: params, set: narrow, clear } = useQuery()
  const [pages, setPages] = useState(1)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [q, yard, zone, on, lies] = ['q', 'yard', 'zone', 'on', 'lies'].map((key) => params.get(key) ?? '')
  const query = new URLSearchParams()
  if (q) query.set('q', q)
  if (yard) query.set('yard', yard)
  if (zone) query.set('zone', zone)
  if (on) query.set('on', on)
  if (lies) query.set('lies', lies)
  const { last, rows, links, incoming, error, refetch, isFetching } = usePages(query.toString(), pages, step)
  const set = (key: string, value: string) => {
    setPages(1)
    narrow({ [key]: value, ...(key === 'yard' ? { zone: null } : null) })
  }
  const groups = useMemo(() => grouped(rows), [rows])
  const costs = rows.some((row) => (row.cost_paise_per_kg ?? null) !== null)
  const past = !!on && on < today()
  const sums = last?.sums
  const buckets = BUCKETS.filter(([bucket]) =>
    bucket === 'free'
      ? true
      : bucket === 'reserved'
        ? !past
        : !!sums && (sums[`${bucket}_g`] > 0 || sums[`${bucket}_pcs`] > 0),
  )
  const open = (row: StockRow, bucket: Bucket) =>
    setOpened({ yard: row.yard, sku: row.sku, batch: row.batch, name: `${row.batch_no}`, bucket, on: past ? on! : '' })
  const found = useFound(narrow)
  const filtered = !!(q || yard || zone || on || lies)
  if (error?.code === 'forbidden' && !last) return <NoAccess what={say('the stock')} />
  return (
    <Page
      title={say('View stock')}
      actions={
        <>
          <div className={css.picker}>
            <LinkPicker
              type="yard"
              label={say('Yard')}
              value={yard || null}
              onChange={(id) => set('yard', id ?? '')}
              placeholder={say('All my yards')}
            />
          </div>
          {yard && (
            <div className={css.picker}>
              <LinkPicker
                type="zone"
                label={say('Zone')}
                value={zone || null}
                where={[`yard:eq:${yard}`, 'status:eq:Active']}
                onChange={(id) => set('zone', id ?? '')}
                placeholder={say('All zones')}
              />
            </div>
          )}
          <DayField
            label={say('As of')}
            value={on || today()}
            max={today()}
            onChange={(next) => set('on', next === today() ? '' : next)}
          />
          <SearchBox label={say('Search the stock')} value={q ?? ''} onChange={(next) => set('q', next)} />
          <Scan place={() => ({ searches: true })} onScan={(answer) => void found(answer)} />
        </>
      }
    >
      <div className="grid gap-12">
        {sums && last && last.total > 0 && (
          <Card label={say('Total')}>
            <Facts
              gap={40}
              className="text-16"
              items={[
                ...buckets.map(([bucket, label]) => ({
                  label: say('{label}, MT', { label }),
                  value: mt(sums[`${bucket}_g`]),
                  num: true,
                })),
                incoming.length > 0 && {
                  label: say('Incoming, MT'),
                  value: mt(sum(incoming, (row) => row.g) ?? 0),
                  num: true,
                },
                { label: say('Batches'), value: pieces(last.total), num: true },
              ]}
            />
            {past && (
              <p className="muted text-12 mt-6">
                {say('At the end of {on}, without what was reserved or on its way', { on: day(on) })}
              </p>
            )}
          </Card>
        )}
        {incoming.length > 0 && !past && <Incoming rows={incoming} links={links} />}
        <div className="card min-0">
          {error && !last && <Failed problem={error} what={say('The stock')} onRetry={() => void refetch()} />}
          {!error && !last && <Skeletons rows={10} />}
          {last &&
            rows.length === 0 &&
            (filtered ? (
              <Filtered title={say('Not in stock there')} onClear={clear}>
                {q && `“${q}”`}
              </Filtered>
            ) : (
              <Empty title={say('No stock yet')}>
                {say('Stock appears with the first approved inward or opening stock.')}
              </Empty>
            ))}
          {groups.length > 0 && phone && <PhoneStock groups={groups} links={links} buckets={buckets} onOpen={open} />}
          {groups.length > 0 && !phone && (
            <Sideways
              className={`table ${css.frame}`}
              tabIndex={0}
              role="group"
              aria-label={say('Table, scrolls sideways')}
            >
              <table className={`data-table ${css.table}`}>
                <thead>
                  <tr>
                    <th>{say('Batch')}</th>
                    <th>{say('Yard')}</th>
                    <th>{say('Zone')}</th>
                    <th>{say('In')}</th>
                    <th className="right">{say('Age, days')}</th>
                    {buckets.map(([bucket, label]) => (
                      <Fragment key={bucket}>
                        <th className="right">{say('{label} pcs', { label })}</th>
                        <th className="right">{say('{label} MT', { label })}</th>
                      </Fragment>
                    ))}
                    {costs && <th className="right">{say('Cost ₹/kg')}</th>}
                  </tr>
                </thead>
                <tbody>
                  {groups.map((group) => (
                    <Fragment key={group.sku}>
                      <tr className={css.group}>
                        <td className="bold" colSpan={5}>
                          <Link to={paths.view('sku', group.sku)} className="ink">
                            {group.name}
                          </Link>{' '}
                          <span className="muted regular">{group.rows[0]?.make}</span>
                        </td>
                        {buckets.map(([bucket]) => (
                          <Fragment key={bucket}>
                            <td className="number bold">
                              {amount(
                                sum(group.rows, (row) => row[`${bucket}_pcs`]),
                                pieces,
                              )}
                            </td>
                            <td className="number bold">
                              {amount(
                                sum(group.rows, (row) => row[`${bucket}_g`]),
                                mt,
                              )}
                            </td>
                          </Fragment>
                        ))}
                        {costs && <td />}
                      </tr>
                      {group.rows.map((row) => (
                        <tr key={`${row.yard}:${row.batch}`}>
                          <td className={`nowrap ${css.batch}`}>
                            <Link to={paths.view('batch', row.batch)}>{row.batch_no}</Link>
                            {row.batch_status && row.batch_status !== 'Open' && (
                              <span className="warn"> {row.batch_status}</span>
                            )}
                          </td>
                          <td className="nowrap">{titleOf(links, 'yard', row.yard)}</td>
                          <td className="nowrap">
                            {[titleOf(links, 'zone', row.zone), row.rack].filter(Boolean).join(', ')}
                          </td>
                          <td className="nowrap">{day(row.inward_date)}</td>
                          <td className="number">{row.age_days}</td>
                          {buckets.map(([bucket, label]) => (
                            <Fragment key={bucket}>
                              <td className="number">{amount(row[`${bucket}_pcs`], pieces)}</td>
                              <td className="number">
                                {row[`${bucket}_g`] > 0 || row[`${bucket}_pcs`] > 0 ? (
                                  <button
                                    type="button"
                                    className={css.figure}
                                    aria-label={say('{label} of {batch_no}: {row} MT', {
                                      label,
                                      batch_no: row.batch_no,
                                      row: mt(row[`${bucket}_g`]),
                                    })}
                                    onClick={() => open(row, bucket)}
                                  >
                                    {mt(row[`${bucket}_g`])}
                                  </button>
                                ) : (
                                  NOTHING
                                )}
                              </td>
                            </Fragment>
                          ))}
                          {costs && (
                            <td className="number">
                              {(row.cost_paise_per_kg ?? null) === null ? '' : rupees(row.cost_paise_per_kg!)}
                            </td>
                          )}
                        </tr>
                      ))}
                    </Fragment>
                  ))}
                </tbody>
              </table>
            </Sideways>
          )}
          {last && rows.length > 0 && (
            <p className={css.foot}>
              <span>
                {say('{rows} of {total} batches', {
                  rows: pieces(rows.length),
                  total: <strong className="ink">{pieces(last.total)}</strong>,
                })}
              </span>
              {rows.length < last.total && (
                <Button size="small" aria-busy={isFetching} onClick={() => setPages(Math.ceil(rows.length / step) + 1)}>
                  {isFetching ? say('Loading') : say('Show more')}
                </Button>
              )}
              {opens(user, REPORT) && (
                <Link className={css.report} to={reportUrl(yard, past ? on : '')}>
                  {say('Sort, group or export it')}
                </Link>
              )}
            </p>
          )}
        </div>
      </div>
      <StockDrawer opened={opened} onClose={() => setOpened(null)} />
    </Page>
  )
}

/** What was sent for approval and lies in no bucket yet: each line leads to its document. */
function Incoming({ rows, links }: { rows: IncomingRow[]; links: Links }) {
  return (
    <Card
      title={say('Incoming')}
      aside={say('{rows} MT wait for approval', { rows: mt(sum(rows, (row) => row.g) ?? 0) })}
      pad={0}
    >
      <ul>
        {rows.map((row, at) => (
          <li key={at} className={`wrap ${css.row}`}>
            <span className={css.name}>
              <span className="semibold">{row.name}</span>
              <span className="block muted">
                {[titleOf(links, 'yard', row.yard), titleOf(links, 'zone', row.zone), day(row.date)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <span className="flex gap-12 between">
              <span className="num nowrap right">
                {row.pcs ? say('{pcs} pcs', { pcs: pieces(row.pcs) }) : ''}{' '}
                <strong className="semibold">{say('{g} MT', { g: mt(row.g) })}</strong>
                {row.id && (
                  <span className="block">
                    <Link to={paths.view(row.doc_type, row.id)}>{row.doc_no}</Link>
                  </span>
                )}
              </span>
              <StatusChip status={row.status} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface PhoneProps {
  groups: ReturnType<typeof grouped>
  links: Links
  buckets: readonly (readonly [Bucket, string])[]
  onOpen: (row: StockRow, bucket: Bucket) => void
}

/** On a phone: where a batch lies under its number, what is of it in each bucket at the right. */
function PhoneStock({ groups, links, buckets, onOpen }: PhoneProps) {
  const some = (of: StockRow | StockRow[], bucket: Bucket) => {
    const [count, grams] = Array.isArray(of)
      ? [sum(of, (row) => row[`${bucket}_pcs`]), sum(of, (row) => row[`${bucket}_g`])]
      : [of[`${bucket}_pcs`], of[`${bucket}_g`]]
    return (
      [count ? say('{count} pcs', { count: pieces(count) }) : '', grams ? say('{grams} MT', { grams: mt(grams) }) : '']
        .filter(Boolean)
        .join(' · ') || NOTHING
    )
  }
  return (
    <ul>
      {groups.map((group) => (
        <Fragment key={group.sku}>
          <li className={`${css.row} ${css.groupRow}`}>
            <span>{group.name}</span>
            <span className="num nowrap">{some(group.rows, 'free')}</span>
          </li>
          {group.rows.map((one) => (
            <li key={`${one.yard}:${one.batch}`} className={css.row}>
              <span>
                <Link to={paths.view('batch', one.batch)} className="semibold">
                  {one.batch_no}
                </Link>
                <span className="block muted">
                  {[
                    titleOf(links, 'yard', one.yard),
                    titleOf(links, 'zone', one.zone),
                    one.rack,
                    say('{age_days} d old', { age_days: one.age_days }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <span className="right">
                {buckets
                  .filter(([bucket]) => bucket === 'free' || one[`${bucket}_g`] > 0 || one[`${bucket}_pcs`] > 0)
                  .map(([bucket, label]) => (
                    <button
                      key={bucket}
                      type="button"
                      className={`num nowrap ${css.figure} ${css.tall}`}
                      onClick={() => onOpen(one, bucket)}
                    >
                      {some(one, bucket)}
                      {bucket !== 'free' && <span className="muted"> {label.toLowerCase()}</span>}
                    </button>
                  ))}
              </span>
            </li>
          ))}
        </Fragment>
      ))}
    </ul>
  )
}

function amount(value: number | null, show: (value: number) => string): string {
  return value ? show(value) : NOTHING
}

/** A SKU's batches of all yards under one head, in the order they came. */
function grouped(rows: StockRow[]): { sku: string; name: string; rows: StockRow[] }[] {
  const found = new Map<string, StockRow[]>()
  for (const row of rows) found.set(row.sku, [...(found.get(row.sku) ?? []), row])
  return [...found].map(([sku, all]) => ({ sku, name: all[0]?.name ?? '', rows: all }))
}
