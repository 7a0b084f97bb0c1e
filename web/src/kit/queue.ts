// What waits for me, and my place in it: the next document opens after a decision.
import type { Queue, QueueRow } from '../core/types.gen'
import { useFacts } from '../sync/docs'

export const keyOf = (row: QueueRow) => `${row.type}:${row.id}`

export function useQueue() {
  return useFacts<Queue>('/api/queue')
}

export interface Place {
  at: number
  of: number
  before: QueueRow | null
  next: QueueRow | null
}

/** Among the documents of its kind that wait in the same status; null where it does not wait for me. */
export function placeIn(queue: Queue | undefined, type: string, id: string): Place | null {
  const own = queue?.rows.find((row) => row.type === type && row.id === id)
  if (!queue || !own) return null
  const same = queue.rows.filter((row) => row.type === type && row.status === own.status)
  const at = same.indexOf(own)
  return {
    at: at + 1,
    of: queue.by_status[type]?.[own.status] ?? same.length,
    before: same[at - 1] ?? null,
    next: same[at + 1] ?? null,
  }
}

const HOUR_MS = 3_600_000
const SOON = 0.75

/** Amber from three quarters of the time allowed, red past it. */
export function urgency(since: number, slaHours: number | null, now = Date.now()): 'none' | 'soon' | 'late' {
  if (slaHours === null) return 'none'
  const share = (now - since) / (slaHours * HOUR_MS)
  return share >= 1 ? 'late' : share >= SOON ? 'soon' : 'none'
}
