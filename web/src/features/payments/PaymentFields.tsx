// The inputs of a payment: whom it goes to and how, and the open bills that it pays.
import { FieldGrid, type FormFieldsProps } from '../../docs/FormFields'
import { applies } from '../../docs/record'
import { BELOW, Spread } from '../../kit/Spread'
import { billsUrl } from './bills'
import { say } from '../../words/say'

export default function PaymentFields({ def, form, known, isNew, boxed }: FormFieldsProps) {
  const fields = def.fields.filter((field) => !field.readonly && !BELOW.has(field.key) && applies(field, form.record))
  return (
    <div className="grid gap-12">
      <FieldGrid fields={fields} {...{ form, known, isNew, boxed }} />
      <Spread
        def={def}
        form={form}
        boxed={boxed}
        url={billsUrl(form.record, form.record.amount_paise)}
        amount={form.record.amount_paise}
        ask={say('Select who is paid to see their bills.')}
      />
    </div>
  )
}
