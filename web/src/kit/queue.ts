// What waits for me, and my place in it: the next document opens after a decision.
import { useMemo, useState } from 'react'
import type { DocKey, Queue, QueueRow } from '../core/types.gen'
import { trailOf } from '../docs/list/trail'
import { useFacts, useList } from '../sync/docs'

export const keyOf = (row: QueueRow) => `${row.type}:${row.id}`

export function useQueue() {
  return useFacts<Queue>('/api/queue')
}

type Waiting = Pick<QueueRow, 'id' | 'status'>

export interface Place {
  at: number
  of: number
  before: Waiting | null
  next: Waiting | null
}

/**
 * Among the documents of its kind that wait in the same status, in the order of the list that it was opened from, else
 * of the queue; null where it does not wait for me.
 */
export function placeIn(queue: Queue | undefined, type: string, id: string, listed: Waiting[] = []): Place | null {
  const own = queue?.rows.find((row) => row.type === type && row.id === id)
  if (!queue || !own) return null
  const inList = listed.some((row) => row.id === id)
  const queued = queue.rows.filter((row) => row.type === type)
  const same = (inList ? listed : queued).filter((row) => row.status === own.status)
  const at = same.findIndex((row) => row.id === id)
  if (at < 0) return null
  return {
    at: at + 1,
    of: inList ? same.length : (queue.by_status[type]?.[own.status] ?? same.length),
    before: same[at - 1] ?? null,
    next: same[at + 1] ?? null,
  }
}

/** As many of a list as are gone through one by one. */
const LISTED = 500

/** The place of a document that waits for me, in the list that it was opened from. */
export function usePlace(type: DocKey, id: string): Place | null {
  const { data: queue } = useQueue()
  const [trail] = useState(() => trailOf(type))
  const { data } = useList({ ...(trail ?? { type }), limit: LISTED }, { skip: !trail })
  const listed = data?.more || (data && data.total > LISTED) ? undefined : data?.rows
  return useMemo(() => placeIn(queue, type, id, listed), [queue, type, id, listed])
}

const HOUR_MS = 3_600_000
const SOON = 0.75

/** Amber from three quarters of the time allowed, red past it. */
export function urgency(since: number, slaHours: number | null, now = Date.now()): 'none' | 'soon' | 'late' {
  if (slaHours === null) return 'none'
  const share = (now - since) / (slaHours * HOUR_MS)
  return share >= 1 ? 'late' : share >= SOON ? 'soon' : 'none'
}

/**
 * How a queue stands by its time rules, and since when its oldest waits: what has no rule is neither late nor on time.
 */
export function standing(rows: readonly Pick<QueueRow, 'since' | 'sla_hours'>[], now = Date.now()) {
  const hows = rows.map((row) => urgency(row.since, row.sla_hours, now))
  return {
    late: hows.filter((how) => how === 'late').length,
    soon: hows.filter((how) => how === 'soon').length,
    timed: rows.filter((row) => row.sla_hours !== null).length,
    oldest: rows.length > 0 ? Math.min(...rows.map((row) => row.since)) : null,
  }
}
