// The inputs of a return: its invoice, and of each batch that a line was loaded of as much as can still come back.
import Button from '@mui/material/Button'
import type { RecordOf } from '../../core/records'
import type { FieldDef } from '../../core/types.gen'
import { FieldInput } from '../../docs/fields/FieldInput'
import { FieldGrid, type FormFieldsProps } from '../../docs/FormFields'
import type { RecordForm } from '../../docs/record'
import { LinkButton } from '../../kit/parts'
import type { Returnable, ReturnableLot } from '../../net/answers.gen'
import { useFacts } from '../../sync/docs'
import { kg, pieces } from '../../ui/format'
import { Empty, Failed, Skeletons } from '../../ui/states'
import css from './Return.module.css'
import { many, say } from '../../words/say'

type Form = RecordForm<RecordOf<'sales_return'>>

export default function ReturnFields({ def, form, known, isNew, boxed }: FormFieldsProps) {
  const own = form as unknown as Form
  const open = def.fields.filter((field) => !field.readonly)
  const lines = open.find((field) => field.key === 'lines')
  return (
    <div className="grid gap-12">
      <FieldGrid fields={open.filter((field) => field.kind !== 'rows')} {...{ form, known, isNew, boxed }} />
      <section aria-label={say('Goods of the invoice')} className={boxed ? 'card' : undefined}>
        <h2 className="subheading p-12-16 rule-below">{say('Goods of the invoice')}</h2>
        {own.record.invoice ? (
          <Goods invoice={own.record.invoice} form={own} fields={lines?.fields ?? []} />
        ) : (
          <p className="p-16 muted">{say('Select the invoice to see what can be returned of it.')}</p>
        )}
        {form.errorAt('lines') && (
          <p role="alert" className="p-16 alert">
            {form.errorAt('lines')}
          </p>
        )}
      </section>
    </div>
  )
}

function Goods({ invoice, form, fields }: { invoice: string; form: Form; fields: FieldDef[] }) {
  const { data, error, refetch } = useFacts<Returnable>(`/api/invoice/returnable/${encodeURIComponent(invoice)}`)
  if (error && !data)
    return <Failed problem={error} what={say('The goods of the invoice')} onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={3} />
  if (data.rows.length === 0) return <Empty title={say('This invoice has no goods')} />
  const lines = form.record.lines ?? []
  const place = (lot: ReturnableLot) => lines.findIndex((one) => one.line === lot.line && one.batch === lot.batch)
  const gone = lines.filter((one) => !data.rows.some((lot) => lot.line === one.line && lot.batch === one.batch))
  return (
    <div>
      {data.rows.map((lot) => (
        <Lot key={`${lot.line} ${lot.batch}`} lot={lot} at={place(lot)} form={form} fields={fields} />
      ))}
      {gone.length > 0 && (
        <p className="p-16 muted">
          {many(gone.length, 'A line is of another invoice.', '{n} lines are of another invoice.')}{' '}
          <LinkButton
            onClick={() =>
              form.set(
                'lines',
                lines.filter((one) => !gone.includes(one)),
              )
            }
          >
            {say('Leave them out')}
          </LinkButton>
        </p>
      )}
    </div>
  )
}

const qty = (pcs: number, g: number) =>
  say('{value}{g} kg', { value: pcs ? say('{pcs} pcs, ', { pcs: pieces(pcs) }) : '', g: kg(g) })

function Lot({ lot, at, form, fields }: { lot: ReturnableLot; at: number; form: Form; fields: FieldDef[] }) {
  const counted = lot.pcs > 0
  const nothing = lot.left_pcs === 0 && (counted || lot.left_g === 0)
  const lines = form.record.lines ?? []
  const take = () => {
    const all = counted ? { pcs: lot.left_pcs } : { weight_g: lot.left_g }
    form.set('lines', [...lines, { line: lot.line, batch: lot.batch, ...all }])
  }
  const wrong = ['line', 'batch'].map((key) => (at < 0 ? null : form.errorAt(`lines.${at}.${key}`))).find(Boolean)
  return (
    <section aria-label={say('Batch {batch_no}', { batch_no: lot.batch_no })} className={`divided ${css.lot}`}>
      <div className="flex between gap-12 wrap">
        <span>
          <strong className="bold break">{lot.name}</strong> <span className="muted text-13">{lot.batch_no}</span>
          <div className="text-13 muted num">
            {say('{pcs} sold', { pcs: qty(lot.pcs, lot.g) })}
            {(lot.back_pcs > 0 || lot.back_g > 0) &&
              say(', {back_pcs} returned', { back_pcs: qty(lot.back_pcs, lot.back_g) })}
            {(lot.open_pcs > 0 || lot.open_g > 0) &&
              say(', {open_pcs} in other returns', { open_pcs: qty(lot.open_pcs, lot.open_g) })}
          </div>
        </span>
        <span className="num nowrap">
          {nothing
            ? say('Nothing can be returned')
            : say('{left_pcs} can be returned', { left_pcs: qty(lot.left_pcs, lot.left_g) })}
        </span>
      </div>
      {at >= 0 ? (
        <>
          <div className={css.counts}>
            {fields
              .filter(({ key }) => !['line', 'batch'].includes(key) && (counted || key !== 'pcs'))
              .map((field) => (
                <FieldInput
                  key={field.key}
                  field={field}
                  {...(form as unknown as RecordForm).at(`lines.${at}.${field.key}`)}
                  form={form as unknown as RecordForm}
                />
              ))}
          </div>
          {wrong && <p className="danger text-12">{wrong}</p>}
          <div>
            <LinkButton
              onClick={() =>
                form.set(
                  'lines',
                  lines.filter((_, index) => index !== at),
                )
              }
            >
              {say('Return none of it')}
            </LinkButton>
          </div>
        </>
      ) : (
        !nothing && (
          <div>
            <Button size="small" onClick={take}>
              {say('Return some')}
            </Button>
          </div>
        )
      )}
    </section>
  )
}
