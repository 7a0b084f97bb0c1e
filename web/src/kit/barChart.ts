// The part of echarts that draws bars: a module of its own, so that it is loaded with the first chart and not before.
import { BarChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

register([BarChart, GridComponent, TooltipComponent, SVGRenderer])

export { init }
