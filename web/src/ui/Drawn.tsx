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

/**
 * `load` brings the part of echarts that the chart needs; `option` stays the same while the chart does, and is told how
 * wide it is drawn.
 */
export function Drawn({
  load,
  option,
  label,
  height,
}: {
  load: () => Promise<Echarts>
  option: (inks: Inks, wide: number) => EChartsCoreOption
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
      let wide = 0
      const draw = () => {
        wide = chart.getWidth()
        chart.setOption(option(inks(), wide))
      }
      draw()
      const resized = new ResizeObserver(() => {
        chart.resize()
        if (chart.getWidth() !== wide) draw()
      })
      resized.observe(place.current)
      // It is drawn in the colours of its time: another theme has others.
      const themed = new MutationObserver(draw)
      themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
      end = () => {
        resized.disconnect()
        themed.disconnect()
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
