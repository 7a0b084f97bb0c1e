// How the rate of an SKU moved: a step for each price. echarts is loaded when the first chart is drawn, and only its lines.
import { useEffect, useRef } from 'react'
import { role } from '../../theme/themes'
import { day, rupees } from '../../ui/format'

export interface Step { from: string; rate_paise: number }

const PAISE = 100

const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(/--[\w-]+/.exec(name)?.[0] ?? '').trim()

export function PriceChart({ steps, until, label }: { steps: Step[]; until: string; label: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let gone = false
    let end = () => undefined as void
    void import('./lines').then((echarts) => {
      if (gone || !place.current) return
      const chart = echarts.init(place.current, null, { renderer: 'svg' })
      const last = steps.at(-1)
      const data = [...steps.map((step) => [step.from, step.rate_paise / PAISE]), ...(last && last.from < until ? [[until, last.rate_paise / PAISE]] : [])]
      const [ink, line, link] = [colour(role.ink2), colour(role.line), colour(role.link)]
      chart.setOption({
        animation: false,
        grid: { left: 4, right: 8, top: 10, bottom: 2, containLabel: true },
        tooltip: { trigger: 'axis', formatter: (all: unknown) => { const [first] = all as { value: [string, number] }[]; return first ? `${day(first.value[0])}<br>₹${rupees(Math.round(first.value[1] * PAISE))}` : '' } },
        xAxis: { type: 'time', axisLabel: { color: ink, fontSize: 11, hideOverlap: true, formatter: '{dd}-{MM}' }, axisLine: { lineStyle: { color: line } }, axisTick: { show: false }, splitNumber: 3 },
        yAxis: { type: 'value', scale: true, splitNumber: 2, axisLabel: { color: ink, fontSize: 11, formatter: (value: number) => value.toLocaleString('en-IN') }, splitLine: { lineStyle: { color: line } } },
        series: [{ type: 'line', step: 'end', data, symbolSize: 5, lineStyle: { color: link, width: 2 }, itemStyle: { color: link }, areaStyle: { color: link, opacity: 0.08 } }],
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
  }, [steps, until])
  return <div ref={place} role="img" aria-label={label} style={{ height: 132, width: '100%' }} />
}
