// The lines of an order as they stand: what was ordered, what is loaded, what it comes to, and the totals under them.
import type { DocView } from '../../core/types.gen'
import { role } from '../../theme/themes'
import { NOTHING, kg, mt, percent, pieces, rupees } from '../../ui/format'
import { taxRows } from '../../kit/figures'
import { Scroll, Sums, right, td, th, usePhone } from '../../kit/parts'
import { int, rows, text, titleOf, type Values } from '../../kit/record'

const UOM: Record<string, string> = { MT: 'MT', KG: 'kg', PCS: 'piece', MTR: 'metre', BAG: 'bag' }

export function LinesView({ doc, note }: { doc: DocView; note?: React.ReactNode }) {
  const lines = rows(doc.record, 'lines')
  const rates = lines.some((line) => int(line, 'rate_paise') !== null)
  const loaded = lines.some(
    (line) => (int(line, 'loaded_pcs') ?? 0) + (int(line, 'loaded_g') ?? 0) + (int(line, 'short_pcs') ?? 0) > 0,
  )
  const uoms = new Set(lines.map((line) => text(line, 'rate_uom')).filter(Boolean))
  const one = uoms.size === 1 ? [...uoms][0]! : null
  const phone = usePhone()
  return (
    <>
      {phone ? (
        <PhoneLines doc={doc} loaded={loaded} />
      ) : (
        <Scroll>
          <table style={{ width: '100%', borderCollapse: 'collapse', minWidth: rates ? 620 : 420 }}>
            <thead>
              <tr>
                <th style={{ ...th, width: 32 }} scope="col">
                  #
                </th>
                <th style={th} scope="col">
                  SKU
                </th>
                <th style={{ ...th, textAlign: 'right' }} scope="col">
                  Pieces
                </th>
                <th style={{ ...th, textAlign: 'right' }} scope="col">
                  kg
                </th>
                {loaded && (
                  <th style={{ ...th, textAlign: 'right' }} scope="col">
                    Loaded
                  </th>
                )}
                {rates && (
                  <th style={{ ...th, textAlign: 'right' }} scope="col">
                    {one ? `₹ / ${UOM[one] ?? one}` : 'Rate ₹'}
                  </th>
                )}
                {rates && (
                  <th style={{ ...th, textAlign: 'right' }} scope="col">
                    Amount ₹
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {lines.map((line, at) => (
                <tr key={at}>
                  <td style={{ ...td, color: role.ink2 }}>{at + 1}</td>
                  <td style={td}>
                    <strong style={{ fontWeight: 600 }}>{titleOf(doc.links, 'sku', line.sku)}</strong>
                    <LineNotes line={line} />
                  </td>
                  <td style={{ ...td, ...right }}>{pcsOf(line, 'pcs')}</td>
                  <td style={{ ...td, ...right }}>{kgOf(line, 'weight_g')}</td>
                  {loaded && (
                    <td style={{ ...td, ...right }}>
                      {int(line, 'pcs') ? pcsOf(line, 'loaded_pcs') : kgOf(line, 'loaded_g')}
                      {text(line, 'short_reason') && <div style={{ color: role.warn, fontSize: 12 }}>short-closed</div>}
                    </td>
                  )}
                  {rates && <td style={{ ...td, ...right }}>{rateOf(line, one)}</td>}
                  {rates && (
                    <td style={{ ...td, ...right, fontWeight: 550 }}>
                      {int(line, 'amount_paise') === null ? '' : rupees(int(line, 'amount_paise')!)}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      <div
        style={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: '12px 32px',
          justifyContent: 'space-between',
          padding: '12px 16px',
          background: role.sunk,
          borderRadius: '0 0 8px 8px',
        }}
      >
        <div style={{ fontSize: 13, flex: '1 1 220px' }}>
          <div style={{ fontWeight: 600 }} className="num">
            {int(doc.record, 'pcs') ? `${pieces(int(doc.record, 'pcs')!)} pieces, ` : ''}
            {mt(int(doc.record, 'weight_g') ?? 0)} MT
          </div>
          {note}
        </div>
        <OrderTotals order={doc.record} />
      </div>
    </>
  )
}

/** On a phone a line is a block of two rows: what and how much money, then how much of it and at which rate. */
function PhoneLines({ doc, loaded }: { doc: DocView; loaded: boolean }) {
  return (
    <ul>
      {rows(doc.record, 'lines').map((line, at) => (
        <li key={at} style={{ padding: '10px 16px', borderTop: at ? `1px solid ${role.line}` : 0 }}>
          <div style={{ display: 'flex', justifyContent: 'space-between', gap: 12 }}>
            <strong style={{ fontWeight: 600 }}>{titleOf(doc.links, 'sku', line.sku)}</strong>
            {int(line, 'amount_paise') !== null && (
              <span className="num nowrap" style={{ fontWeight: 550 }}>
                {rupees(int(line, 'amount_paise')!)}
              </span>
            )}
          </div>
          <div className="num" style={{ fontSize: 13, color: role.ink2 }}>
            {[
              int(line, 'pcs') ? `${pcsOf(line, 'pcs')} pcs` : '',
              `${kgOf(line, 'weight_g')} kg`,
              int(line, 'rate_paise') === null ? '' : `₹${rateOf(line, null)}`,
              loaded ? `loaded ${int(line, 'pcs') ? pcsOf(line, 'loaded_pcs') : kgOf(line, 'loaded_g')}` : '',
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

export function OrderTotals({ order }: { order: Values }) {
  const total = int(order, 'total_paise')
  if (total === null) return null
  const lines = rows(order, 'lines')
  const charges = lines.reduce((all, line) => all + (int(line, 'charges_paise') ?? 0), 0)
  return (
    <div style={{ flex: '0 1 260px', minWidth: 230 }} className="totals">
      <Sums
        items={[
          charges > 0 && { label: 'of it freight and loading', value: rupees(charges) },
          ...taxRows(
            {
              taxable_paise: int(order, 'taxable_paise') ?? 0,
              cgst_paise: int(order, 'cgst_paise') ?? 0,
              sgst_paise: int(order, 'sgst_paise') ?? 0,
              igst_paise: int(order, 'igst_paise') ?? 0,
              total_paise: total,
            },
            lines.map((line) => int(line, 'gst_rate_bp') ?? 0),
          ),
        ]}
      />
    </div>
  )
}

function LineNotes({ line }: { line: Values }) {
  const [rate, floor, discount] = [int(line, 'rate_paise'), int(line, 'floor_paise'), int(line, 'discount_bp')]
  const words = [
    discount ? `${percent(discount)} % discount` : '',
    rate !== null && floor !== null && rate < floor ? `floor ₹${rupees(floor)}` : '',
    line.back_order === true ? 'waits for stock' : '',
    line.alt_ok === true ? 'substitute allowed' : '',
    text(line, 'remark'),
  ].filter(Boolean)
  return words.length > 0 ? <div style={{ fontSize: 12, color: role.ink2 }}>{words.join(' · ')}</div> : null
}

function pcsOf(line: Values, key: string): string {
  const count = int(line, key)
  return count ? pieces(count) : NOTHING
}

function kgOf(line: Values, key: string): string {
  const grams = int(line, key)
  return grams ? kg(grams) : NOTHING
}

function rateOf(line: Values, one: string | null): string {
  const rate = int(line, 'rate_paise')
  if (rate === null) return ''
  const uom = text(line, 'rate_uom')
  return one ? rupees(rate) : `${rupees(rate)} / ${UOM[uom] ?? uom}`
}
