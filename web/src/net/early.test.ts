import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { send } from './client'
import { dropReads, noteRead, takeChanges, takeLead, takeRead, waitedFor, type Early } from './early'
import { token } from './token'

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

function early(part: Partial<Early> = {}): Early {
  const changes = { answer: Promise.resolve(new Response('')), stop: new AbortController() }
  const at = performance.now()
  window.godownEarly = { bearer: 't0ken', at, reads: new Map(), changes, release: vi.fn(), ...part }
  return window.godownEarly
}

beforeEach(() => {
  localStorage.clear()
  token.keep('t0ken', 'u1')
})
afterEach(() => {
  delete window.godownEarly
  vi.unstubAllGlobals()
})

describe('a read that was sent before the app was there', () => {
  it('answers the app, which asks the server itself the next time', async () => {
    const fetched = vi.fn(() => Promise.resolve(json(['new'])))
    vi.stubGlobal('fetch', fetched)
    early({ reads: new Map([['/api/menu', Promise.resolve(json(['early']))]]) })
    expect(await send({ url: '/api/menu' })).toEqual({ data: ['early'] })
    expect(fetched).not.toHaveBeenCalled()
    expect(await send({ url: '/api/menu' })).toEqual({ data: ['new'] })
  })
  it('that failed is asked again', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(json(['new'])))
    early({ reads: new Map([['/api/menu', Promise.reject(new TypeError('failed'))]]) })
    expect(await send({ url: '/api/menu' })).toEqual({ data: ['new'] })
  })
  it('that was refused is refused', async () => {
    early({ reads: new Map([['/api/menu', Promise.resolve(json({ code: 'auth_expired', detail: 'Over' }, 401))]]) })
    expect(await send({ url: '/api/menu' })).toMatchObject({ error: { status: 401, detail: 'Over' } })
  })
  it('is nobody else’s, and old after half a minute', () => {
    const reads = () => new Map([['/api/menu', Promise.resolve(json([]))]])
    early({ reads: reads() })
    expect(takeRead('/api/menu', 'another')).toBeNull()
    early({ reads: reads(), at: performance.now() - 31_000 })
    expect(takeRead('/api/menu', 't0ken')).toBeNull()
  })
  it('is not taken once something changed', () => {
    early({ reads: new Map([['/api/menu', Promise.resolve(json([]))]]) })
    dropReads()
    expect(takeRead('/api/menu', 't0ken')).toBeNull()
  })
  it('has been waited for since it was sent, until it is answered', async () => {
    const at = performance.now() - 250
    early({ at, reads: new Map([['/api/menu', Promise.resolve(json([]))]]) })
    expect(waitedFor('/api/queue')).toBe(0)
    expect(waitedFor('/api/menu')).toBeGreaterThanOrEqual(250)
    const taken = takeRead('/api/menu', 't0ken')
    expect(waitedFor('/api/menu')).toBeGreaterThanOrEqual(250)
    await taken
    expect(waitedFor('/api/menu')).toBe(0)
  })
})

describe('what else began before the app', () => {
  it('is taken once: the stream of changes, and the lock of the tab that listens', () => {
    const { changes, release } = early()
    expect(takeChanges('t0ken')).toBe(changes)
    expect(takeChanges('t0ken')).toBeNull()
    expect(takeLead('t0ken')).toBe(release)
    expect(takeLead('t0ken')).toBeNull()
  })
  it('ends with the session', () => {
    const { changes, release } = early()
    token.clear()
    expect(changes?.stop.signal.aborted).toBe(true)
    expect(release).toHaveBeenCalled()
    expect(window.godownEarly).toBeUndefined()
  })
})

describe('what a page asks for first', () => {
  const noted = () => JSON.parse(localStorage.getItem('godown.first') ?? 'null') as unknown
  const here = location.pathname + location.search
  it('is noted for its next start, under its address, and forgotten with the session', () => {
    localStorage.setItem('godown.first', JSON.stringify({ person: 'u1', pages: [['/orderinfo', ['/api/menu']]] }))
    noteRead('/api/menu', 'u1')
    noteRead('/api/stock?limit=60', 'u1')
    noteRead('/api/menu', 'u1')
    const pages = [
      [here, ['/api/menu', '/api/stock?limit=60']],
      ['/orderinfo', ['/api/menu']],
    ]
    expect(noted()).toEqual({ person: 'u1', pages })
    token.clear()
    expect(noted()).toBeNull()
  })
  it('of another person is not kept', () => {
    localStorage.setItem('godown.first', JSON.stringify({ person: 'u2', pages: [['/orderinfo', ['/api/menu']]] }))
    noteRead('/api/queue', 'u1')
    expect(noted()).toEqual({ person: 'u1', pages: [[here, ['/api/queue']]] })
  })
  it('ends with the first touch', () => {
    token.clear()
    window.dispatchEvent(new Event('pointerdown'))
    noteRead('/api/menu', 'u1')
    expect(noted()).toBeNull()
  })
})
