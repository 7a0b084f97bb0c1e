// A list on a phone: two-line rows, more of them on request, and the count always in view.
import Button from '@mui/material/Button'
import { useEffect, useState, type ReactNode } from 'react'
import type { DocKey } from '../core/types.gen'
import type { DocDef, Links, Page, Row } from '../core/records'
import { useList, type ListArgs } from '../sync/docs'
import { pieces } from '../ui/format'
import { Failed, Skeletons } from '../ui/states'
import { StatusChip } from '../ui/StatusChip'
import { asideOf } from './columns'
import { useListedReasons } from './reasons'
import { titleOfRow } from './titles'
import { classes } from '../theme/classes'
import css from './PhoneList.module.css'
import { say } from '../words/say'

const STEP = 50
const MOST = 500

interface Props<K extends DocKey> {
  def: DocDef<K>
  args: ListArgs<K>
  version: number
  onOpen: (row: Row<K>) => void
  onPage: (page: Page<K>) => void
  empty: ReactNode
  what: string
  /** What stands under the name, where the page knows better than the order of the fields. */
  aside?: (row: Row<K>, links: Links) => string
}

export function PhoneList<K extends DocKey>({ def, args, version, onOpen, onPage, empty, what, aside }: Props<K>) {
  const [limit, setLimit] = useState(STEP)
  const { data, error, refetch, isFetching } = useList({ ...args, limit })
  const reasons = useListedReasons(def)
  useEffect(() => {
    if (data) onPage(data)
  }, [data, onPage])
  useEffect(() => {
    if (version > 0) void refetch()
  }, [version, refetch])
  if (error && !data)
    return (
      <div className="card">
        <Failed problem={error} what={what} onRetry={() => void refetch()} />
      </div>
    )
  if (!data)
    return (
      <div className="card">
        <Skeletons rows={8} />
      </div>
    )
  if (data.rows.length === 0) return <div className="card">{empty}</div>
  return (
    <>
      <ul className="card">
        {data.rows.map((row) => (
          <li key={row.id} className="divided">
            <button type="button" onClick={() => onOpen(row)} className={css.row}>
              {/* A number never breaks over a line: a long status stands under it. */}
              <span className={classes('row between', css.head, row.doc_no && 'wrap')}>
                <strong className={classes(css.title, row.doc_no && 'nowrap')}>{titleOfRow(def, row as Row)}</strong>
                {def.statuses.length > 1 && <StatusChip status={row.status} />}
              </span>
              <span className={classes('text-13 muted', aside ? css.aside : 'ellipsis')}>
                {aside ? aside(row, data.links ?? {}) : asideOf(def, row as Row, data.links ?? {}, reasons)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="list-foot">
        <span>
          {say('{rows} of', { rows: pieces(data.rows.length) })}{' '}
          <strong className="ink">
            {pieces(data.total)}
            {data.more && '+'}
          </strong>
        </span>
        {data.rows.length < data.total && limit < MOST && (
          <Button size="small" onClick={() => setLimit(limit + STEP)}>
            {isFetching ? say('Loading') : say('Show more')}
          </Button>
        )}
        {data.rows.length < data.total && limit >= MOST && <span>{say('Search to see the others.')}</span>}
      </p>
    </>
  )
}
