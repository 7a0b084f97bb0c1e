// Fetching ahead never puts an older document in the place of what the person has done meanwhile.
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { User } from '../net/answers.gen'
import type { Queue, QueueRow } from '../core/types.gen'

// No type has a form here: what the queue names is all that is fetched.
vi.mock('../core', async (original) => ({ ...(await original<object>()), docDef: () => undefined }))

const { fetchAhead } = await import('./ahead')
const { keepAnswer, keptAnswer } = await import('./answers')
const { token } = await import('../net/token')
const { forgetSeen } = await import('./local')

const doc = (id: string, version: number) => ({ id, type: 'order', version })
const urlOf = (id: string) => `/api/docs/order/${id}`
const keep = (id: string, version: number) => keepAnswer(urlOf(id), doc(id, version))
const keptVersion = async (id: string) =>
  ((await keptAnswer(urlOf(id)))?.data as { version: number } | undefined)?.version

const queueOf = (...rows: { id: string; version: number }[]): Pick<Queue, 'rows'> => ({
  rows: rows.map((row) => ({ ...row, type: 'order' }) as QueueRow),
})

/** Every call is held until it is answered. */
function held() {
  const asked: string[] = []
  const answers: ((answer: Response) => void)[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn((url: string) => {
      asked.push(url)
      return new Promise<Response>((answer) => answers.push(answer))
    }),
  )
  return {
    asked,
    /** The call after so many others. */
    ask: async (at: number) => {
      await vi.waitFor(() => expect(asked.length).toBeGreaterThan(at))
      return asked[at]
    },
    give: (at: number, answer: object) => answers[at]!(new Response(JSON.stringify(answer))),
  }
}

/** Only its own timer is moved on: the browser's store has timers too. */
function begin() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fetchAhead({} as User)
  vi.runAllTimers()
  vi.useRealTimers()
}

beforeEach(async () => {
  token.keep('t', 'asha')
  await forgetSeen()
})

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('fetching ahead', () => {
  it('leaves a document alone that the person changed while the queue was asked', async () => {
    const { ask, give, asked } = held()
    begin()
    expect(await ask(0)).toBe('/api/queue')
    await keep('mine', 2)
    give(0, queueOf({ id: 'mine', version: 1 }, { id: 'next', version: 1 }))
    // Documents are asked for in the order of the queue: the next one's turn is past that of the first.
    expect(await ask(1)).toBe(urlOf('next'))
    expect(asked).not.toContain(urlOf('mine'))
    expect(await keptVersion('mine')).toBe(2)
  })

  it('leaves a document alone that the person changed while it was on its way', async () => {
    const { ask, give } = held()
    await keep('mine', 1)
    begin()
    await ask(0)
    give(0, queueOf({ id: 'mine', version: 2 }, { id: 'next', version: 1 }))
    expect(await ask(1)).toBe(urlOf('mine'))
    await keep('mine', 3)
    give(1, doc('mine', 2))
    expect(await ask(2)).toBe(urlOf('next'))
    expect(await keptVersion('mine')).toBe(3)
  })

  it('waits while keys come', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const { asked } = held()
    const stop = fetchAhead({} as User)
    await vi.advanceTimersByTimeAsync(3_900)
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'G' }))
    await vi.advanceTimersByTimeAsync(900)
    expect(asked).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(asked).toEqual(['/api/queue'])
    stop()
    vi.useRealTimers()
  })

  it('asks for a document that is older than the queue knows, and for one that is not kept', async () => {
    const { ask, give, asked } = held()
    await keep('old', 1)
    await keep('same', 4)
    begin()
    await ask(0)
    give(0, queueOf({ id: 'old', version: 2 }, { id: 'same', version: 4 }, { id: 'unknown', version: 1 }))
    expect(await ask(1)).toBe(urlOf('old'))
    give(1, doc('old', 2))
    expect(await ask(2)).toBe(urlOf('unknown'))
    expect(await keptVersion('old')).toBe(2)
    expect(asked).toHaveLength(3)
  })

  it('takes the goods of an order that waits for its loading along, as the yard asks for them', async () => {
    const { ask, give } = held()
    begin()
    await ask(0)
    give(0, { rows: [{ id: 'load', version: 1, type: 'order', status: 'Waiting for Loading' }] })
    expect(await ask(1)).toBe(urlOf('load'))
    const record = { yard: 'y', lines: [{ sku: 'a' }, { sku: 'b' }, { sku: 'a' }] }
    give(1, { ...doc('load', 1), record, actions: [{ action: 'load', allowed: true }] })
    const stock = '/api/stock?limit=500&yard=y&sku=a&sku=b'
    expect(await ask(2)).toBe(stock)
    give(2, { rows: [], total: 0, links: {} })
    await vi.waitFor(async () => expect((await keptAnswer(stock))?.data).toEqual({ rows: [], total: 0, links: {} }))
  })
})
