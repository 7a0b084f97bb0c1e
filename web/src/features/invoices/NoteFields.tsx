// The inputs of a note: its invoice and reason, and of each line of the invoice what the note corrects.
import Button from '@mui/material/Button'
import type { RecordOf } from '../../core/records'
import type { FieldDef } from '../../core/types.gen'
import { FieldInput } from '../../docs/fields/FieldInput'
import { FieldGrid, type FormFieldsProps } from '../../docs/FormFields'
import { applies, type RecordForm } from '../../docs/record'
import { LinkButton } from '../../kit/parts'
import type { Notable, NotableLine } from '../../net/answers.gen'
import { useFacts } from '../../sync/docs'
import { day, kg, pieces, rupees } from '../../ui/format'
import { Failed, Skeletons } from '../../ui/states'
import css from './NoteFields.module.css'
import { say } from '../../words/say'

type Form = RecordForm<RecordOf<'credit_note'>>

/** A note of returned goods is made by their return alone. */
const chosen = (field: FieldDef): FieldDef =>
  field.key === 'reason'
    ? { ...field, choices: field.choices.filter(({ key }) => !['return', 'reversal'].includes(key)) }
    : field

export default function NoteFields({ def, form, known, isNew, boxed }: FormFieldsProps) {
  const own = form as unknown as Form
  const open = def.fields.filter((field) => !field.readonly)
  const corrections = open.find((field) => field.key === 'corrections')
  const { invoice, reason } = own.record
  const plain = open
    .filter((field) => field.kind !== 'rows' && !(field.key === 'gst' && reason && BY_TERMS.includes(reason)))
    .map(chosen)
  const { data, error, refetch } = useFacts<Notable>(
    invoice ? `/api/invoice/notable/${encodeURIComponent(invoice)}` : null,
  )
  return (
    <div className="grid gap-12">
      <FieldGrid fields={plain} {...{ form, known, isNew, boxed }}>
        {def.key === 'credit_note' && data?.gst_until && (
          <p className="mt-10 muted text-13">
            {say('A credit note with GST is possible until {gst_until}.', { gst_until: day(data.gst_until) })}
          </p>
        )}
      </FieldGrid>
      {reason && BY_TERMS.includes(reason) ? (
        <ByTerms reason={reason} data={data} boxed={boxed} />
      ) : (
        <section aria-label={say('Lines of the invoice')} className={boxed ? 'card' : undefined}>
          <h2 className="subheading p-12-16 rule-below">{say('Lines of the invoice')}</h2>
          {!invoice || !reason ? (
            <p className="p-16 muted">{say('Select the invoice and the reason to see its lines.')}</p>
          ) : error && !data ? (
            <Failed problem={error} what={say('The lines of the invoice')} onRetry={() => void refetch()} />
          ) : !data ? (
            <Skeletons rows={3} />
          ) : (
            data.rows.map((line) => (
              <Line
                key={line.line}
                line={line}
                debit={def.key === 'debit_note'}
                form={own}
                fields={(corrections?.fields ?? []).filter(
                  (field) => field.key !== 'line' && applies(field, own.record),
                )}
              />
            ))
          )}
          {form.errorAt('corrections') && (
            <p role="alert" className="p-16 alert">
              {form.errorAt('corrections')}
            </p>
          )}
        </section>
      )}
    </div>
  )
}

/** The reasons whose amount follows from the terms of payment. */
const BY_TERMS: string[] = ['interest', 'cash_discount']

function ByTerms({ reason, data, boxed }: { reason: string; data?: Notable; boxed?: boolean }) {
  const interest = reason === 'interest'
  const amount = interest ? data?.interest_paise : data?.cash_discount_paise
  const what = interest ? 'interest' : 'cash discount'
  return (
    <section aria-label={say('By the terms of payment')} className={boxed ? 'card p-16' : undefined}>
      <h2 className="subheading">{say('By the terms of payment')}</h2>
      <p className="mt-10 num">
        {!data
          ? say('Select the invoice to see the amount.')
          : amount
            ? say('₹{amount} of {what} as of today. The note is saved with what its date comes to.', {
                amount: rupees(amount),
                what,
              })
            : say('No {what} can be noted of this invoice today.', { what })}
      </p>
    </section>
  )
}

const qty = (pcs: number, g: number) =>
  [pcs > 0 && say('{pcs} pcs', { pcs: pieces(pcs) }), g > 0 && say('{g} kg', { g: kg(g) })].filter(Boolean).join(', ')

interface LineProps {
  line: NotableLine
  debit: boolean
  form: Form
  fields: FieldDef[]
}

function Line({ line, debit, form, fields }: LineProps) {
  const lines = form.record.corrections ?? []
  const at = lines.findIndex((one) => one.line === line.line)
  const [pcs, g, amount] = debit
    ? [line.debit_pcs, line.debit_g, line.debit_paise]
    : [line.credit_pcs, line.credit_g, line.credit_paise]
  const nothing = pcs === 0 && g === 0 && !amount
  const wrong = at < 0 ? null : form.errorAt(`corrections.${at}.line`)
  const left = [qty(pcs, g), amount !== null && `₹${rupees(amount)}`].filter(Boolean).join(' · ')
  return (
    <section aria-label={line.name} className={`divided ${css.line}`}>
      <div className="flex between gap-12 wrap">
        <span>
          <strong className="bold break">{line.name}</strong>
          <div className="text-13 muted num">
            {say('{pcs} billed', { pcs: qty(line.pcs, line.g) })}
            {line.rate_paise !== null &&
              say(' at ₹{rate_paise}/{rate_uom}', {
                rate_paise: rupees(line.rate_paise),
                rate_uom: line.rate_uom ?? '',
              })}
          </div>
        </span>
        <span className="num">
          {nothing
            ? debit
              ? say('Nothing can be debited')
              : say('Nothing can be credited')
            : debit
              ? say('{left} can be debited', { left })
              : say('{left} can be credited', { left })}
        </span>
      </div>
      {at >= 0 ? (
        <>
          <div className={css.inputs}>
            {fields.map((field) => (
              <FieldInput
                key={field.key}
                field={field}
                {...(form as unknown as RecordForm).at(`corrections.${at}.${field.key}`)}
                form={form as unknown as RecordForm}
              />
            ))}
          </div>
          {wrong && <p className="danger text-12">{wrong}</p>}
          <div>
            <LinkButton
              onClick={() =>
                form.set(
                  'corrections',
                  lines.filter((_, index) => index !== at),
                )
              }
            >
              {say('Leave this line as it is')}
            </LinkButton>
          </div>
        </>
      ) : (
        !nothing && (
          <div>
            <Button size="small" onClick={() => form.set('corrections', [...lines, { line: line.line }])}>
              {say('Correct this line')}
            </Button>
          </div>
        )
      )}
    </section>
  )
}
