// Orders on a phone: two lines each, number and status, then party, weight and worth.
import type { Queue } from '../../core/types.gen'
import Button from '@mui/material/Button'
import { useEffect, useState, type ReactNode } from 'react'
import type { Page, Row } from '../../core/records'
import { useList, type ListArgs } from '../../sync/docs'
import { role } from '../../theme/themes'
import { mt, pieces, wholeRupees } from '../../ui/format'
import { Failed, Skeletons } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { AgeCell } from './AgeCell'

const STEP = 50

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
        <Failed problem={error} what="The order list" onRetry={() => void refetch()} />
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
        {data.rows.map((row, at) => (
          <li key={row.id} style={{ borderTop: at ? `1px solid ${role.line}` : 0 }}>
            <button
              type="button"
              onClick={() => onOpen(row)}
              style={{
                width: '100%',
                display: 'grid',
                gridTemplateColumns: 'minmax(0, 1fr)',
                gap: 5,
                padding: '11px 14px',
                background: 'none',
                border: 0,
                textAlign: 'left',
                cursor: 'pointer',
                minHeight: 64,
              }}
            >
              <span
                style={{
                  display: 'flex',
                  flexWrap: 'wrap',
                  justifyContent: 'space-between',
                  gap: '4px 8px',
                  alignItems: 'center',
                  minWidth: 0,
                }}
              >
                <strong className="nowrap" style={{ fontWeight: 600, color: role.link }}>
                  {row.doc_no ?? 'Draft'}
                </strong>
                <StatusChip status={row.status} />
              </span>
              <span style={{ display: 'flex', gap: 10, fontSize: 13, alignItems: 'baseline' }}>
                <span
                  style={{ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
                >
                  {row.customer_name}
                </span>
                <span className="num nowrap" style={{ color: role.ink2 }}>
                  {mt(row.weight_g ?? 0)} MT
                </span>
                {(row.total_paise ?? null) !== null && (
                  <span className="num nowrap" style={{ fontWeight: 550 }}>
                    ₹{wholeRupees(row.total_paise!)}
                  </span>
                )}
                <span style={{ fontSize: 12, color: role.ink2 }}>
                  <AgeCell row={row} queue={queue} />
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p
        style={{ display: 'flex', alignItems: 'center', gap: 12, padding: '12px 2px', color: role.ink2, fontSize: 13 }}
      >
        <span>
          {pieces(data.rows.length)} of{' '}
          <strong style={{ color: role.ink }}>
            {pieces(data.total)}
            {data.more && '+'}
          </strong>
        </span>
        {data.rows.length < data.total && (
          <Button size="small" onClick={() => setLimit(Math.min(500, limit + STEP))}>
            {isFetching ? 'Loading' : `Show ${STEP} more`}
          </Button>
        )}
      </p>
    </>
  )
}
