// The inputs of a receipt: what its mode needs, and what the money is set against.
import type { RecordOf } from '../../core/records'
import type { FieldDef } from '../../core/types.gen'
import { FieldInput } from '../../docs/fields/FieldInput'
import { spanOf } from '../../docs/fields/shape'
import type { FormFieldsProps } from '../../docs/FormFields'
import { applies, type RecordForm } from '../../docs/record'
import { OpenRows, type AllocationForm } from './OpenRows'
import { say } from '../../words/say'

type Form = RecordForm<RecordOf<'receipt'>>

/** What says what the money is set against stands with it, below. */
const BELOW = new Set(['spread', 'allocations'])

export default function ReceiptFields({ def, form, known, isNew, boxed }: FormFieldsProps) {
  const own = form as unknown as Form
  const { mode, adjusted } = own.record
  const shown = (field: FieldDef) =>
    !field.readonly &&
    !BELOW.has(field.key) &&
    applies(field, form.record) &&
    (field.key !== 'supplier' || mode === 'adjustment') &&
    (field.key !== 'for_order' || mode !== 'adjustment') &&
    (field.key !== 'bank' || (mode !== 'cash' && mode !== 'adjustment'))
  const fields = def.fields.filter(shown)
  const bind = (field: FieldDef) => {
    const binding = form.at(field.key)
    if (field.key !== 'mode') return binding
    const onChange = (value: unknown) => {
      binding.onChange(value)
      // Of an adjustment alone.
      if (value !== 'adjustment' && (adjusted || own.record.supplier)) {
        own.set('adjusted', null)
        own.set('supplier', null)
      }
    }
    return { ...binding, onChange }
  }
  return (
    <div className="grid gap-12">
      <div className={boxed ? 'card p-16' : undefined}>
        <div className="fields">
          {fields.map((field, at) => (
            <div key={field.key} className={spanOf(field)}>
              <FieldInput
                field={field}
                {...bind(field)}
                form={form}
                known={known}
                disabled={field.immutable && !isNew}
                autoFocus={at === 0}
              />
            </div>
          ))}
        </div>
      </div>
      <Spread def={def} form={form} boxed={boxed} />
    </div>
  )
}

function Spread({ def, form, boxed }: Pick<FormFieldsProps, 'def' | 'form' | 'boxed'>) {
  const own = form as unknown as Form
  const { customer, spread, amount_paise, mode, date, for_order } = own.record
  const how = def.fields.find((field) => field.key === 'spread')
  const rows = def.fields.find((field) => field.key === 'allocations')
  const by = spread ?? 'due'
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
          (typeof customer === 'string' && customer !== '' ? (
            <OpenRows
              asked={{ customer, amount: amount_paise, mode, date, order: for_order }}
              form={by === 'hand' ? (form as unknown as AllocationForm) : undefined}
              fields={rows?.fields ?? []}
            />
          ) : (
            <p className="muted">{say('Select the customer to see what is to be paid.')}</p>
          ))}
      </div>
    </section>
  )
}
