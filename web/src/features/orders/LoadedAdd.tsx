// A new loading: choose the order that the vehicle stands here for; the yard's page does the rest.
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useList } from '../../sync/docs'
import type { Where } from '../../core/records'
import { paths } from '../../docs/paths'
import { age, day, mt, percent1 } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Empty, Failed, Skeletons } from '../../ui/states'
import { SearchBox } from '../../docs/FilterBar'
import { titleOf } from '../../kit/record'
import css from './LoadedAdd.module.css'
import { say } from '../../words/say'

export const WAITING: Where<'order'>[] = ['status:eq:Waiting for Loading']

export default function LoadedAdd() {
  const navigate = useNavigate()
  const [q, setQ] = useState('')
  const { data, error, refetch } = useList({ type: 'order', where: WAITING, q: q || undefined, limit: 100 })
  return (
    <Page
      title={say('New loading')}
      crumbs={[{ name: say('Loaded orders'), path: paths.list('loading') }]}
      actions={<SearchBox label={say('Search the waiting orders')} value={q} onChange={setQ} />}
    >
      <div className="card">
        {error && !data && <Failed problem={error} what={say('The waiting orders')} onRetry={() => void refetch()} />}
        {!error && !data && <Skeletons rows={6} />}
        {data?.rows.length === 0 && (
          <Empty title={q ? say('No waiting order matches “{q}”', { q }) : say('No orders are waiting for loading')}>
            {say('Orders appear here once their credit is approved.')}
          </Empty>
        )}
        <ul>
          {data?.rows.map((row) => (
            <li key={row.id} className="divided">
              <button type="button" onClick={() => void navigate(paths.yardView(row.id))} className={css.order}>
                <span>
                  <strong className="bold">{row.customer_name}</strong>{' '}
                  <span className="nowrap muted">{row.doc_no}</span>
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
      </div>
    </Page>
  )
}
