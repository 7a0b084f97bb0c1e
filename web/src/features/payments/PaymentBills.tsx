// The open bills that the money of a posted payment is set against, in the dialog of that step.
import type { InputProps } from '../../docs/overrides'
import { OpenRows, type AllocationForm } from '../../kit/OpenRows'
import { billsUrl } from './bills'
import { say } from '../../words/say'

export default function PaymentBills({ doc, form, field }: InputProps) {
  const amount = doc.record.on_account_paise
  const url = billsUrl(doc.record, amount)
  if (!url) return null
  return (
    <div className="grid gap-8">
      <p className="muted text-13">{say('Where no bill is entered, what is due first is paid.')}</p>
      {form.errorAt(field.key) && (
        <p role="alert" className="alert">
          {form.errorAt(field.key)}
        </p>
      )}
      <OpenRows url={url} amount={amount} form={form as unknown as AllocationForm} fields={field.fields ?? []} />
    </div>
  )
}
