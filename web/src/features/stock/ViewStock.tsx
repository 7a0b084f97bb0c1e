// What lies where: yard by yard, size by size, batch by batch, with what is promised of it.
import type { Stock, StockRow } from '../../core/types.gen'
import Button from '@mui/material/Button'
import { Fragment, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Links } from '../../core/records'
import { useFacts } from '../../sync/docs'
import { LinkPicker } from '../../docs/fields/LinkPicker'
import { SearchBox } from '../../docs/FilterBar'
import { NOTHING, day, mt, pieces, rupees } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Empty, Failed, Filtered, Skeletons } from '../../ui/states'
import { sizeWords } from '../../kit/paste'
import { Card, Facts, Scroll, usePhone } from '../../kit/parts'
import { sum, titleOf } from '../../kit/record'
import css from './ViewStock.module.css'

const STEP = 200
const MOST = 500
const BUCKETS = [
  ['free', 'Free'],
  ['reserved', 'Reserved'],
  ['hold', 'Hold'],
  ['transit', 'Transit'],
] as const

export default function ViewStock() {
  const phone = usePhone()
  const [params, setParams] = useSearchParams()
  const [limit, setLimit] = useState(STEP)
  const [q, yard] = [params.get('q') ?? '', params.get('yard') ?? '']
  const query = new URLSearchParams({ limit: String(limit) })
  if (q) query.set('q', sizeWords(q))
  if (yard) query.set('yard', yard)
  const { data, error, refetch, isFetching } = useFacts<Stock>(`/api/stock?${query.toString()}`)
  const set = (key: string, value: string) =>
    setParams(
      (was) => {
        const next = new URLSearchParams(was)
        if (value) next.set(key, value)
        else next.delete(key)
        return next
      },
      { replace: true },
    )
  const groups = useMemo(() => grouped(data?.rows ?? []), [data])
  const costs = data?.rows.some((row) => (row.cost_paise_per_kg ?? null) !== null) ?? false
  const buckets = BUCKETS.filter(
    ([bucket]) =>
      bucket === 'free' || bucket === 'reserved' || (data?.rows ?? []).some((row) => row[`${bucket}_g`] > 0),
  )
  return (
    <Page
      title="View stock"
      actions={
        <>
          <div className={css.picker}>
            <LinkPicker
              type="yard"
              label="Yard"
              value={yard || null}
              onChange={(id) => set('yard', id ?? '')}
              placeholder="All my yards"
            />
          </div>
          <SearchBox label="Search the stock" value={q} onChange={(next) => set('q', next)} />
        </>
      }
    >
      <div className="grid gap-12">
        {data && data.rows.length > 0 && (
          <Card label="Total">
            <Facts
              gap={40}
              className="text-16"
              items={[
                ...buckets.map(([bucket, label]) => ({
                  label: `${label}, MT`,
                  value: mt(sum(data.rows, (row) => row[`${bucket}_g`]) ?? 0),
                  num: true,
                })),
                { label: 'Batches', value: pieces(data.total), num: true },
              ]}
            />
            {data.rows.length < data.total && (
              <p className="muted text-12 mt-6">of the {pieces(data.rows.length)} batches shown</p>
            )}
          </Card>
        )}
        <div className="card">
          {error && !data && <Failed problem={error} what="The stock" onRetry={() => void refetch()} />}
          {!error && !data && <Skeletons rows={10} />}
          {data?.rows.length === 0 &&
            (q || yard ? (
              <Filtered title="Not in stock there" onClear={() => setParams({}, { replace: true })}>
                {q && `“${q}”`}
              </Filtered>
            ) : (
              <Empty title="No stock yet">Stock appears with the first approved inward.</Empty>
            ))}
          {groups.length > 0 && phone && <PhoneStock groups={groups} links={data?.links} />}
          {groups.length > 0 && !phone && (
            <Scroll>
              <table className={`data-table ${css.table}`}>
                <thead>
                  <tr>
                    <th>Batch</th>
                    <th>Yard</th>
                    <th>Zone</th>
                    <th>In</th>
                    <th className="right">Age, days</th>
                    {buckets.map(([bucket, label]) => (
                      <Fragment key={bucket}>
                        <th className="right">{label} pcs</th>
                        <th className="right">{label} MT</th>
                      </Fragment>
                    ))}
                    {costs && <th className="right">Cost ₹/kg</th>}
                  </tr>
                </thead>
                <tbody>
                  {groups.map((group) => (
                    <Fragment key={group.sku}>
                      <tr className={css.group}>
                        <td className="bold" colSpan={5}>
                          {group.name} <span className="muted regular">{group.rows[0]?.make}</span>
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
                            {row.batch_no}
                            {row.batch_status && row.batch_status !== 'Open' && (
                              <span className="warn"> {row.batch_status}</span>
                            )}
                          </td>
                          <td className="nowrap">{titleOf(data?.links, 'yard', row.yard)}</td>
                          <td>{titleOf(data?.links, 'zone', row.zone)}</td>
                          <td className="nowrap">{day(row.inward_date ?? '')}</td>
                          <td className="number">{row.age_days}</td>
                          {buckets.map(([bucket]) => (
                            <Fragment key={bucket}>
                              <td className="number">{amount(row[`${bucket}_pcs`], pieces)}</td>
                              <td className="number">{amount(row[`${bucket}_g`], mt)}</td>
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
            </Scroll>
          )}
          {data && data.rows.length > 0 && (
            <p className={css.foot}>
              <span>
                {pieces(data.rows.length)} of <strong className="ink">{pieces(data.total)}</strong> batches
              </span>
              {data.rows.length < data.total && limit < MOST && (
                <Button size="small" onClick={() => setLimit(Math.min(MOST, limit + STEP))}>
                  {isFetching ? 'Loading' : 'Show more'}
                </Button>
              )}
              {data.rows.length < data.total && limit >= MOST && (
                <span>Choose a yard or search to see the others.</span>
              )}
            </p>
          )}
        </div>
      </div>
    </Page>
  )
}

/** On a phone: where a batch lies under its number, what is free of it at the right. */
function PhoneStock({ groups, links }: { groups: ReturnType<typeof grouped>; links: Links | undefined }) {
  const some = (of: StockRow | StockRow[], bucket: (typeof BUCKETS)[number][0]) => {
    const [count, grams] = Array.isArray(of)
      ? [sum(of, (row) => row[`${bucket}_pcs`]), sum(of, (row) => row[`${bucket}_g`])]
      : [of[`${bucket}_pcs`], of[`${bucket}_g`]]
    return [count ? `${pieces(count)} pcs` : '', grams ? `${mt(grams)} MT` : ''].filter(Boolean).join(' · ') || NOTHING
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
                <strong className="semibold">{one.batch_no}</strong>
                <span className="block muted">
                  {[titleOf(links, 'yard', one.yard), titleOf(links, 'zone', one.zone), `${one.age_days} d old`]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <span className="num nowrap right">
                {some(one, 'free')}
                {one.reserved_g > 0 && <span className="block muted">{some(one, 'reserved')} reserved</span>}
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
  return [...found]
    .map(([sku, all]) => ({ sku, name: all[0]?.name ?? '', rows: all }))
    .sort((a, b) => a.name.localeCompare(b.name))
}
