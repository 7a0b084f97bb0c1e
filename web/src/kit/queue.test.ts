// A place in the queue, and how late it is.
import type { Queue, QueueRow } from '../core/types.gen'
import { describe, expect, it } from 'vitest'
import { placeIn, standing, urgency } from './queue'

const row = (id: string, status: string): QueueRow => ({
  type: 'order',
  id,
  version: 1,
  doc_no: id,
  status,
  since: 0,
  party: null,
  finding: null,
  clear: false,
  weight_g: null,
  amount_paise: null,
  sla_hours: 4,
  late: false,
})
const queue: Queue = {
  rows: [row('a', 'Draft'), row('b', 'BM Approval Pending'), row('c', 'BM Approval Pending')],
  total: 12,
  counts: { order: 12 },
  by_status: { order: { Draft: 1, 'BM Approval Pending': 11 } },
}

describe('a place in the queue', () => {
  it('counts those of the same status and names its neighbours', () => {
    expect(placeIn(queue, 'order', 'c')).toMatchObject({ at: 2, of: 11, before: { id: 'b' }, next: null })
  })
  it('goes on in the order of the list that it was opened from, and counts what that has', () => {
    const listed = [row('c', 'BM Approval Pending'), row('x', 'Draft'), row('b', 'BM Approval Pending')]
    expect(placeIn(queue, 'order', 'c', listed)).toMatchObject({ at: 1, of: 2, before: null, next: { id: 'b' } })
    expect(placeIn(queue, 'order', 'b', [])).toMatchObject({ at: 1, of: 11, next: { id: 'c' } })
  })
  it('is none for what does not wait for me', () => {
    expect(placeIn(queue, 'order', 'z')).toBeNull()
    expect(placeIn(undefined, 'order', 'a')).toBeNull()
  })
})

describe('urgency', () => {
  it('turns amber at three quarters of the time and red past it', () => {
    const hour = 3_600_000
    expect(urgency(0, 4, 2 * hour)).toBe('none')
    expect(urgency(0, 4, 3 * hour)).toBe('soon')
    expect(urgency(0, 4, 4 * hour)).toBe('late')
    expect(urgency(0, null, 400 * hour)).toBe('none')
  })
})

describe('how a queue stands', () => {
  const HOUR = 3_600_000
  it('counts what has no time rule neither as late nor as on time', () => {
    const rows = [
      { since: 0, sla_hours: null },
      { since: 90 * HOUR, sla_hours: 4 },
      { since: 96 * HOUR, sla_hours: 4 },
    ]
    expect(standing(rows, 97 * HOUR)).toEqual({ late: 1, soon: 0, timed: 2, oldest: 0 })
    expect(standing(rows.slice(0, 1), 97 * HOUR)).toEqual({ late: 0, soon: 0, timed: 0, oldest: 0 })
    expect(standing([], 97 * HOUR).oldest).toBeNull()
  })
})
