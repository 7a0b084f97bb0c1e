// A work order to look at: what was ordered, where its goods are, what was made, and how the weights agree.
import { Link } from 'react-router'
import { docDef } from '../../core'
import type { DocView, FieldOf } from '../../core/records'
import { FieldValue } from '../../docs/fields/FieldValue'
import { paths } from '../../docs/paths'
import { Card, Facts, Finding, Scroll, Sums, Tag } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import { NOTHING, day, kg, pieces, rupees } from '../../ui/format'
import css from './Work.module.css'
import { say } from '../../words/say'

type Doc = DocView<'work_order'>

const FACTS: FieldOf<'work_order'>[] = [
  'work',
  'entry',
  'yard',
  'recipe',
  'start_on',
  'order',
  'dump',
  'vendor',
  'challan_no',
  'sent_on',
  'return_by',
  'machine',
  'operator',
  'kerf_mm',
  'process_paise_per_kg',
  'approved_as',
  'approved_by',
  'closed_by',
  'remarks',
]

const amount = (value: number | null | undefined, write: (value: number) => string) => (value ? write(value) : NOTHING)

export function Ordered({ doc }: { doc: Doc }) {
  const def = docDef('work_order')
  const record = doc.record as Record<string, unknown>
  const fields = FACTS.flatMap((key) => def?.fields.find((field) => field.key === key && record[key] != null) ?? [])
  return (
    <Card title={say('Order')} pad={0}>
      <div className="p-16">
        <Facts
          items={fields.map((field) => ({
            label: field.label,
            value: <FieldValue field={field} value={record[field.key]} links={doc.links} />,
          }))}
        />
      </div>
      <Scroll>
        <table className="stacks data-table">
          <thead>
            <tr>
              <th>{say('Expected output')}</th>
              <th className="right">{say('Length, mm')}</th>
              <th className="right">{say('Pieces')}</th>
              <th className="right">{say('kg')}</th>
            </tr>
          </thead>
          <tbody>
            {(doc.record.outputs ?? []).map((row, at) => (
              <tr key={at}>
                <td className="whole">{titleOf(doc.links, 'sku', row.sku)}</td>
                <td data-head={say('Length, mm')} className="number">
                  {amount(row.length_mm, pieces)}
                </td>
                <td data-head={say('Pieces')} className="number">
                  {amount(row.pcs, pieces)}
                </td>
                <td data-head="kg" className="number">
                  {amount(row.weight_g, kg)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Card>
  )
}

const SHADES = ['var(--link)', 'var(--ok)', 'var(--warn)', 'var(--amber)', 'var(--control)']

/** Each way of cutting as a bar, to scale: its pieces, and what is left of it. */
export function CuttingPlan({ doc }: { doc: Doc }) {
  const cuts = doc.record.cuts ?? []
  if (cuts.length === 0) return null
  const longest = Math.max(...cuts.map((cut) => cut.bar_mm ?? 0), 1)
  const lengths = [...new Set(cuts.flatMap((cut) => piecesOf(cut.cuts)))].sort((a, b) => b - a)
  const left = cuts.reduce((sum, cut) => sum + (cut.bars ?? 0) * (cut.rest_mm ?? 0), 0)
  return (
    <Card title={say('Cutting plan')}>
      <div className="grid gap-12">
        {cuts.map((cut, at) => (
          <figure key={at} className={css.way}>
            <figcaption className="flex between gap-12 wrap text-13">
              <span className="num">
                <strong className="bold">{say('{bars} ×', { bars: pieces(cut.bars ?? 0) })}</strong>{' '}
                {say('{cuts} mm', { cuts: cut.cuts })}
              </span>
              <span className="num muted nowrap">
                {say('{rest_mm} mm left of each', { rest_mm: pieces(cut.rest_mm ?? 0) })}
              </span>
            </figcaption>
            <div aria-hidden className={css.bar} style={{ width: `${((cut.bar_mm ?? 0) / longest) * 100}%` }}>
              {piecesOf(cut.cuts).map((mm, piece) => (
                <span
                  key={piece}
                  className={css.piece}
                  style={{ flexGrow: mm, background: SHADES[lengths.indexOf(mm) % SHADES.length] }}
                >
                  {mm}
                </span>
              ))}
              {(cut.rest_mm ?? 0) > 0 && <span className={css.rest} style={{ flexGrow: cut.rest_mm ?? 0 }} />}
            </div>
          </figure>
        ))}
        <p className="text-13 muted num">{say('{left} mm are left over in all', { left: pieces(left) })}</p>
      </div>
    </Card>
  )
}

const piecesOf = (cuts: string | null | undefined) => (cuts ?? '').split('+').map(Number).filter(Boolean)

const qty = (pcs: number | null | undefined, g: number | null | undefined) =>
  pcs || g
    ? say('{value}{g} kg', { value: pcs ? say('{pcs} pcs, ', { pcs: pieces(pcs) }) : '', g: kg(g ?? 0) })
    : NOTHING

/** Each input: what is planned, and once it is approved where it lies. */
export function Goods({ doc }: { doc: Doc }) {
  const lots = doc.record.lots ?? []
  return (
    <Card title={say('Inputs')} pad={0}>
      <Scroll>
        <table className="stacks data-table">
          <thead>
            <tr>
              <th>{say('Batch')}</th>
              <th className="right">{say('Planned')}</th>
              {lots.length > 0 && (
                <>
                  <th className="right">{say('Set aside')}</th>
                  <th className="right">{say('In work')}</th>
                  <th className="right">{say('Used')}</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {(doc.record.inputs ?? []).map((row, at) => {
              const lot = lots[at]
              return (
                <tr key={at}>
                  <td className="whole">
                    <Link to={paths.view('batch', row.batch ?? '')} className="bold">
                      {titleOf(doc.links, 'batch', row.batch)}
                    </Link>{' '}
                    {row.dump && <Tag>{say('Out of the dump')}</Tag>}
                    {lot && <div className="text-12 muted">{titleOf(doc.links, 'sku', lot.sku)}</div>}
                  </td>
                  <td data-head={say('Planned')} className="number">
                    {qty(row.pcs, row.weight_g)}
                  </td>
                  {lot && (
                    <>
                      <td data-head={say('Set aside')} className="number">
                        {qty(lot.held_pcs, lot.held_g)}
                      </td>
                      <td data-head={say('In work')} className="number">
                        {qty(lot.wip_pcs, lot.wip_g)}
                      </td>
                      <td data-head={say('Used')} className="number">
                        {qty(lot.used_pcs, lot.used_g)}
                      </td>
                    </>
                  )}
                </tr>
              )
            })}
          </tbody>
        </table>
      </Scroll>
    </Card>
  )
}

export function Made({ doc }: { doc: Doc }) {
  const made = doc.record.made ?? []
  if (made.length === 0) return null
  const costs = made.some((row) => row.cost_paise != null)
  return (
    <Card title={say('Made')} pad={0}>
      <Scroll>
        <table className="stacks data-table">
          <thead>
            <tr>
              <th>{say('Batch')}</th>
              <th className="right">{say('Pieces')}</th>
              <th className="right">{say('kg')}</th>
              {costs && <th className="right">{say('Cost, ₹')}</th>}
            </tr>
          </thead>
          <tbody>
            {made.map((row, at) => (
              <tr key={at}>
                <td className="whole">
                  <Link to={paths.view('batch', row.batch ?? '')} className="bold">
                    {titleOf(doc.links, 'batch', row.batch)}
                  </Link>{' '}
                  {row.scrap && <Tag>{say('Scrap')}</Tag>}
                  <div className="text-12 muted">{titleOf(doc.links, 'sku', row.sku)}</div>
                </td>
                <td data-head={say('Pieces')} className="number">
                  {amount(row.pcs, pieces)}
                </td>
                <td data-head="kg" className="number">
                  {amount(row.weight_g, kg)}
                </td>
                {costs && (
                  <td data-head={say('Cost, ₹')} className="number">
                    {amount(row.cost_paise, rupees)}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Card>
  )
}

/** What of job work goes into the return: sent to the job worker, come back, lost. */
export function JobWork({ doc }: { doc: Doc }) {
  const rows = doc.record.itc04 ?? []
  if (rows.length === 0) return null
  const choices = docDef('work_order')
    ?.fields.find(({ key }) => key === 'itc04')
    ?.fields.find(({ key }) => key === 'table')?.choices
  const worth = rows.some((row) => row.value_paise != null)
  return (
    <Card title={say('ITC-04')} pad={0}>
      <Scroll>
        <table className="stacks data-table">
          <thead>
            <tr>
              <th>{say('Table')}</th>
              <th>{say('Date')}</th>
              <th>{say('Challan')}</th>
              <th>{say('SKU')}</th>
              <th className="right">{say('Quantity')}</th>
              <th className="right">{say('Losses, kg')}</th>
              {worth && <th className="right">{say('Value, ₹')}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                <td data-head={say('Table')}>{choices?.find(({ key }) => key === row.table)?.label ?? row.table}</td>
                <td data-head={say('Date')} className="nowrap">
                  {row.on ? day(row.on) : NOTHING}
                </td>
                <td data-head={say('Challan')}>
                  {row.challan_no ?? NOTHING}
                  {row.worker_challan_no && (
                    <div className="text-12 muted">
                      {say('Back under {worker_challan_no}', { worker_challan_no: row.worker_challan_no })}
                    </div>
                  )}
                </td>
                <td data-head={say('SKU')} className="whole">
                  {titleOf(doc.links, 'sku', row.sku)}
                </td>
                <td data-head={say('Quantity')} className="number">
                  {qty(row.pcs, row.weight_g)}
                </td>
                <td data-head={say('Losses, kg')} className="number">
                  {amount(row.lost_g, kg)}
                </td>
                {worth && (
                  <td data-head={say('Value, ₹')} className="number">
                    {amount(row.value_paise, rupees)}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Card>
  )
}

/** In is out, scrap and loss; while the work goes on, the rest is still in it. */
export function Weights({ doc }: { doc: Doc }) {
  const { record } = doc
  const began = (record.lots ?? []).length > 0
  const of = (value: number | null | undefined) => kg(value ?? 0)
  return (
    <Card title={say('Weights, kg')}>
      <div className="grid gap-10">
        <Sums
          items={
            began
              ? [
                  { label: say('Used'), value: of(record.used_g) },
                  { label: say('Made'), value: of(record.made_g) },
                  { label: say('Scrap'), value: of(record.scrapped_g) },
                  { label: say('Loss'), value: of(record.lost_g), tone: record.lost_g ? 'danger' : undefined },
                  { label: say('Still in work'), value: of(record.wip_g), strong: true },
                ]
              : [
                  { label: say('Goes in'), value: of(record.in_g), strong: true },
                  { label: say('Expected out'), value: of(record.out_g) },
                  { label: say('Expected scrap'), value: of(record.scrap_g) },
                  { label: say('Expected loss'), value: of(record.loss_g) },
                ]
          }
        />
        {record.return_by && (record.wip_g ?? 0) > 0 && (
          <Finding tone="warn">{say('To be returned by {return_by}', { return_by: day(record.return_by) })}</Finding>
        )}
        {record.approved_as === 'slab' && <Finding tone="info">{say('Approved by the yard’s own limit')}</Finding>}
      </div>
    </Card>
  )
}
