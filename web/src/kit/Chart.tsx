// A report's outermost groups as bars, or its columns over time.
import { useCallback, useMemo } from 'react'
import type { CellFormat, ReportTable } from '../core/types.gen'
import { Drawn, type Inks } from '../ui/Drawn'
import { plain, short } from './shown'
import { word } from '../words/say'
import css from './Chart.module.css'

const BARS = 12
const PHONE_BARS = 5
/** What the figures beside the bars take of the width. */
const AXIS = 72

/** What is drawn of a table: its columns and totals, and the lines that can be bars. */
type Charted = Pick<ReportTable, 'columns' | 'rows' | 'totals'>

interface Series {
  label: string
  shown: CellFormat
  names: string[]
  values: number[]
}

/**
 * Over its columns where it has some, else over its outermost groups or the only group's parts; `all` of them as they
 * stand, or the largest.
 */
function seriesOf(table: Charted, measure: string, most: number, all: boolean): Series | null {
  const across = table.columns
    .map((head, at) => ({ head, at }))
    .filter(({ head }) => head.under && head.key.startsWith(`${measure}@`))
  if (across.length > 1 && table.totals) {
    const lead = table.columns.length - table.totals.length
    return {
      label: across[0]!.head.label,
      shown: across[0]!.head.shown,
      names: across.map(({ head }) => head.under ?? ''),
      values: across.map(({ head, at }) => plain(table.totals?.[at - lead] ?? null, head.shown)),
    }
  }
  const at = table.columns.findIndex((head) => head.key === measure)
  const head = table.columns[at]
  if (!head) return null
  const outer = table.rows.filter((line) => line.level === 0)
  const level = outer.length > 1 ? 0 : 1
  const lines = table.rows.filter(
    (line) => line.level === level && typeof line.cells[at] === 'number' && line.cells[at] !== 0,
  )
  const top = all
    ? lines
    : [...lines].sort((a, b) => Math.abs(Number(b.cells[at])) - Math.abs(Number(a.cells[at]))).slice(0, most)
  return {
    label: head.label,
    shown: head.shown,
    names: top.map((line) => word(String(line.cells[0] ?? ''))),
    values: top.map((line) => plain(line.cells[at] ?? null, head.shown)),
  }
}

/** `bare`: without a frame of its own. */
export default function Chart({
  table,
  measure,
  phone,
  bare,
}: {
  table: Charted
  measure: string
  phone: boolean
  bare?: boolean
}) {
  const series = useMemo(
    () => seriesOf(table, measure, phone ? PHONE_BARS : BARS, !!bare),
    [table, measure, phone, bare],
  )
  const option = useCallback(
    ({ ink, ink2, line, link, paper }: Inks, wide: number) => {
      const few = (series?.names.length ?? 0) <= BARS
      // Each bar is named: a name has the room of its bar, and is cut where it needs more.
      const room = Math.max(24, Math.floor((wide - AXIS) / Math.max(1, series?.names.length ?? 1)) - 6)
      const told = (value: unknown) => short(Number(value), series?.shown ?? 'count')
      return {
        animation: false,
        grid: { left: 4, right: 8, top: 22, bottom: 6, containLabel: true },
        tooltip: {
          trigger: 'axis',
          backgroundColor: paper,
          borderColor: line,
          textStyle: { color: ink, fontSize: 12 },
          valueFormatter: told,
        },
        xAxis: {
          type: 'category',
          data: series?.names,
          axisLabel: {
            color: ink2,
            fontSize: 12,
            hideOverlap: !few,
            interval: few ? 0 : 'auto',
            width: few ? room : 86,
            overflow: 'truncate',
          },
          axisLine: { lineStyle: { color: line } },
          axisTick: { show: false },
        },
        yAxis: {
          type: 'value',
          splitNumber: 2,
          axisLabel: { color: ink2, fontSize: 12, formatter: told },
          splitLine: { lineStyle: { color: line } },
        },
        series: [
          {
            type: 'bar',
            name: series?.label,
            data: series?.values,
            barMaxWidth: 34,
            itemStyle: { color: link, borderRadius: [3, 3, 0, 0] },
            label: {
              show: few,
              position: 'top',
              color: ink,
              fontSize: 12,
              formatter: ({ value }: { value: unknown }) => told(value),
            },
          },
        ],
      }
    },
    [series],
  )
  if (!series || (!bare && series.names.length < 2)) return null
  const told = series.names
    .map((name, at) => `${name} ${short(series.values[at] ?? 0, series.shown)}`)
    .slice(0, BARS)
    .join(', ')
  const drawn = (
    <Drawn
      load={() => import('./barChart')}
      option={option}
      label={`${series.label}: ${told}`}
      height={phone ? 150 : 178}
    />
  )
  if (bare) return drawn
  return (
    <figure className={`card ${css.chart}`}>
      <figcaption className="text-14 bold">{series.label}</figcaption>
      {drawn}
    </figure>
  )
}
