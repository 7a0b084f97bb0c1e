// The life of a batch: what came in, every document that moved it, and what is left, as the report of it tells.
import { Link } from 'react-router'
import type { ReportCell, ReportColumn, ReportStart } from '../../core/types.gen'
import { paths } from '../../docs/paths'
import { Card, Scroll } from '../../kit/parts'
import { figure, isFigure } from '../../kit/shown'
import { useReport } from '../../sync/reporter'
import { Empty, Skeletons } from '../../ui/states'
import css from './LifeLine.module.css'

const FIGURES = ['ever_in_pcs', 'ever_in_mt', 'ever_out_pcs', 'ever_out_mt', 'ever_difference_mt', 'dumped_mt']
const SHOWN = [...FIGURES, 'closing_pcs', 'closing_mt']

export function LifeLine({ batch }: { batch: string }) {
  const { data, error } = useReport('batchwise_report', { batch, rows: 'paper', measures: SHOWN.join('|') })
  return (
    <Card title="Life of the batch" pad={0}>
      {error && <Empty title="Its movements cannot be listed">{error}</Empty>}
      {!data && !error && <Skeletons rows={5} />}
      {data && data.lines === 0 && <Empty title="Nothing of this batch has moved" />}
      {data && data.lines > 0 && <Movements told={data} />}
    </Card>
  )
}

const dayOf = (columns: ReportColumn[], cells: ReportCell[]) => {
  const at = columns.findIndex((column) => column.shown === 'day')
  return at < 0 ? 0 : Number(cells[at] ?? 0)
}

function Movements({ told }: { told: ReportStart }) {
  const { columns, totals, first } = told
  // The columns that name a line have no total.
  const lead = columns.length - (totals?.length ?? 0)
  // What no document of this batch has is not a column of its life.
  const used = columns
    .map((column, at) => ({ column, at }))
    .filter(({ at }) => first.rows.some(({ cells }) => cells[at] !== null && cells[at] !== 0 && cells[at] !== ''))
  const lines = [...first.rows].sort((a, b) => dayOf(columns, a.cells) - dayOf(columns, b.cells))
  return (
    <Scroll>
      <table className={`data-table ${css.life}`}>
        <thead>
          <tr>
            {used.map(({ column }) => (
              <th key={column.key} className={isFigure(column.shown) ? 'right' : undefined}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, row) => (
            <tr key={row}>
              {used.map(({ column, at }, place) => {
                const text = figure(line.cells[at] ?? null, column.shown)
                return (
                  <td key={column.key} className={isFigure(column.shown) ? 'number' : 'nowrap'}>
                    {place === 0 && line.opens ? <Link to={paths.view(...line.opens)}>{text}</Link> : text}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        {totals && (
          <tfoot>
            <tr className={css.total}>
              {used.map(({ column, at }, place) => (
                <td key={column.key} className={isFigure(column.shown) ? 'number' : undefined}>
                  {place === 0
                    ? 'In all'
                    : isFigure(column.shown)
                      ? figure(totals[at - lead] ?? null, column.shown)
                      : ''}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </Scroll>
  )
}
