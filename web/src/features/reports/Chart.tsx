// A report's outermost groups as bars, or its columns over time; echarts is loaded with the first one.
import { useEffect, useMemo, useRef } from 'react'
import type { Table } from '../../core/reporter'
import { role } from '../../theme/themes'
import { plain, short } from './figures'

const BARS = 12
const PHONE_BARS = 5
const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(/--[\w-]+/.exec(name)?.[0] ?? '').trim()

interface Series { label: string; shown: string; names: string[]; values: number[] }

/** Over its columns where it has some, else over its outermost groups or the only group's parts. */
function seriesOf(table: Table, measure: string, most: number): Series | null {
  const across = table.columns.map((head, at) => ({ head, at })).filter(({ head }) => head.under && head.key.startsWith(`${measure}@`))
  if (across.length > 1 && table.totals) {
    const lead = table.columns.length - table.totals.length
    return { label: across[0]!.head.label, shown: across[0]!.head.shown, names: across.map(({ head }) => head.under ?? ''), values: across.map(({ head, at }) => plain(table.totals?.[at - lead] ?? null, head.shown)) }
  }
  const at = table.columns.findIndex((head) => head.key === measure)
  const head = table.columns[at]
  if (!head) return null
  const outer = table.rows.filter((line) => line.level === 0)
  const level = outer.length > 1 ? 0 : 1
  const lines = table.rows.filter((line) => line.level === level && typeof line.cells[at] === 'number' && line.cells[at] !== 0)
  const top = [...lines].sort((a, b) => Math.abs(Number(b.cells[at])) - Math.abs(Number(a.cells[at]))).slice(0, most)
  return { label: head.label, shown: head.shown, names: top.map((line) => String(line.cells[0] ?? '')), values: top.map((line) => plain(line.cells[at] ?? null, head.shown)) }
}

export default function Chart({ table, measure, phone }: { table: Table; measure: string; phone: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  const series = useMemo(() => seriesOf(table, measure, phone ? PHONE_BARS : BARS), [table, measure, phone])
  useEffect(() => {
    if (!series) return
    let gone = false
    let end = () => undefined as void
    void import('./bars').then((echarts) => {
      if (gone || !place.current) return
      const chart = echarts.init(place.current, null, { renderer: 'svg' })
      const [ink, line, link, paper] = [colour(role.ink2), colour(role.line), colour(role.link), colour(role.paper)]
      const few = series.names.length <= BARS
      chart.setOption({
        animation: false,
        grid: { left: 4, right: 8, top: 22, bottom: 6, containLabel: true },
        tooltip: { trigger: 'axis', backgroundColor: paper, borderColor: line, textStyle: { color: colour(role.ink), fontSize: 12 }, valueFormatter: (value: unknown) => short(Number(value), series.shown) },
        xAxis: { type: 'category', data: series.names, axisLabel: { color: ink, fontSize: 11, hideOverlap: true, interval: few ? 0 : 'auto', width: 86, overflow: 'truncate' }, axisLine: { lineStyle: { color: line } }, axisTick: { show: false } },
        yAxis: { type: 'value', splitNumber: 2, axisLabel: { color: ink, fontSize: 11, formatter: (value: number) => short(value, series.shown) }, splitLine: { lineStyle: { color: line } } },
        series: [{ type: 'bar', name: series.label, data: series.values, barMaxWidth: 34, itemStyle: { color: link, borderRadius: [3, 3, 0, 0] }, label: { show: few, position: 'top', color: colour(role.ink), fontSize: 11, formatter: ({ value }: { value: unknown }) => short(Number(value), series.shown) } }],
      })
      const resized = new ResizeObserver(() => chart.resize())
      resized.observe(place.current)
      end = () => {
        resized.disconnect()
        chart.dispose()
      }
    })
    return () => {
      gone = true
      end()
    }
  }, [series])
  if (!series || series.names.length < 2) return null
  return (
    <figure className="card" style={{ padding: '12px 16px 8px', marginBottom: 12, flex: 'none' }}>
      <figcaption style={{ fontSize: 14, fontWeight: 600 }}>{series.label}</figcaption>
      <div ref={place} role="img" aria-label={`${series.label}: ${series.names.map((name, at) => `${name} ${short(series.values[at] ?? 0, series.shown)}`).slice(0, BARS).join(', ')}`} style={{ height: phone ? 150 : 178, width: '100%' }} />
    </figure>
  )
}
