// A step on many documents: offered again once it was cut off, and never while a tab still takes it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { jobLeft, runJob, type Job } from './jobs'

const ROWS = Array.from({ length: 1_000 }, (_, at) => ({ id: `d${at}`, version: 1 }))
const JOB: Job = { id: 'c1', type: 'order', action: 'approve', label: 'Approve', inputs: {}, rows: ROWS, done: 0 }

/** Locks as a browser has them: each is held until its work is over. */
function locks(held: string[]) {
  vi.stubGlobal('navigator', {
    locks: {
      query: () => Promise.resolve({ held: held.map((name) => ({ name })) }),
      request: async (name: string, work: () => Promise<unknown>) => {
        held.push(name)
        return work()
      },
    },
  })
  return held
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

describe('a step on many documents', () => {
  it('is offered again once the network was lost, and is the lock of one tab while it is taken', async () => {
    const held = locks([])
    vi.stubGlobal(
      'fetch',
      vi.fn(() => Promise.reject(new TypeError('failed'))),
    )
    expect(await runJob('u1', JOB, () => undefined)).not.toBeInstanceOf(Array)
    expect(held).toEqual(['godown.bulk.c1'])
    held.length = 0
    expect(await jobLeft('u1', 'order')).toMatchObject({ id: 'c1', done: 0 })
    expect(await jobLeft('u2', 'order')).toBeNull()
  })
  it('is not offered while another tab takes it', async () => {
    localStorage.setItem('godown.bulk.u1.order', JSON.stringify(JOB))
    locks(['godown.bulk.c1'])
    expect(await jobLeft('u1', 'order')).toBeNull()
  })
})
