// The to-yard counts batch by batch: as sent until something else is entered.
import { useState } from 'react'
import type { DocView } from '../../core/records'
import type { FieldDef } from '../../core/types.gen'
import { FieldInput } from '../../docs/fields/FieldInput'
import { ScanRows } from '../../docs/scan/rows'
import { kg, pieces } from '../../ui/format'
import { Finding, LinkButton } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import type { StepRecord } from '../../kit/StepForm'
import css from './Transfer.module.css'
import { say } from '../../words/say'

/** Every batch as it was sent: what differs is entered. */
export const asSent = (doc: DocView<'transfer'>) => ({
  batches: (doc.record.lots ?? []).map((lot, at) => ({
    lot: at,
    ...(lot.pcs ? { pcs: lot.pcs } : { weight_g: lot.weight_g ?? 0 }),
  })),
})

export function ReceiveRows({ doc, form, fields }: { doc: DocView<'transfer'>; form: StepRecord; fields: FieldDef[] }) {
  const lots = doc.record.lots ?? []
  const rows = lots.map(({ batch = '', sku = '' }, at) => {
    const [batch_no, name] = [titleOf(doc.links, 'batch', batch), titleOf(doc.links, 'sku', sku)]
    return { at, batch, batch_no, sku, name }
  })
  return (
    <ScanRows rows={rows} what={say('this transfer')}>
      <div className="ruled rounded">
        {lots.map((_, at) => (
          <Lot key={at} doc={doc} form={form} fields={fields} at={at} />
        ))}
      </div>
    </ScanRows>
  )
}

const DAMAGE = ['damaged_pcs', 'damaged_g', 'damaged_to']

function Lot({
  doc,
  form,
  fields,
  at,
}: {
  doc: DocView<'transfer'>
  form: StepRecord
  fields: FieldDef[]
  at: number
}) {
  const lot = (doc.record.lots ?? [])[at]
  const rows = (form.record.batches ?? []) as Record<string, unknown>[]
  const row = rows.findIndex((one) => one.lot === at)
  const now = rows[row]
  const [opened, setOpened] = useState(false)
  if (!lot || !now) return null
  const counted = (lot.pcs ?? 0) > 0
  const damaged = opened || DAMAGE.some((key) => now[key] !== undefined && now[key] !== null)
  const is = typeof now[counted ? 'pcs' : 'weight_g'] === 'number' ? (now[counted ? 'pcs' : 'weight_g'] as number) : 0
  const apart = is - ((counted ? lot.pcs : lot.weight_g) ?? 0)
  const unit = (value: number) =>
    counted ? say('{value} pcs', { value: pieces(value) }) : say('{value} kg', { value: kg(value) })
  const shown = fields.filter(
    (field) =>
      field.key !== 'lot' &&
      (counted || !['pcs', 'damaged_pcs'].includes(field.key)) &&
      (damaged || !DAMAGE.includes(field.key)),
  )
  const batch = titleOf(doc.links, 'batch', lot.batch)
  return (
    <section data-row={at} aria-label={say('Batch {batch}', { batch })} className={`divided ${css.lot}`}>
      <div className="flex between gap-12 wrap">
        <span>
          <strong className="bold nowrap">{batch}</strong>{' '}
          <span className="muted text-13 break">{titleOf(doc.links, 'sku', lot.sku)}</span>
        </span>
        <span className="num nowrap">
          {say('Sent {value}{weight_g} kg', {
            value: counted ? say('{pcs} pcs, ', { pcs: pieces(lot.pcs ?? 0) }) : '',
            weight_g: kg(lot.weight_g ?? 0),
          })}
        </span>
      </div>
      <div className={css.counts}>
        {shown.map((field) => (
          <FieldInput key={field.key} field={field} {...form.at(`batches.${row}.${field.key}`)} form={form} />
        ))}
      </div>
      {apart !== 0 && (
        <Finding tone="warn">
          {unit(Math.abs(apart))}{' '}
          {apart < 0
            ? say('short: they stay on the road until accounts decide')
            : say('extra: the from-yard must confirm them')}
        </Finding>
      )}
      {!damaged && (
        <div>
          <LinkButton onClick={() => setOpened(true)}>{say('Some are damaged')}</LinkButton>
        </div>
      )}
    </section>
  )
}
