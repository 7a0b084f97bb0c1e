// A chart of echarts in its place: loaded with the first one, sized with its place, and ended with it.
import { useEffect, useRef } from 'react'
import type { EChartsCoreOption, EChartsType } from 'echarts/core'
import { role } from '../theme/themes'

export interface Echarts {
  init(place: HTMLElement, theme: null, options: { renderer: 'svg' }): EChartsType
}
/** The colours of the theme as echarts takes them. */
export interface Inks {
  ink: string
  ink2: string
  line: string
  link: string
  paper: string
}

const colour = (name: string) =>
  getComputedStyle(document.documentElement)
    .getPropertyValue(/--[\w-]+/.exec(name)?.[0] ?? '')
    .trim()
const inks = (): Inks => ({
  ink: colour(role.ink),
  ink2: colour(role.ink2),
  line: colour(role.line),
  link: colour(role.link),
  paper: colour(role.paper),
})

/** `load` brings the part of echarts that the chart needs; `option` stays the same while the chart does. */
export function Drawn({
  load,
  option,
  label,
  height,
}: {
  load: () => Promise<Echarts>
  option: (inks: Inks) => EChartsCoreOption
  label: string
  height: number
}) {
  const place = useRef<HTMLDivElement>(null)
  const loader = useRef(load)
  useEffect(() => {
    let gone = false
    let end = () => undefined as void
    void loader.current().then((echarts) => {
      if (gone || !place.current) return
      const chart = echarts.init(place.current, null, { renderer: 'svg' })
      chart.setOption(option(inks()))
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
  }, [option])
  return <div ref={place} role="img" aria-label={label} className="full" style={{ height }} />
}
