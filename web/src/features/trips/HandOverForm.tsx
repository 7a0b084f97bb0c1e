// Goods are handed over at a stop: what is missing of them, the proof, to whom and when. Made for a phone without a
// network.
import { useMemo, useState } from 'react'
import type { LineOf, Links } from '../../core/records'
import type { FieldDef } from '../../core/types.gen'
import { FieldInput } from '../../docs/fields/FieldInput'
import { LinkButton } from '../../kit/parts'
import { Photos } from '../../kit/Photos'
import { titleOf } from '../../kit/record'
import { StepForm, type OwnStep, type StepRecord } from '../../kit/StepForm'
import { kg, pieces } from '../../ui/format'
import { Signature } from './Signature'
import css from './trips.module.css'
import { say } from '../../words/say'

type Stop = LineOf<'trip', 'stops'>
type Goods = NonNullable<Stop['goods']>[number]

interface Props {
  step: OwnStep<'trip'>
  at: number
  onDone: () => void
}

const shortOf = (form: StepRecord) => (form.record.short ?? []) as { line?: number }[]

/** While nothing is missing nobody is asked what becomes of it. */
const drawn = (form: StepRecord) => ['photos', 'signature', ...(shortOf(form).length > 0 ? [] : ['shortage'])]

export function HandOverForm({ step, at, onDone }: Props) {
  const { doc, action } = step
  const about = useMemo(() => ({ stop: at }), [at])
  const [now] = useState(() => Date.now())
  const goods = doc.record.stops?.[at]?.goods ?? []
  const fields = action.inputs.find((field) => field.key === 'short')?.fields ?? []
  return (
    <StepForm
      {...step}
      about={about}
      named={say('Stop {at}', { at: at + 1 })}
      start={{ received_at: now, driver: doc.record.driver }}
      drawn={drawn}
      onDone={onDone}
      rows={(form) => (
        <>
          <div className="ruled rounded">
            {goods.map((one, line) => (
              <GoodsRow key={line} goods={one} line={line} links={doc.links} form={form} fields={fields} />
            ))}
          </div>
          <Proof form={form} />
        </>
      )}
    />
  )
}

interface RowProps {
  goods: Goods
  line: number
  links: Links
  form: StepRecord
  fields: FieldDef[]
}

/** Goods of one batch: handed over whole, until it is entered that some are missing. */
function GoodsRow({ goods, line, links, form, fields }: RowProps) {
  const rows = shortOf(form)
  const row = rows.findIndex((one) => one.line === line)
  const counted = (goods.pcs ?? 0) > 0
  const sku = titleOf(links, 'sku', goods.sku)
  const batch = titleOf(links, 'batch', goods.batch)
  const wrong = row < 0 ? null : form.errorAt(`short.${row}.line`)
  return (
    <section aria-label={say('Batch {batch}', { batch })} className={`divided ${css.goods}`}>
      <div className="flex between gap-12 wrap">
        <span>
          <strong className="bold break">{sku}</strong> <span className="muted text-13">{batch}</span>
        </span>
        <span className="num nowrap">
          {counted ? say('{pcs} pcs, ', { pcs: pieces(goods.pcs ?? 0) }) : ''}
          {say('{weight_g} kg', { weight_g: kg(goods.weight_g ?? 0) })}
        </span>
      </div>
      {row < 0 ? (
        <div>
          <LinkButton onClick={() => form.set('short', [...rows, { line }])}>{say('Some are missing')}</LinkButton>
        </div>
      ) : (
        <>
          <div className={css.counts}>
            {fields
              .filter(({ key }) => key !== 'line' && (counted || key !== 'pcs'))
              .map((field) => (
                <FieldInput key={field.key} field={field} {...form.at(`short.${row}.${field.key}`)} form={form} />
              ))}
          </div>
          {wrong && <p className="danger text-12">{wrong}</p>}
          <div>
            <LinkButton
              onClick={() => {
                const rest = rows.filter((one) => one.line !== line)
                form.set('short', rest)
                if (rest.length === 0) form.set('shortage', null)
              }}
            >
              {say('All were handed over')}
            </LinkButton>
          </div>
        </>
      )}
    </section>
  )
}

/** A photo of the signed copy, a signature on the screen, or both. */
function Proof({ form }: { form: StepRecord }) {
  const wrong = form.errorAt('photos') ?? form.errorAt('signature')
  return (
    <div className={css.proof}>
      <div data-field="photos">
        <Photos
          files={(form.record.photos ?? []) as string[]}
          label={say('Photos of the signed copy')}
          onChange={(change) => form.change<string[]>('photos', (now) => change(now ?? []))}
        />
      </div>
      <Signature
        value={(form.record.signature as string | null | undefined) ?? null}
        name={String(form.record.received_by ?? '')}
        onChange={(file) => form.set('signature', file)}
      />
      {wrong && (
        <p role="alert" className="alert span-all">
          {wrong}
        </p>
      )}
    </div>
  )
}
