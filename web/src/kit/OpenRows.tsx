// What is to be paid, item by item: what an amount pays of it, or what of it is entered by hand.
import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { FieldDef } from '../core/types.gen'
import { FieldInput } from '../docs/fields/FieldInput'
import { paths } from '../docs/paths'
import type { RecordForm } from '../docs/record'
import { Finding, LinkButton, Scroll } from './parts'
import { sum } from './record'
import type { OpenItem } from '../net/answers.gen'
import { useFacts } from '../sync/docs'
import { NOTHING, day, rupees } from '../ui/format'
import { Empty, Failed, Skeletons } from '../ui/states'
import css from './OpenRows.module.css'
import { many, say } from '../words/say'

/** A row of money: one of the fields names what it is set against, the others are sums of paise. */
export type Allocation = Record<string, string | number | null | undefined>

/** The form of what pays, or of the step that sets its money against something. */
export type AllocationForm = RecordForm<{ allocations?: Allocation[] | null }>

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

/** Where it is asked what is open, and what of it an amount would pay by due date. */
export function openUrl(
  address: string,
  asked: { amount: unknown; mode?: unknown; date?: unknown; order?: unknown },
): string {
  const { amount, mode, date, order } = asked
  const query = new URLSearchParams()
  if (typeof amount === 'number' && amount > 0) query.set('amount_paise', String(amount))
  if (typeof mode === 'string') query.set('mode', mode)
  if (typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date)) query.set('date', date)
  if (typeof order === 'string' && order) query.set('for_order', order)
  return `${address}?${query.toString()}`
}

interface Props {
  /** `openUrl` of what is asked. */
  url: string
  /** What there is to be set against them, paise. */
  amount: unknown
  /** None: it is only shown what the amount pays by due date. */
  form?: AllocationForm
  /** The fields of an allocation. */
  fields: FieldDef[]
}

export function OpenRows({ url, amount, form, fields }: Props) {
  const { data: last, currentData, error, refetch } = useFacts<{ rows: OpenItem[] }>(useSettled(url))
  const data = currentData ?? last
  if (error && !data) return <Failed problem={error} what={say('What is to be paid')} onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={3} />
  if (data.rows.length === 0)
    return <Empty title={say('Nothing is to be paid')}>{say('The money stays on account.')}</Empty>
  return form ? (
    <ByHand items={data.rows} form={form} fields={fields} amount={amount} />
  ) : (
    <ByDueDate items={data.rows} />
  )
}

function Head({ sums }: { sums?: FieldDef[] }) {
  return (
    <thead>
      <tr>
        <th>{say('Set against')}</th>
        <th>{say('Due')}</th>
        <th className="right">{say('To pay ₹')}</th>
        {sums ? (
          sums.map((field) => <th key={field.key}>{field.label}</th>)
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

function ByDueDate({ items }: { items: OpenItem[] }) {
  return (
    <Scroll>
      <table className="stacks data-table">
        <Head />
        <tbody>
          {items.map((item) => (
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

function ByHand({
  items,
  form,
  fields,
  amount,
}: {
  items: OpenItem[]
  form: AllocationForm
  fields: FieldDef[]
  amount: unknown
}) {
  const sums = fields.filter((field) => field.kind === 'int')
  const names = fields.filter((field) => field.kind !== 'int').map((field) => field.key)
  const rows = form.record.allocations ?? []
  const idOf = (row: Allocation) => names.map((key) => row[key]).find(Boolean)
  const total = (row: Allocation) => sums.reduce((all, { key }) => all + Number(row[key] ?? 0), 0)
  const place = (item: OpenItem) => rows.findIndex((row) => idOf(row) === item.id)
  const set = (next: Allocation[]) => form.set('allocations', next)
  const rowOf = (item: OpenItem, paise: number): Allocation => ({ [item.field]: item.id, amount_paise: paise })
  const gone = rows.filter((row) => !items.some((item) => item.id === idOf(row)))
  const money = sum(rows, (row) => Number(row.amount_paise ?? 0)) ?? 0
  const left = typeof amount === 'number' ? amount - money : null
  const proposed = items.filter((item) => item.pays_paise > 0)
  return (
    <div className="grid gap-10">
      <div className="flex between gap-12 wrap items-baseline">
        <span className="text-13 muted num">
          {left === null
            ? say('Enter the amount to see what is left of it')
            : left < 0
              ? say('₹{value} more than there is', { value: rupees(-left) })
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
          <Head sums={sums} />
          <tbody>
            {items.map((item) => {
              const at = place(item)
              return (
                <tr key={item.id}>
                  <Item item={item} />
                  {at < 0 ? (
                    <td colSpan={sums.length}>
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
                      sums={sums}
                      names={names}
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
            '{n} row is of something that is paid, or of somebody else.',
            '{n} rows are of something that is paid, or of somebody else.',
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
  sums,
  names,
  over,
}: {
  at: number
  item: OpenItem
  form: AllocationForm
  sums: FieldDef[]
  names: string[]
  over: boolean
}) {
  const plain = form as unknown as RecordForm
  const rows = form.record.allocations ?? []
  const wrong = names.map((key) => form.errorAt(`allocations.${at}.${key}`)).find(Boolean)
  return (
    <>
      {sums.map((field, column) => {
        const first = column === 0
        return (
          <td key={field.key} data-head={field.label} className={css.amount}>
            <FieldInput
              field={{ ...field, label: `${field.label}, ${item.name}` }}
              {...plain.at(`allocations.${at}.${field.key}`)}
              form={plain}
              bare
            />
            {first && wrong && <div className="danger text-12">{wrong}</div>}
            {first && over && !wrong && (
              <div className="warn text-12">
                {say('More than the ₹{balance_paise} to pay', { balance_paise: rupees(item.balance_paise) })}
              </div>
            )}
            {column === sums.length - 1 && (
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
