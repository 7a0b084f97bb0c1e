// How the rate of an SKU moved: a step for each price.
import { useCallback } from 'react'
import type { RecordOf } from '../../core/records'
import { Drawn, type Inks } from '../../ui/Drawn'
import { day, rupees } from '../../ui/format'
import { LANGUAGE } from '../../words/language'

export type Step = Required<Pick<RecordOf<'price'>, 'from' | 'rate_paise'>>

const PAISE = 100

export function PriceChart({ steps, until, label }: { steps: Step[]; until: string; label: string }) {
  const option = useCallback(
    ({ ink2, line, link }: Inks) => {
      const last = steps.at(-1)
      const data = [
        ...steps.map((step) => [step.from, step.rate_paise / PAISE]),
        ...(last && last.from < until ? [[until, last.rate_paise / PAISE]] : []),
      ]
      return {
        animation: false,
        grid: { left: 4, right: 8, top: 10, bottom: 2, containLabel: true },
        tooltip: {
          trigger: 'axis',
          formatter: (all: unknown) => {
            const [first] = all as { value: [string, number] }[]
            return first ? `${day(first.value[0])}<br>₹${rupees(Math.round(first.value[1] * PAISE))}` : ''
          },
        },
        xAxis: {
          type: 'time',
          axisLabel: { color: ink2, fontSize: 12, hideOverlap: true, formatter: '{dd}-{MM}' },
          axisLine: { lineStyle: { color: line } },
          axisTick: { show: false },
          splitNumber: 3,
        },
        yAxis: {
          type: 'value',
          scale: true,
          splitNumber: 2,
          axisLabel: { color: ink2, fontSize: 12, formatter: (value: number) => value.toLocaleString(LANGUAGE.locale) },
          splitLine: { lineStyle: { color: line } },
        },
        series: [
          {
            type: 'line',
            step: 'end',
            data,
            symbolSize: 5,
            lineStyle: { color: link, width: 2 },
            itemStyle: { color: link },
            areaStyle: { color: link, opacity: 0.08 },
          },
        ],
      }
    },
    [steps, until],
  )
  return <Drawn load={() => import('./lines')} option={option} label={label} height={132} />
}
