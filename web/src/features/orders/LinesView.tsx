// The lines of an order as they stand: what was ordered, what is loaded, what it comes to, and the totals under them.
import type { DocView, LineOf, RecordOf } from '../../core/records'
import { NOTHING, kg, mt, percent, pieces, rupees } from '../../ui/format'
import { taxRows } from '../../kit/figures'
import { Scroll, Sums, usePhone } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import { classes } from '../../theme/classes'
import css from './LinesView.module.css'
import { say } from '../../words/say'

type Line = LineOf<'order', 'lines'>

const UOM: Record<string, string> = {
  MT: say('MT'),
  KG: say('kg'),
  PCS: say('piece'),
  MTR: say('metre'),
  BAG: say('bag'),
}

export function LinesView({ doc, note }: { doc: DocView<'order'>; note?: React.ReactNode }) {
  const lines = doc.record.lines ?? []
  const rates = lines.some((line) => (line.rate_paise ?? null) !== null)
  const loaded = lines.some((line) => (line.loaded_pcs ?? 0) + (line.loaded_g ?? 0) + (line.short_pcs ?? 0) > 0)
  const uoms = new Set(lines.map((line) => line.rate_uom ?? '').filter(Boolean))
  const one = uoms.size === 1 ? [...uoms][0]! : null
  const phone = usePhone()
  return (
    <>
      {phone ? (
        <PhoneLines doc={doc} loaded={loaded} />
      ) : (
        <Scroll>
          <table className={classes('data-table', css.lines, rates && css.withRates)}>
            <thead>
              <tr>
                <th className={css.number} scope="col">
                  #
                </th>
                <th scope="col">{say('SKU')}</th>
                <th className="right" scope="col">
                  {say('Pieces')}
                </th>
                <th className="right" scope="col">
                  {say('kg')}
                </th>
                {loaded && (
                  <th className="right" scope="col">
                    {say('Loaded')}
                  </th>
                )}
                {rates && (
                  <th className="right" scope="col">
                    {one ? say('₹ / {unit}', { unit: UOM[one] ?? one }) : say('Rate ₹')}
                  </th>
                )}
                {rates && (
                  <th className="right" scope="col">
                    {say('Amount ₹')}
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {lines.map((line, at) => (
                <tr key={at}>
                  <td className="muted">{at + 1}</td>
                  <td>
                    <strong className="bold">{titleOf(doc.links, 'sku', line.sku)}</strong>
                    <LineNotes line={line} />
                  </td>
                  <td className="number">{pcsOf(line.pcs)}</td>
                  <td className="number">{kgOf(line.weight_g)}</td>
                  {loaded && (
                    <td className="number">
                      {line.pcs ? pcsOf(line.loaded_pcs) : kgOf(line.loaded_g)}
                      {line.short_reason && <div className="warn text-12">{say('short-closed')}</div>}
                    </td>
                  )}
                  {rates && <td className="number">{rateOf(line, one)}</td>}
                  {rates && (
                    <td className="number semibold">
                      {(line.amount_paise ?? null) === null ? '' : rupees(line.amount_paise!)}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      <div className={css.foot}>
        <div className={css.notes}>
          <div className="num bold">
            {doc.record.pcs ? say('{pcs} pieces, ', { pcs: pieces(doc.record.pcs) }) : ''}
            {say('{weight_g} MT', { weight_g: mt(doc.record.weight_g ?? 0) })}
          </div>
          {note}
        </div>
        <OrderTotals order={doc.record} />
      </div>
    </>
  )
}

/** On a phone a line is a block of two rows: what and how much money, then how much of it and at which rate. */
function PhoneLines({ doc, loaded }: { doc: DocView<'order'>; loaded: boolean }) {
  return (
    <ul>
      {(doc.record.lines ?? []).map((line, at) => (
        <li key={at} className={`divided ${css.chargeNote}`}>
          <div className="flex between gap-12">
            <strong className="bold">{titleOf(doc.links, 'sku', line.sku)}</strong>
            {(line.amount_paise ?? null) !== null && (
              <span className="num nowrap semibold">{rupees(line.amount_paise!)}</span>
            )}
          </div>
          <div className="num text-13 muted">
            {[
              line.pcs ? say('{pcs} pcs', { pcs: pcsOf(line.pcs) }) : '',
              say('{weight_g} kg', { weight_g: kgOf(line.weight_g) }),
              (line.rate_paise ?? null) === null ? '' : `₹${rateOf(line, null)}`,
              loaded ? say('loaded {much}', { much: line.pcs ? pcsOf(line.loaded_pcs) : kgOf(line.loaded_g) }) : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </div>
          <LineNotes line={line} />
        </li>
      ))}
    </ul>
  )
}

export function OrderTotals({ order }: { order: RecordOf<'order'> }) {
  const total = order.total_paise ?? null
  if (total === null) return null
  const lines = order.lines ?? []
  const charges = lines.reduce((all, line) => all + (line.charges_paise ?? 0), 0)
  return (
    <div className={`totals ${css.sums}`}>
      <Sums
        items={[
          charges > 0 && { label: say('of it freight and loading'), value: rupees(charges) },
          ...taxRows(
            {
              taxable_paise: order.taxable_paise ?? 0,
              cgst_paise: order.cgst_paise ?? 0,
              sgst_paise: order.sgst_paise ?? 0,
              igst_paise: order.igst_paise ?? 0,
              cess_paise: order.cess_paise ?? 0,
              total_paise: total,
            },
            lines.map((line) => line.gst_rate_bp ?? 0),
          ),
        ]}
      />
    </div>
  )
}

function LineNotes({ line }: { line: Line }) {
  const [rate, floor, discount] = [line.rate_paise ?? null, line.floor_paise ?? null, line.discount_bp ?? null]
  const words = [
    discount ? say('{discount} % discount', { discount: percent(discount) }) : '',
    rate !== null && floor !== null && rate < floor ? `floor ₹${rupees(floor)}` : '',
    line.back_order === true ? say('waits for stock') : '',
    line.make ? say('make {make}', { make: line.make }) : '',
    line.alt_ok === true ? 'substitute allowed' : '',
    line.remark,
  ].filter(Boolean)
  return words.length > 0 ? <div className="text-12 muted">{words.join(' · ')}</div> : null
}

function pcsOf(count: number | undefined): string {
  return count ? pieces(count) : NOTHING
}

function kgOf(grams: number | undefined): string {
  return grams ? kg(grams) : NOTHING
}

function rateOf(line: Line, one: string | null): string {
  const rate = line.rate_paise ?? null
  if (rate === null) return ''
  const uom = line.rate_uom ?? ''
  return one ? rupees(rate) : `${rupees(rate)} / ${UOM[uom] ?? uom}`
}
