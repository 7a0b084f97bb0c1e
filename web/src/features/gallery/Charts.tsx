// The gallery's charts: bars of a report, figures beside bars, and what stands in their place without data.
import { Bars, PairedBars, StackedRows } from '../../kit/Bars'
import Chart from '../../kit/Chart'
import { usePhone } from '../../kit/parts'
import type { ReportTable } from '../../core/types.gen'
import { role } from '../../theme/themes'
import { lakhs } from '../../ui/format'
import { Empty, Skeletons } from '../../ui/states'
import { Example, Gallery, State } from './Gallery'
import { say } from '../../words/say'

const SOLD: [name: string, paise: number][] = [
  ['TMT bar', 57_12_40_000],
  [say('Structural'), 41_08_15_500],
  [say('Pipes'), 23_77_90_000],
  [say('Sheets'), 12_04_33_000],
  [say('Coils'), 8_91_20_000],
]

const TABLE: Pick<ReportTable, 'columns' | 'rows' | 'totals'> = {
  columns: [
    { key: 'group', label: say('Product group'), under: null, shown: 'text' },
    { key: 'amount', label: say('Sales ₹'), under: null, shown: 'paise' },
  ],
  rows: SOLD.map((cells) => ({ level: 0, cells, steps: [], opens: null })),
  totals: null,
}

const SPLIT = (value: number, left: number) => [
  { label: say('Loaded {value} MT', { value }), value, colour: role.link },
  { label: say('Waiting {left} MT', { left }), value: left, colour: role.amber },
]

export default function Charts() {
  const phone = usePhone()
  return (
    <Gallery title={say('Charts')}>
      <Example title={say('Bars of a report')} code={'<Chart table={table} measure="amount" phone={phone} />'} wide>
        <Chart table={TABLE} measure="amount" phone={phone} />
      </Example>
      <Example title={say('Figures over bars')} code="<Bars items={items} height={96} />">
        <Bars
          height={96}
          items={SOLD.map(([label, value]) => ({ label, value, shown: lakhs(value), colour: role.link }))}
        />
      </Example>
      <Example title={say('Two series')} code="<PairedBars items={items} series={series} height={96} shown={lakhs} />">
        <PairedBars
          height={96}
          shown={lakhs}
          series={[
            { label: say('Sales'), colour: role.link },
            { label: say('Receipts'), colour: role.amber },
          ]}
          items={[say('Aug'), say('Sep'), say('Oct'), say('Nov')].map((label, at) => ({
            label,
            name: `${label} 2026`,
            values: [(at + 3) * 9_00_00_000, (at + 2) * 8_00_00_000],
          }))}
        />
      </Example>
      <Example title={say('Shares in rows')} code="<StackedRows rows={rows} />">
        <StackedRows
          rows={[
            { label: say('Pune'), parts: SPLIT(62, 20), shown: '82 MT' },
            { label: say('Nashik'), parts: SPLIT(31, 4), shown: '35 MT' },
          ]}
        />
      </Example>
      <Example title={say('Without data')} code={'<Empty title="No data for this period" />'}>
        <State name={say('Empty')}>
          <Empty title={say('No data for this period')}>{say('Select another period, or clear a filter.')}</Empty>
        </State>
        <State name={say('Loading')}>
          <Skeletons rows={3} label={say('An example of a chart that loads')} />
        </State>
      </Example>
    </Gallery>
  )
}
