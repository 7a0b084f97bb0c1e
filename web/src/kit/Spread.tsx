// What money is set against: how, and the open items that it pays by due date or by hand.
import type { FormFieldsProps } from '../docs/FormFields'
import { FieldInput } from '../docs/fields/FieldInput'
import { spanOf } from '../docs/fields/shape'
import { OpenRows, type AllocationForm } from './OpenRows'
import { say } from '../words/say'

/** The fields that it shows, and nothing else does. */
export const BELOW = new Set(['spread', 'allocations'])

interface Props extends Pick<FormFieldsProps, 'def' | 'form' | 'boxed'> {
  /** Where the open items are asked for; null until it is known whose they are. */
  url: string | null
  /** What there is to be set against them, paise. */
  amount: unknown
  /** What to do first, until then. */
  ask: string
}

export function Spread({ def, form, boxed, url, amount, ask }: Props) {
  const how = def.fields.find((field) => field.key === 'spread')
  const rows = def.fields.find((field) => field.key === 'allocations')
  const by = form.record.spread ?? 'due'
  return (
    <section aria-label={say('Set against')} className={boxed ? 'card p-16' : undefined} data-field="allocations">
      <div className="grid gap-12">
        {how && (
          <div className="fields">
            <div className={spanOf(how)}>
              <FieldInput field={how} {...form.at('spread')} form={form} />
            </div>
          </div>
        )}
        {form.errorAt('allocations') && (
          <p role="alert" className="alert">
            {form.errorAt('allocations')}
          </p>
        )}
        {by !== 'none' &&
          (url ? (
            <OpenRows
              url={url}
              amount={amount}
              form={by === 'hand' ? (form as unknown as AllocationForm) : undefined}
              fields={rows?.fields ?? []}
            />
          ) : (
            <p className="muted">{ask}</p>
          ))}
      </div>
    </section>
  )
}
