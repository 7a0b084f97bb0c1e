// What a request for another credit limit would do, worked out by the core while it is typed.
import { useMemo } from 'react'
import { core } from '../core'
import type { RecordOf, RecordValue } from '../core/records'
import type { Credit, LimitEffect, LimitFacts } from '../core/types.gen'
import { BALANCES } from './balances'
import { useFacts } from '../sync/docs'
import { money } from '../ui/format'
import { NowThen, type NowThenRow } from './NowThen'
import { Card, Finding } from './parts'
import { say } from '../words/say'

type Request = RecordOf<'credit_limit_request'>

/** A customer's credit, and what the request would make of it; an order counts where the limit is for one. */
export function useLimitEffect(request: Request) {
  const { customer, kind, order } = request
  const named = kind === 'order' && order ? `?order=${encodeURIComponent(order)}` : ''
  const credit = useFacts<Credit>(customer ? `/api/credit/${encodeURIComponent(customer)}${named}` : null)
  const facts = credit.data?.facts
  const effect = useMemo(() => (facts ? core().effect(facts, request as RecordValue) : null), [facts, request])
  return { credit, facts, effect }
}

export function EffectCard({
  effect,
  facts,
  request,
  issues = true,
}: {
  effect: LimitEffect
  facts: LimitFacts
  request: Request
  /** What is wrong with it is told here, while it is typed. */
  issues?: boolean
}) {
  const forOrder = request.kind === 'order'
  const cheques = facts.counted_paise
  const counted: NowThenRow[] = cheques > 0 ? [[say('Cheques in hand, counted'), cheques, cheques]] : []
  const rows: NowThenRow[] = [
    [forOrder ? say('Limits for this order') : say('All limits'), effect.limit_before_paise, effect.limit_after_paise],
    [BALANCES.utilised.label, effect.used_paise, effect.used_paise],
    ...counted,
    [
      forOrder ? say('Free for this order') : BALANCES.available.label,
      effect.free_before_paise,
      effect.free_after_paise,
    ],
  ]
  return (
    <Card title={say('Effect')}>
      <div className="grid gap-10">
        <NowThen rows={rows} />
        {forOrder && facts.order_paise > 0 && (
          <div className="text-13 muted">
            {say('The order needs {order_paise} of credit.', { order_paise: money(facts.order_paise) })}
          </div>
        )}
        {issues &&
          effect.issues.map((issue) => (
            <Finding key={`${issue.path}:${issue.message}`} tone="danger">
              {issue.message}
            </Finding>
          ))}
        {effect.stops && (
          <Finding tone="warn">
            {say('Orders of this customer stop until {value} is paid', { value: money(-effect.free_after_paise) })}
          </Finding>
        )}
        {effect.short_paise > 0 && (
          <Finding tone="warn">
            {say('The order still lacks {short_paise}', { short_paise: money(effect.short_paise) })}
          </Finding>
        )}
        {forOrder && effect.short_paise === 0 && facts.order_paise > 0 && (
          <Finding tone="ok">{say('The order fits')}</Finding>
        )}
        {effect.management && (
          <Finding tone="info">
            {say('Above {credit_slab_paise} the management decides, too', {
              credit_slab_paise: money(facts.credit_slab_paise),
            })}
          </Finding>
        )}
      </div>
    </Card>
  )
}
