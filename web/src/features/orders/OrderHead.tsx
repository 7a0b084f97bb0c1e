// The head of an order being typed, in the order of the business: customer, ship to, yard, terms, basis, day.
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { DocDef, DocView, FieldOf, RecordOf } from '../../core/records'
import type { FieldDef } from '../../core/types.gen'
import { Field } from '../../docs/fields/Field'
import { FieldInput } from '../../docs/fields/FieldInput'
import type { RecordForm } from '../../docs/record'
import type { OrderAddress, OrderFacts } from './facts'
import { Card } from '../../kit/parts'
import { placeOf } from '../../kit/record'
import css from './OrderHead.module.css'
import { say } from '../../words/say'

const HEAD: FieldOf<'order'>[] = [
  'customer',
  'bill_to',
  'ship_to',
  'yard',
  'payment_term',
  'price_basis',
  'freight_rate_paise',
  'loading_rate_paise',
  'delivery_by',
  'po_no',
]

export function OrderHead({
  def,
  form,
  facts,
  links,
  fresh,
}: {
  def: DocDef<'order'>
  form: RecordForm<RecordOf<'order'>>
  facts: OrderFacts
  links: DocView['links'] | undefined
  fresh: boolean
}) {
  const { customer } = facts
  // What is opened, copied or kept from before has its own terms.
  const filledFor = useRef(fresh && !form.record.payment_term ? '' : (form.record.customer ?? ''))
  const { set } = form
  const term = customer?.payment_term ?? ''
  const picked = form.record.customer ?? ''
  const only = facts.shipTos.length === 1 ? facts.shipTos[0]?.label : undefined
  useEffect(() => {
    // A newly chosen customer brings their terms and, where there is one alone, their address.
    if (!customer || filledFor.current === picked) return
    filledFor.current = picked
    if (term) set('payment_term', term)
    set('bill_to', null)
    set('ship_to', only ?? null)
  }, [customer, picked, term, only, set])
  const field = (key: FieldOf<'order'>) => def.fields.find((one) => one.key === key)
  const basis = form.record.price_basis ?? ''
  const shown = HEAD.map(field)
    .filter((one) => one !== undefined)
    .filter((one) => one.key !== 'freight_rate_paise' || basis === 'for')
    .filter((one) => one.key !== 'bill_to' || facts.billTos.length > 0 || (form.record.bill_to ?? '') !== '')
  const onward = (event: KeyboardEvent<HTMLDivElement>) => {
    const from = event.target
    const plain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
    if (event.key !== 'Enter' || !plain || !(from instanceof HTMLInputElement)) return
    // An Enter that a field took for itself picked one of its options.
    const picks = event.defaultPrevented && from.role === 'combobox'
    if (from.ariaBusy === 'true' || (!picks && (event.defaultPrevented || from.ariaExpanded === 'true'))) return
    event.preventDefault()
    const here = from.closest<HTMLElement>('[data-key]')?.dataset.key
    const after = shown.slice(shown.findIndex((one) => one.key === here) + 1)
    // The customer's terms are on their way.
    const comes = (key: string) => key === 'payment_term' && picked !== '' && !customer
    const empty = (key: string) => (form.record[key as FieldOf<'order'>] ?? '') === ''
    const open = after.find((one) => one.required && empty(one.key) && !comes(one.key))
    const wanted = open ? `[data-key="${open.key}"] input` : '[data-field=lines] input'
    const around = from.closest('form')
    requestAnimationFrame(() => around?.querySelector<HTMLInputElement>(wanted)?.focus())
  }
  return (
    <Card label={say('Order')}>
      {/* Enter leads to the next field that must be filled, and from the last one to the lines. */}
      <div role="presentation" className={css.fields} onKeyDown={onward}>
        {shown.map((one) => (
          <div key={one.key} data-key={one.key} className={one.key === 'customer' ? 'span-two' : undefined}>
            {one.key === 'ship_to' ? (
              <AddressInput
                field={one}
                bound={form.at('ship_to')}
                among={facts.shipTos}
                hint={
                  facts.quote.place_of_supply
                    ? say('Place of supply {quote}', { quote: placeOf(facts.quote) })
                    : undefined
                }
              />
            ) : one.key === 'bill_to' ? (
              <AddressInput field={one} bound={form.at('bill_to')} among={facts.billTos} />
            ) : (
              <FieldInput
                field={one}
                {...form.at(one.key)}
                form={form}
                known={links}
                autoFocus={fresh && one.key === 'customer' && !picked}
              />
            )}
          </div>
        ))}
      </div>
    </Card>
  )
}

/** One of the customer's addresses; blank is their billing address. */
function AddressInput({
  field,
  bound,
  among,
  hint,
}: {
  field: FieldDef
  bound: ReturnType<RecordForm<RecordOf<'order'>>['at']>
  among: OrderAddress[]
  hint?: string | undefined
}) {
  const value = typeof bound.value === 'string' ? bound.value : ''
  const chosen = among.find((one) => one.label === value)
  return (
    <Field
      label={field.label}
      required={field.required}
      name={field.key}
      error={bound.error}
      hint={hint ?? chosen?.line}
    >
      {({ id, describedBy, invalid }) => (
        <TextField
          select
          fullWidth
          error={invalid}
          value={among.some((one) => one.label === value) ? value : ''}
          onChange={(event) => bound.onChange(event.target.value || null)}
          onBlur={bound.onBlur}
          slotProps={{
            select: {
              id,
              labelId: `${id}-label`,
              displayEmpty: true,
              renderValue: (shown) => (shown ? String(shown) : say('Billing address')),
              SelectDisplayProps: { 'aria-describedby': describedBy },
            },
          }}
        >
          <MenuItem value="">{say('Billing address')}</MenuItem>
          {among.map((one) => (
            <MenuItem key={one.label} value={one.label}>
              <span>
                {one.label}
                {one.line && <span className="muted"> {one.line}</span>}
              </span>
            </MenuItem>
          ))}
        </TextField>
      )}
    </Field>
  )
}
