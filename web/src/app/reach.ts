// Whether the server answers: told by every call, and asked for while it does not.
import { useSyncExternalStore } from 'react'

export type Reach = { live: true } | { live: false; since: number }

let reach: Reach = { live: true }
const listeners = new Set<(reach: Reach) => void>()
let timer: ReturnType<typeof setTimeout> | undefined

function change(next: Reach) {
  if (next.live === reach.live) return
  reach = next
  for (const listener of [...listeners]) listener(reach)
}

const PING_MS = 4000

async function ping() {
  const answered = await fetch('/healthz', { cache: 'no-store' }).then(
    (r) => r.ok,
    () => false,
  )
  reached(answered)
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

export const isLive = () => reach.live

/** Called whenever the server goes away or comes back. */
export function onReach(listener: (reach: Reach) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useReach(): Reach {
  return useSyncExternalStore(onReach, () => reach)
}
