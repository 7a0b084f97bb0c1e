// A card for each SKU: what it is, what it costs and costed, what of it lies where, and what happened to it.
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router'
import { useDoc, useList } from '../../sync/docs'
import { docDef } from '../../core'
import type { Row, Where } from '../../core/records'
import { SearchBox } from '../../docs/FilterBar'
import { LinkPicker } from '../../docs/fields/LinkPicker'
import { paths } from '../../docs/paths'
import { kg, moment, pieces } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Empty, Failed, Filtered, Skeletons } from '../../ui/states'
import { Card } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import { Money, Stock } from './SkuCard'
import css from './SkuMastersInfo.module.css'
import { useQuery } from '../../ui/query'
import { say } from '../../words/say'

const STEP = 12

export default function SkuMastersInfo() {
  const { query, set } = useQuery()
  const [limit, setLimit] = useState(STEP)
  const [q, group] = [query.get('q') ?? '', query.get('group') ?? '']
  const where: Where<'sku'>[] = group ? ['status:eq:Active', `product_group:eq:${group}`] : ['status:eq:Active']
  const { data, error, refetch, isFetching } = useList({ type: 'sku', q: q || undefined, where, limit })
  const narrow = (parts: Record<string, string | null>) => {
    setLimit(STEP)
    set(parts)
  }
  return (
    <Page
      title={say('SKU cards')}
      crumbs={[{ name: 'SKUs', path: paths.list('sku') }]}
      actions={
        <>
          <div className={css.picker}>
            <LinkPicker
              type="product_group"
              label={say('Product group')}
              value={group || null}
              onChange={(id) => narrow({ group: id })}
              placeholder={say('All product groups')}
            />
          </div>
          <SearchBox label={say('Search the SKUs')} value={q} onChange={(next) => narrow({ q: next })} />
        </>
      }
    >
      {error && !data && (
        <div className="card">
          <Failed problem={error} what={say('The SKUs')} onRetry={() => void refetch()} />
        </div>
      )}
      {!error && !data && (
        <div className="card">
          <Skeletons rows={8} />
        </div>
      )}
      {data?.rows.length === 0 && (
        <div className="card">
          {q || group ? (
            <Filtered title={say('No SKU matches these filters')} onClear={() => narrow({ q: null, group: null })}>
              {q && `“${q}”`}
            </Filtered>
          ) : (
            <Empty title={say('No SKUs yet')}>{say('They appear here as they are created.')}</Empty>
          )}
        </div>
      )}
      {data && data.rows.length > 0 && (
        <>
          <ul className={css.cards}>
            {data.rows.map((row) => (
              <li key={row.id} className="grid min-0">
                <SkuCard row={row} links={data.links} />
              </li>
            ))}
          </ul>
          <div className={css.foot}>
            <span className="num">
              {say('{rows} of {total}{more} SKUs', {
                rows: pieces(data.rows.length),
                total: pieces(data.total),
                more: data.more && '+',
              })}
            </span>
            {data.rows.length < data.total && (
              <Button size="small" aria-busy={isFetching} onClick={() => setLimit(limit + STEP)}>
                {say('Show {STEP} more', { STEP })}
              </Button>
            )}
          </div>
        </>
      )}
    </Page>
  )
}

function SkuCard({ row, links }: { row: Row<'sku'>; links: Record<string, Record<string, string>> }) {
  const weight = row.theo_g_per_pc ?? null
  const group = row.product_group ?? ''
  return (
    <Card
      label={row.name ?? ''}
      pad={14}
      title={
        <Link to={paths.view('sku', row.id)} className="bold">
          {row.name}
        </Link>
      }
    >
      <div className={css.body}>
        <p className="num text-13 muted">
          {[
            row.doc_no,
            titleOf(links, 'product_group', group),
            weight === null ? '' : say('{weight} kg per piece', { weight: kg(weight) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <section>
          <h3 className={css.heading}>{say('Price')}</h3>
          <Money sku={row.id} group={group} />
        </section>
        <section>
          <h3 className={css.heading}>{say('Free stock')}</h3>
          <Stock sku={row.id} />
        </section>
        <section>
          <h3 className={css.heading}>{say('Last changes')}</h3>
          <Last id={row.id} />
        </section>
      </div>
    </Card>
  )
}

const SHOWN = 3

function Last({ id }: { id: string }) {
  const { data } = useDoc('sku', id)
  if (!data) return <Skeletons rows={1} />
  const labels = new Map(docDef('sku')?.actions.map((action) => [action.action, action.label]))
  return (
    <ol className="grid gap-2 text-13">
      {data.history
        .slice(-SHOWN)
        .reverse()
        .map((event) => (
          <li key={event.version} className="flex gap-8">
            <span className="grow min-0">
              {event.action === 'create'
                ? say('Created')
                : event.action === 'edit'
                  ? say('Changed')
                  : (labels.get(event.action) ?? event.action)}{' '}
              {say('by {by_name}', { by_name: event.by_name })}
            </span>
            <span className="num nowrap muted">{moment(event.at)}</span>
          </li>
        ))}
    </ol>
  )
}
