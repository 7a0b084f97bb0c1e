// A new order from an old one: priced anew, with what has changed since said in words.
import type { Changed, Fact, QuoteFacts } from '../../core/types.gen'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { send, type Problem } from '../../net/client'
import { useDoc, useList } from '../../sync/docs'
import { core } from '../../core'
import type { DocView, FieldOf, RecordOf, Row } from '../../core/records'
import { day, kg, mt, pieces, wholeRupees } from '../../ui/format'
import { Skeletons } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { askedOf } from './facts'
import { titleOf } from '../../kit/record'
import css from './CopyFrom.module.css'
import { say } from '../../words/say'

const KEPT = [
  'customer',
  'bill_to',
  'ship_to',
  'yard',
  'payment_term',
  'price_basis',
  'freight_rate_paise',
  'loading_rate_paise',
  'truck_type',
  'broker',
  'brokerage_paise',
] satisfies FieldOf<'order'>[]

function said(change: Changed, name: string): string {
  switch (change.kind) {
    case 'discontinued':
      return say('{name} is no longer sold and was left out', { name })
    case 'price':
      return change.now_paise === null
        ? say('{name} has no price today', { name })
        : say('{name}: ₹{before_paise} then, ₹{now_paise} today', {
            name,
            before_paise: wholeRupees(change.before_paise),
            now_paise: wholeRupees(change.now_paise),
          })
    case 'weight_per_piece':
      return say('{name}: a piece weighed {before_g} kg then, {now_g} kg today', {
        name,
        before_g: kg(change.before_g),
        now_g: kg(change.now_g),
      })
    case 'short':
      return say('{name}: only {free_pcs} pieces are free', { name, free_pcs: pieces(change.free_pcs) })
  }
}

/** What is known of the old order's goods today. */
async function todayOf(old: DocView<'order'>): Promise<Record<string, Fact>> {
  const answer = await send({ url: '/api/order/facts', method: 'POST', body: askedOf('', old.record) })
  if ('error' in answer) return {}
  const { skus } = answer.data as QuoteFacts
  return Object.fromEntries(
    Object.entries(skus).map(([sku, { name, active, rate_paise, theo_g_per_pc, stock }]) => [
      sku,
      { name, active, rate_paise, theo_g_per_pc, free_pcs: stock?.free_pcs ?? 0 },
    ]),
  )
}

/** The record that a copy of this order begins with; nothing while no id is given. */
export function useCopied(id: string | null) {
  const { data: old, error, refetch } = useDoc('order', id ?? undefined)
  const [made, setMade] = useState<{ record: RecordOf<'order'>; changed: string[] } | null>(null)
  useEffect(() => {
    if (!old) return
    let stopped = false
    void todayOf(old).then((facts) => {
      if (stopped) return
      const again = core().again(old.record, facts)
      const head = Object.fromEntries(
        KEPT.filter((key) => old.record[key] !== undefined).map((key) => [key, old.record[key]]),
      )
      setMade({
        record: { ...head, lines: again.cart.lines },
        changed: again.changed.map((one) => said(one, titleOf(old.links, 'sku', one.sku))),
      })
    })
    return () => {
      stopped = true
    }
  }, [old])
  return {
    record: made?.record ?? null,
    changed: made?.changed ?? [],
    loading: !!id && !made && !error,
    // What is typed into the copy stays, also where the old order cannot be read again.
    problem: made ? null : (error as Problem | null),
    retry: () => void refetch(),
  }
}

export function CopyFrom({ customer, onClose }: { customer: string; onClose: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const { data } = useList({ type: 'order', where: customer ? [`customer:eq:${customer}`] : undefined, limit: 20 })
  const open = (row: Row<'order'>) => {
    onClose()
    void navigate(`/order/add?copy=${row.id}`)
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <div className="p-20 grid gap-12">
        <h2 id={id} className="heading">
          {say('Copy from a previous order')}
        </h2>
        {!data && <Skeletons rows={4} />}
        {data?.rows.length === 0 && (
          <p className="muted">
            {customer ? say('This customer has no orders yet.') : say('There are no orders yet.')}
          </p>
        )}
        <ul className={css.list}>
          {data?.rows.map((row) => (
            <li key={row.id}>
              <button type="button" onClick={() => open(row)} className={css.order}>
                <strong className="bold">
                  {row.customer_name} <span className="muted regular">{row.doc_no}</span>
                </strong>
                <span className="num right">{say('{weight_g} MT', { weight_g: mt(row.weight_g ?? 0) })}</span>
                <span>
                  <StatusChip status={row.status} />
                </span>
                <span className="num right muted text-13">{day(row.date ?? '')}</span>
              </button>
            </li>
          ))}
        </ul>
        <div>
          <Button onClick={onClose}>{say('Back')}</Button>
        </div>
      </div>
    </Dialog>
  )
}
