// The inputs of a receipt: what its mode needs, and what the money is set against.
import type { RecordOf } from '../../core/records'
import type { FieldDef } from '../../core/types.gen'
import { FieldGrid, type FormFieldsProps } from '../../docs/FormFields'
import { applies, type RecordForm } from '../../docs/record'
import { BELOW, Spread } from '../../kit/Spread'
import { openUrl } from '../../kit/OpenRows'
import { say } from '../../words/say'

type Form = RecordForm<RecordOf<'receipt'>>

export default function ReceiptFields({ def, form, known, isNew, boxed }: FormFieldsProps) {
  const own = form as unknown as Form
  const { mode, adjusted, customer, amount_paise, date, for_order } = own.record
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
      <FieldGrid fields={fields} bind={bind} {...{ form, known, isNew, boxed }} />
      <Spread
        def={def}
        form={form}
        boxed={boxed}
        amount={amount_paise}
        url={
          customer
            ? openUrl(`/api/receipt/open/${customer}`, { amount: amount_paise, mode, date, order: for_order })
            : null
        }
        ask={say('Select the customer to see what is to be paid.')}
      />
    </div>
  )
}
