// What a customer has to pay, item by item: what an amount pays of it, or what of it is entered by hand.
import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { RecordOf } from '../../core/records'
import type { FieldDef } from '../../core/types.gen'
import { FieldInput } from '../../docs/fields/FieldInput'
import { paths } from '../../docs/paths'
import type { RecordForm } from '../../docs/record'
import { Finding, LinkButton, Scroll } from '../../kit/parts'
import { sum } from '../../kit/record'
import type { OpenItem, OpenItems } from '../../net/answers.gen'
import { useFacts } from '../../sync/docs'
import { NOTHING, day, rupees } from '../../ui/format'
import { Empty, Failed, Skeletons } from '../../ui/states'
import css from './Receipts.module.css'
import { many, say } from '../../words/say'

type Allocation = NonNullable<RecordOf<'receipt'>['allocations']>[number]

/** The form of a receipt, or of the step that sets its money against something. */
export type AllocationForm = RecordForm<{ allocations?: Allocation[] | null }>

interface Asked {
  customer: string
  amount: unknown
  mode?: unknown
  date?: unknown
  order?: unknown
}

const PAUSE_MS = 400

/** The question a moment after the last key. */
function useSettled(url: string): string {
  const [settled, setSettled] = useState(url)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(url), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [url])
  return settled
}

/** What is open, and what the amount would pay of it by due date. */
export function useOpenItems({ customer, amount, mode, date, order }: Asked) {
  const query = new URLSearchParams()
  if (typeof amount === 'number' && amount > 0) query.set('amount_paise', String(amount))
  if (typeof mode === 'string') query.set('mode', mode)
  if (typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date)) query.set('date', date)
  if (typeof order === 'string' && order) query.set('for_order', order)
  const url = useSettled(`/api/receipt/open/${encodeURIComponent(customer)}?${query.toString()}`)
  const { data, currentData, error, refetch } = useFacts<OpenItems>(url)
  return { data: currentData ?? data, error, refetch }
}

const total = (row: Allocation) => (row.amount_paise ?? 0) + (row.tds_paise ?? 0) + (row.discount_paise ?? 0)

interface Props {
  asked: Asked
  /** None: it is only shown what the amount pays by due date. */
  form?: AllocationForm
  fields: FieldDef[]
}

export function OpenRows({ asked, form, fields }: Props) {
  const { data, error, refetch } = useOpenItems(asked)
  if (error && !data) return <Failed problem={error} what={say('What is to be paid')} onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={3} />
  if (data.rows.length === 0)
    return <Empty title={say('Nothing is to be paid')}>{say('The money stays on account.')}</Empty>
  return form ? <ByHand data={data} form={form} fields={fields} amount={asked.amount} /> : <ByDueDate data={data} />
}

function Head({ entered }: { entered: boolean }) {
  return (
    <thead>
      <tr>
        <th>{say('Set against')}</th>
        <th>{say('Due')}</th>
        <th className="right">{say('To pay ₹')}</th>
        {entered ? (
          <>
            <th>{say('Amount')}</th>
            <th>{say('TDS')}</th>
            <th>{say('Discount')}</th>
          </>
        ) : (
          <th className="right">{say('Pays ₹')}</th>
        )}
      </tr>
    </thead>
  )
}

function Item({ item }: { item: OpenItem }) {
  return (
    <>
      <td className="whole">
        {item.opens ? (
          <Link to={paths.view(item.opens, item.id)} className="bold">
            {item.name}
          </Link>
        ) : (
          <span className="bold">{item.name}</span>
        )}
        {item.date && <div className="text-12 muted">{say('of {date}', { date: day(item.date) })}</div>}
      </td>
      <td data-head={say('Due')} className="nowrap">
        {day(item.due)}
        {item.overdue_days > 0 && (
          <div className="text-12 danger num">{many(item.overdue_days, '{n} day overdue', '{n} days overdue')}</div>
        )}
      </td>
      <td data-head={say('To pay ₹')} className="number">
        {rupees(item.balance_paise)}
        {item.cheques_paise > 0 && (
          <div className="text-12 muted">
            {say('{cheques_paise} by cheques in hand', { cheques_paise: rupees(item.cheques_paise) })}
          </div>
        )}
      </td>
    </>
  )
}

function ByDueDate({ data }: { data: OpenItems }) {
  return (
    <Scroll>
      <table className="stacks data-table">
        <Head entered={false} />
        <tbody>
          {data.rows.map((item) => (
            <tr key={item.id}>
              <Item item={item} />
              <td data-head={say('Pays ₹')} className="number">
                {item.pays_paise > 0 ? <span className="bold">{rupees(item.pays_paise)}</span> : NOTHING}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

const AMOUNTS = ['amount_paise', 'tds_paise', 'discount_paise'] as const

function ByHand({
  data,
  form,
  fields,
  amount,
}: {
  data: OpenItems
  form: AllocationForm
  fields: FieldDef[]
  amount: unknown
}) {
  const rows = form.record.allocations ?? []
  const idOf = (row: Allocation) => row.invoice ?? row.item
  const place = (item: OpenItem) => rows.findIndex((row) => idOf(row) === item.id)
  const set = (next: Allocation[]) => form.set('allocations', next)
  const rowOf = (item: OpenItem, paise: number): Allocation =>
    ({ [item.invoice ? 'invoice' : 'item']: item.id, amount_paise: paise }) as Allocation
  const gone = rows.filter((row) => !data.rows.some((item) => item.id === idOf(row)))
  const money = sum(rows, (row) => row.amount_paise) ?? 0
  const left = typeof amount === 'number' ? amount - money : null
  const proposed = data.rows.filter((item) => item.pays_paise > 0)
  return (
    <div className="grid gap-10">
      <div className="flex between gap-12 wrap items-baseline">
        <span className="text-13 muted num">
          {left === null
            ? say('Enter the amount to see what is left of it')
            : left < 0
              ? say('₹{value} more than the receipt has', { value: rupees(-left) })
              : left === 0
                ? say('The whole amount is set against something')
                : say('₹{left} stays on account', { left: rupees(left) })}
        </span>
        {proposed.length > 0 && (
          <Button size="small" onClick={() => set(proposed.map((item) => rowOf(item, item.pays_paise)))}>
            {say('Fill by due date')}
          </Button>
        )}
      </div>
      <Scroll>
        <table className={`stacks data-table ${css.entered}`}>
          <Head entered />
          <tbody>
            {data.rows.map((item) => {
              const at = place(item)
              return (
                <tr key={item.id}>
                  <Item item={item} />
                  {at < 0 ? (
                    <td colSpan={AMOUNTS.length}>
                      <LinkButton
                        label={say('Pay this: {name}', { name: item.name })}
                        onClick={() => set([...rows, rowOf(item, item.balance_paise)])}
                      >
                        {say('Pay this')}
                      </LinkButton>
                    </td>
                  ) : (
                    <Amounts
                      at={at}
                      item={item}
                      form={form}
                      fields={fields}
                      over={total(rows[at]!) > item.balance_paise}
                    />
                  )}
                </tr>
              )
            })}
          </tbody>
        </table>
      </Scroll>
      {gone.length > 0 && (
        <Finding
          tone="warn"
          box
          action={
            <LinkButton onClick={() => set(rows.filter((row) => !gone.includes(row)))}>
              {say('Leave it out')}
            </LinkButton>
          }
        >
          {many(
            gone.length,
            '{n} row is of something that is paid, or of another customer.',
            '{n} rows are of something that is paid, or of another customer.',
          )}
        </Finding>
      )}
    </div>
  )
}

function Amounts({
  at,
  item,
  form,
  fields,
  over,
}: {
  at: number
  item: OpenItem
  form: AllocationForm
  fields: FieldDef[]
  over: boolean
}) {
  const plain = form as unknown as RecordForm
  const rows = form.record.allocations ?? []
  const wrong = ['invoice', 'item'].map((key) => form.errorAt(`allocations.${at}.${key}`)).find(Boolean)
  return (
    <>
      {AMOUNTS.map((key) => {
        const field = fields.find((one) => one.key === key)
        if (!field) return <td key={key} />
        const last = key === 'discount_paise'
        return (
          <td key={key} data-head={field.label} className={css.amount}>
            <FieldInput
              field={{ ...field, label: `${field.label}, ${item.name}` }}
              {...plain.at(`allocations.${at}.${key}`)}
              form={plain}
              bare
            />
            {key === 'amount_paise' && wrong && <div className="danger text-12">{wrong}</div>}
            {key === 'amount_paise' && over && !wrong && (
              <div className="warn text-12">
                {say('More than the ₹{balance_paise} to pay', { balance_paise: rupees(item.balance_paise) })}
              </div>
            )}
            {last && (
              <LinkButton
                strong={false}
                onClick={() =>
                  form.set(
                    'allocations',
                    rows.filter((_, index) => index !== at),
                  )
                }
              >
                {say('Leave out')}
              </LinkButton>
            )}
          </td>
        )
      })}
    </>
  )
}
