// The person's one cart: shown at once as the core changes it, and sent step by step.
import { useCallback, useEffect, useRef, useState } from 'react'
import { core, type CartDeed } from '../../../core'
import type { Cart } from '../../../core/types.gen'
import type { DocView, RecordOf } from '../../../core/records'
import { docNow, useAct, useDoc, useSave } from '../../../sync/docs'
import { useAppDispatch, useUser } from '../../../sync/store'
import { useToast } from '../../../ui/Toasts'
import { backOf, saidOf, type CartStep } from './back'

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

/** `nameOf`: what a product is called. */
export function useCart(nameOf: (sku: string) => string) {
  const own = useUser().id
  const dispatch = useAppDispatch()
  const notify = useToast()
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
  const queue = useRef<Promise<void>>(Promise.resolve())
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
  /** Shows a step at once and sends it in its turn; null where the rules refuse it. */
  const put = useCallback(
    (step: CartStep): Promise<DocView<'cart'> | null> | null => {
      const made = next(latest.current, step)
      if ('refused' in made) {
        setRefused(made.refused[0]?.message ?? null)
        return null
      }
      setRefused(null)
      latest.current = made
      setAhead(made)
      waiting.current += 1
      const sent = queue.current.then(() => send(step))
      queue.current = sent.then((done) => {
        waiting.current -= 1
        // What waits for the server may not be foreseen by the document: the cart is shown as it was made here.
        if (waiting.current === 0 && !done?.queued) setAhead(null)
      })
      return sent
    },
    [send],
  )
  useEffect(() => {
    if (doc && !doc.queued && waiting.current === 0) setAhead(null)
  }, [doc])
  const naming = useRef(nameOf)
  naming.current = nameOf
  const take = useCallback(
    (step: CartStep) => {
      const back = backOf(latest.current, step)
      void put(step)?.then((done) => {
        // What is queued says so itself.
        if (!done || done.queued) return
        notify(saidOf(step, naming.current), { undo: () => back.forEach((one) => void put(one)) })
      })
    },
    [notify, put],
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
