// The person's one cart: shown at once as the core changes it, and sent step by step.
import { useCallback, useRef, useState } from 'react'
import { core, type CartDeed } from '../../../core'
import type { Cart } from '../../../core/types.gen'
import type { DocView, RecordOf } from '../../../core/records'
import { docNow, useAct, useDoc, useSave } from '../../../sync/docs'
import { useAppDispatch, useUser } from '../../../sync/store'

/** The changes that the shop makes of a cart. */
export type CartStep =
  | { action: 'add' | 'remove'; sku: string }
  | { action: 'change'; sku: string; pcs: number }
  | { action: 'reorder'; start: number; end: number }
  | { action: 'empty' }

export const cartOf = (record: RecordOf<'cart'> | undefined): Cart => ({
  lines: (record?.lines ?? []).flatMap(({ sku, pcs }) => (sku && typeof pcs === 'number' ? [{ sku, pcs }] : [])),
})

/** The cart as the core makes it of the one before, or why it does not. */
function next(cart: Cart, step: CartStep): Cart | { refused: { message: string }[] } {
  if (step.action === 'empty') return { lines: [] }
  const { action, ...rest } = step
  const deed = (action === 'add' ? { deed: action, ...rest, pcs: 1 } : { deed: action, ...rest }) as CartDeed
  return core().cart(cart, deed) as Cart | { refused: { message: string }[] }
}

export function useCart() {
  const own = useUser().id
  const dispatch = useAppDispatch()
  const { data: doc, error, isLoading, refetch } = useDoc('cart', own)
  const save = useSave('cart', null)
  const act = useAct('cart', own)
  const [ahead, setAhead] = useState<Cart | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const kept = useRef<DocView<'cart'> | null>(null)
  kept.current = doc && (kept.current?.version ?? 0) <= doc.version ? doc : kept.current
  const shown = ahead ?? cartOf(kept.current?.record)
  const latest = useRef(shown)
  latest.current = shown
  const queue = useRef(Promise.resolve())
  const waiting = useRef(0)

  /** Sends a step over the cart as it is; once more where another tab was first. */
  const send = useCallback(
    async ({ action, ...inputs }: CartStep) => {
      const at = kept.current ?? (await save.run({ person: own }))
      const done = at && (await act.run(action, at.version, inputs))
      if (done) return (kept.current = done)
      const { data: now } = await dispatch(docNow('cart', own))
      if (!now || now.version === at?.version) return null
      kept.current = now
      return (kept.current = (await act.run(action, now.version, inputs)) ?? now)
    },
    [act, dispatch, own, save],
  )
  const take = useCallback(
    (step: CartStep) => {
      const made = next(latest.current, step)
      if ('refused' in made) return setRefused(made.refused[0]?.message ?? null)
      setRefused(null)
      latest.current = made
      setAhead(made)
      waiting.current += 1
      queue.current = queue.current
        .then(() => send(step))
        .then(() => {
          waiting.current -= 1
          if (waiting.current === 0) setAhead(null)
        })
    },
    [send],
  )
  return {
    cart: shown,
    links: kept.current?.links,
    /** The first change makes it. */
    error: error?.status === 404 ? null : error,
    isLoading,
    refetch,
    take,
    refused: refused ?? act.problem?.detail ?? save.problem?.detail ?? null,
  }
}
