// Documents that belong to an order, a table of one type: each leads to its page and has its status.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Row } from '../../core/records'
import type { DocKey } from '../../core/types.gen'
import { paths } from '../../docs/paths'
import { Scroll } from '../../kit/parts'
import { useList, type ListArgs } from '../../sync/docs'
import { Empty, Failed, Skeletons } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { say } from '../../words/say'

interface Column<K extends DocKey> {
  head: string
  /** A number, which stands at the right. */
  number?: boolean
  cell: (row: Row<K>) => ReactNode
}

interface Props<K extends DocKey> {
  asked: ListArgs<K>
  /** What a document is called, and the list where it does not load. */
  label: string
  what: string
  none: string
  /** What is offered where there are none, and below the rows. */
  action?: ReactNode
  below?: ReactNode
  columns: Column<K>[]
}

export function Listed<K extends DocKey>({ asked, label, what, none, action, below, columns }: Props<K>) {
  const { data, error, refetch } = useList<K>(asked)
  if (error) return <Failed problem={error} what={what} onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={3} />
  if (data.rows.length === 0) return <Empty title={none} action={action} />
  return (
    <>
      <Scroll>
        <table className="data-table">
          <thead>
            <tr>
              <th>{label}</th>
              {columns.map(({ head, number }) => (
                <th key={head} className={number ? 'right' : undefined}>
                  {head}
                </th>
              ))}
              <th>{say('Status')}</th>
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <Link to={paths.view(asked.type, row.id)} className="bold">
                    {row.doc_no ?? say('Draft')}
                  </Link>
                </td>
                {columns.map(({ head, number, cell }) => (
                  <td key={head} className={number ? 'number' : undefined}>
                    {cell(row)}
                  </td>
                ))}
                <td>
                  <StatusChip status={row.status} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {below && <p className="p-12-16 text-13">{below}</p>}
    </>
  )
}
