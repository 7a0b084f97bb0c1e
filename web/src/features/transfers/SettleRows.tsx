// Accounts decide on all that is missing, batch by batch, whole or in parts.
import type { DocView } from '../../core/records'
import type { FieldDef } from '../../core/types.gen'
import { FieldInput } from '../../docs/fields/FieldInput'
import { kg, pieces } from '../../ui/format'
import { Finding, LinkButton } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import type { StepRecord } from '../../kit/StepForm'
import css from './Transfer.module.css'
import { say } from '../../words/say'

const missing = (doc: DocView<'transfer'>) =>
  (doc.record.lots ?? []).flatMap((lot, at) => (lot.short_pcs || lot.short_g ? [{ lot, at }] : []))

/** One decision for all that is missing of each batch. */
export function toDecide(doc: DocView<'transfer'>) {
  const decisions = missing(doc).map(({ lot, at }) => ({
    lot: at,
    ...(lot.short_pcs ? { pcs: lot.short_pcs } : {}),
    ...(lot.short_g ? { weight_g: lot.short_g } : {}),
  }))
  return {
    ...(decisions.length > 0 ? { decisions } : {}),
    ...(doc.record.freight_paise ? { freight_paise: doc.record.freight_paise } : {}),
  }
}

export function SettleRows({ doc, form, fields }: { doc: DocView<'transfer'>; form: StepRecord; fields: FieldDef[] }) {
  const rows = (form.record.decisions ?? []) as Record<string, unknown>[]
  const lots = missing(doc)
  if (lots.length === 0) return <Finding tone="ok">{say('Everything that was sent was received.')}</Finding>
  const inner = (lot: { short_pcs?: number | null }) =>
    fields.filter((field) => field.key !== 'lot' && (lot.short_pcs || field.key !== 'pcs'))
  return (
    <div className="grid gap-12">
      {lots.map(({ lot, at }) => (
        <section key={at} aria-label={titleOf(doc.links, 'batch', lot.batch)} className={`ruled rounded ${css.lot}`}>
          <div className="flex between gap-12 wrap">
            <strong className="bold">{titleOf(doc.links, 'batch', lot.batch)}</strong>
            <span className="num danger">
              {lot.short_pcs ? say('{short_pcs} pcs, ', { short_pcs: pieces(lot.short_pcs) }) : ''}
              {say('{short_g} kg missing', { short_g: kg(lot.short_g ?? 0) })}
            </span>
          </div>
          {rows.map(
            (row, place) =>
              row.lot === at && (
                <div key={place} className={css.counts}>
                  {inner(lot).map((field) => (
                    <FieldInput
                      key={field.key}
                      field={field}
                      {...form.at(`decisions.${place}.${field.key}`)}
                      form={form}
                    />
                  ))}
                </div>
              ),
          )}
          <div className="flex gap-12 wrap">
            <LinkButton onClick={() => form.set('decisions', [...rows, { lot: at }])}>
              {say('Decide in parts')}
            </LinkButton>
            {rows.filter((row) => row.lot === at).length > 1 && (
              <LinkButton
                onClick={() => {
                  const last = rows.findLastIndex((row) => row.lot === at)
                  form.set(
                    'decisions',
                    rows.filter((_, place) => place !== last),
                  )
                }}
              >
                {say('Remove the last part')}
              </LinkButton>
            )}
          </div>
        </section>
      ))}
    </div>
  )
}
