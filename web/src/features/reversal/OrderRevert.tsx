// Orders of which goods left, each of which can be reversed; with an order or a request, the form of it.
import UndoOutlined from '@mui/icons-material/UndoOutlined'
import Button from '@mui/material/Button'
import { useCallback } from 'react'
import { Link, useSearchParams } from 'react-router'
import { docDef } from '../../core'
import type { DocDef } from '../../core/records'
import { REVERSIBLE } from '../../core/types.gen'
import { SearchBox } from '../../docs/FilterBar'
import DocForm from '../../docs/DocForm'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { Card, Scroll } from '../../kit/parts'
import { useList } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { day, mt } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Empty, Failed, Filtered, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import css from './OrderRevert.module.css'
import { say } from '../../words/say'

export default function OrderRevert() {
  const [query] = useSearchParams()
  const def = docDef('reversal')
  const [id, order] = [query.get('id') ?? undefined, query.get('order')]
  if (!def) return <NotFound />
  return id || order ? <DocForm key={id ?? order} def={def as DocDef} id={id} /> : <Eligible />
}

const AT_ONCE = 50

const ELIGIBLE = `status:in:${REVERSIBLE.join('|')}` as const

function Eligible() {
  const user = useUser()
  const def = docDef('reversal')
  const [query, setQuery] = useSearchParams()
  const q = query.get('q') ?? ''
  const search = useCallback((next: string) => setQuery(next ? { q: next } : {}, { replace: true }), [setQuery])
  const { data, error, refetch } = useList({
    type: 'order',
    q: q || undefined,
    where: [ELIGIBLE, 'loaded_bp:gt:0'],
    limit: AT_ONCE,
  })
  if (error && !data) return <Failed problem={error} what={say('The orders')} onRetry={() => void refetch()} />
  if (!data) return <LoadingPage />
  const { rows } = data
  const asks = !!def && may(user, def, 'add')
  return (
    <Page title={say('Reverse an order')} crumbs={[{ name: say('Order reversals'), path: paths.list('reversal') }]}>
      <Card
        title={say('Orders of which goods left')}
        aside={
          rows.length < data.total
            ? say('The newest {rows} of {total}', { rows: rows.length, total: data.total })
            : `${rows.length}`
        }
        pad={0}
      >
        <div className={css.search}>
          <SearchBox label={say('Search the orders')} value={q} onChange={search} />
        </div>
        {rows.length === 0 ? (
          q ? (
            <Filtered title={say('No order of which goods left matches')} onClear={() => search('')} />
          ) : (
            <Empty title={say('No order can be reversed')} />
          )
        ) : (
          <Scroll>
            <table className="stacks data-table">
              <thead>
                <tr>
                  <th>{say('Order')}</th>
                  <th>{say('Customer')}</th>
                  <th>{say('Date')}</th>
                  <th className="right">{say('MT')}</th>
                  <th>{say('Status')}</th>
                  {asks && <td />}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id}>
                    <td className="whole">
                      <Link to={paths.view('order', row.id)}>{row.doc_no}</Link>
                    </td>
                    <td data-head={say('Customer')}>{row.customer_name}</td>
                    <td data-head={say('Date')}>{day(row.date)}</td>
                    <td data-head={say('MT')} className="number">
                      {mt(row.weight_g ?? 0)}
                    </td>
                    <td data-head={say('Status')}>
                      <StatusChip status={row.status} />
                    </td>
                    {asks && (
                      <td className="right">
                        <Button
                          size="small"
                          component={Link}
                          to={paths.add('reversal', { order: row.id })}
                          startIcon={<UndoOutlined />}
                          aria-label={say('Reverse {doc_no}', { doc_no: row.doc_no })}
                        >
                          {say('Reverse')}
                        </Button>
                      </td>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        )}
      </Card>
    </Page>
  )
}
