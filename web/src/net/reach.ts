// Whether the server answers: told by every call, and asked for while it does not.
import { observable, useObservable } from './observable'

export type Reach = { live: true } | { live: false; since: number }

const reach = observable<Reach>({ live: true })
let timer: ReturnType<typeof setTimeout> | undefined

/** `since` stays that of the first call without an answer. */
function change(next: Reach) {
  if (next.live !== reach.get().live) reach.set(next)
}

const PING_MS = 4000

/** Asks the server whether it is there. */
export async function ping(): Promise<boolean> {
  const answered = await fetch('/healthz', { cache: 'no-store' }).then(
    (r) => r.ok,
    () => false,
  )
  reached(answered)
  return answered
}

export function reached(answered: boolean) {
  change(answered ? { live: true } : { live: false, since: Date.now() })
  clearTimeout(timer)
  if (!answered) timer = setTimeout(() => void ping(), PING_MS)
}

if (typeof window !== 'undefined') {
  window.addEventListener('offline', () => reached(false))
  window.addEventListener('online', () => void ping())
}

export const isLive = () => reach.get().live

/** Called whenever the server goes away or comes back. */
export const onReach = reach.subscribe

export const useReach = () => useObservable(reach)
