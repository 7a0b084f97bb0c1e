// What a lane did, to look at: for everybody who is not to enter anything there now.
import { docDef } from '../../core'
import type { DocView, FieldOf } from '../../core/records'
import { FieldValue } from '../../docs/fields/FieldValue'
import { NOTHING, kg, pieces } from '../../ui/format'
import { Card, Facts, Finding, Scroll } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import { Photos } from '../../kit/Photos'
import type { Lane } from './lanes'
import { say } from '../../words/say'

const FACTS: Record<Lane, FieldOf<'transfer'>[]> = {
  from: ['sent_by', 'out_at', 'slip_no', 'tare_g', 'gross_g', 'net_g', 'seal', 'short_reason'],
  logistic: ['vehicle_no', 'vendor', 'driver', 'mobile', 'lr_no', 'freight_paise', 'ewb_no', 'paper', 'split'],
  to: ['need_by', 'order', 'submitted_by', 'in_at', 'received_by', 'received_remarks'],
  account: ['paper_no', 'paper', 'freight_paise', 'value_paise', 'cgst_paise', 'sgst_paise', 'igst_paise'],
}

interface Props {
  doc: DocView<'transfer'>
  lane: Lane
  title: string
  /** A step of the lane is being entered above. */
  entering: boolean
}

export function LaneFacts({ doc, lane, title, entering }: Props) {
  const def = docDef('transfer')
  const fields = FACTS[lane].flatMap((key) => def?.fields.find((field) => field.key === key) ?? [])
  const values = fields.filter(({ key }) => (doc.record as Record<string, unknown>)[key] != null)
  const lots = doc.record.lots ?? []
  const photos = doc.record.photos ?? []
  const nothing = values.length === 0 && lots.length === 0
  // Where something is being entered, it says so itself.
  if (nothing && entering) return null
  return (
    <Card title={title}>
      <div className="grid gap-16">
        {nothing && <p className="muted">{say('Nothing was entered here yet.')}</p>}
        {values.length > 0 && (
          <Facts
            items={values.map((field) => ({
              label: field.label,
              value: (
                <FieldValue
                  field={field}
                  value={(doc.record as Record<string, unknown>)[field.key]}
                  links={doc.links}
                />
              ),
            }))}
          />
        )}
        {lane === 'from' && lots.length > 0 && <Lots doc={doc} received={false} />}
        {lane === 'to' && doc.record.in_at && <Lots doc={doc} received />}
        {lane === 'to' && photos.length > 0 && (
          <Photos files={photos} label={say('Photos')} onChange={() => undefined} fixed />
        )}
        {lane === 'account' && <Decided doc={doc} />}
      </div>
    </Card>
  )
}

function Lots({ doc, received }: { doc: DocView<'transfer'>; received: boolean }) {
  const amount = (value: number | null | undefined, write: (value: number) => string) =>
    value ? write(value) : NOTHING
  return (
    <Scroll>
      <table className="stacks data-table">
        <thead>
          <tr>
            <th>{say('Batch')}</th>
            <th className="right">{say('Pieces')}</th>
            <th className="right">{say('kg')}</th>
            {received && (
              <>
                <th className="right">{say('Received pcs')}</th>
                <th className="right">{say('Received kg')}</th>
                <th>{say('Findings')}</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {(doc.record.lots ?? []).map((lot, at) => (
            <tr key={at}>
              <td className="whole">
                <strong className="bold">{titleOf(doc.links, 'batch', lot.batch)}</strong>
                <div className="text-12 muted">{titleOf(doc.links, 'sku', lot.sku)}</div>
              </td>
              <td data-head={say('Pieces')} className="number">
                {amount(lot.pcs, pieces)}
              </td>
              <td data-head="kg" className="number">
                {amount(lot.weight_g, kg)}
              </td>
              {received && (
                <>
                  <td data-head={say('Received pcs')} className="number">
                    {amount(lot.received_pcs, pieces)}
                  </td>
                  <td data-head={say('Received kg')} className="number">
                    {amount(lot.received_g, kg)}
                  </td>
                  <td data-head={say('Findings')}>
                    {[
                      found('damaged', lot.damaged_pcs, lot.damaged_g),
                      found('short', lot.short_pcs, lot.short_g),
                      found('extra', lot.extra_pcs, lot.extra_g),
                    ]
                      .filter(Boolean)
                      .join(', ') || NOTHING}
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

const found = (word: string, pcs: number | null | undefined, g: number | null | undefined) =>
  pcs ? say('{pcs} pcs {word}', { pcs: pieces(pcs), word }) : g ? say('{g} kg {word}', { g: kg(g), word }) : ''

function Decided({ doc }: { doc: DocView<'transfer'> }) {
  const decisions = doc.record.decisions ?? []
  const choice = docDef('transfer')
    ?.fields.find((field) => field.key === 'decisions')
    ?.fields.find((field) => field.key === 'decision')
  return decisions.map((one, at) => (
    <Finding key={at} tone="info">
      {say('{links}: {value}{weight_g} kg, ', {
        links: titleOf(doc.links, 'batch', (doc.record.lots ?? [])[one.lot ?? 0]?.batch),
        value: one.pcs ? say('{pcs} pcs, ', { pcs: pieces(one.pcs) }) : '',
        weight_g: kg(one.weight_g ?? 0),
      })}
      {choice && <FieldValue field={choice} value={one.decision} links={doc.links} />}
    </Finding>
  ))
}
