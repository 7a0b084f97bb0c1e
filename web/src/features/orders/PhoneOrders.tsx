// Orders on a phone: two lines each, number and status, then party, weight and worth.
import type { Queue } from '../../core/types.gen'
import Button from '@mui/material/Button'
import { useEffect, useState, type ReactNode } from 'react'
import type { Page, Row } from '../../core/records'
import { useList, type ListArgs } from '../../sync/docs'
import { LIST_STEP } from '../../sync/pages'
import { mt, pieces, wholeRupees } from '../../ui/format'
import { Failed, Skeletons } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { AgeCell } from './AgeCell'
import css from './PhoneOrders.module.css'
import { say } from '../../words/say'

const STEP = LIST_STEP.phone

export function PhoneOrders({
  args,
  onOpen,
  onPage,
  empty,
  queue,
}: {
  args: ListArgs<'order'>
  onOpen: (row: Row<'order'>) => void
  onPage: (page: Page<'order'>) => void
  empty: ReactNode
  queue: Queue | undefined
}) {
  const [limit, setLimit] = useState(STEP)
  const { data, error, refetch, isFetching } = useList({ ...args, limit })
  useEffect(() => {
    if (data) onPage(data)
  }, [data, onPage])
  if (error && !data)
    return (
      <div className="card">
        <Failed problem={error} what={say('The order list')} onRetry={() => void refetch()} />
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
            <button type="button" onClick={() => onOpen(row)} className={css.order}>
              <span className={css.figures}>
                <strong className="nowrap bold accent">{row.doc_no ?? say('Draft')}</strong>
                <StatusChip status={row.status} />
              </span>
              <span className="flex gap-10 text-13 items-baseline">
                <span className="ellipsis grow min-0">{row.customer_name}</span>
                <span className="num nowrap muted">{say('{weight_g} MT', { weight_g: mt(row.weight_g ?? 0) })}</span>
                {(row.total_paise ?? null) !== null && (
                  <span className="num nowrap semibold">₹{wholeRupees(row.total_paise!)}</span>
                )}
                <span className="text-12 muted">
                  <AgeCell row={row} queue={queue} />
                </span>
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
        {data.rows.length < data.total && (
          <Button size="small" onClick={() => setLimit(Math.min(500, limit + STEP))}>
            {isFetching ? say('Loading') : say('Show {STEP} more', { STEP })}
          </Button>
        )}
      </p>
    </>
  )
}
