import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { send } from '../net/client'
import { token } from '../net/token'
import { commandIds, listUrl } from './docs'

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  vi.fn<typeof fetch>(() =>
    Promise.resolve(
      new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } }),
    ),
  )

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

describe('a call', () => {
  it('carries the token as Bearer and its body as JSON', async () => {
    const fetched = answer(200, { ok: true })
    vi.stubGlobal('fetch', fetched)
    token.keep('t0ken', 'u1')
    expect(await send({ url: '/api/x', method: 'POST', body: { a: 1 } })).toEqual({ data: { ok: true } })
    const init = fetched.mock.calls[0]?.[1]
    expect(init?.headers).toMatchObject({ authorization: 'Bearer t0ken', 'content-type': 'application/json' })
    expect(init?.body).toBe('{"a":1}')
  })
  it('escapes what is typed into a form', async () => {
    const fetched = answer(200, {})
    vi.stubGlobal('fetch', fetched)
    await send({ url: '/api/login/signIn', method: 'POST', form: { emailId: 'A', password: 'a&b=c+d e%' } })
    expect(fetched.mock.calls[0]?.[1]?.body).toBe('emailId=A&password=a%26b%3Dc%2Bd+e%25')
  })
  it("refused, gives the server's words, fields, reference and waiting time", async () => {
    const errors = [{ path: 'reg_no', code: 'duplicate', message: 'Registration no. MH12AB1234 already exists' }]
    vi.stubGlobal(
      'fetch',
      answer(
        409,
        { title: 'Conflict', code: 'duplicate', detail: 'One field', errors, status: 409 },
        { 'retry-after': '7', 'x-request-id': '7F3K' },
      ),
    )
    const got = await send({ url: '/api/x' })
    expect(got).toMatchObject({
      error: { status: 409, code: 'duplicate', detail: 'One field', errors, reference: '7F3K', retryAfter: 7 },
    })
  })
  it('whose refusal is no JSON still says something', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(() => Promise.resolve(new Response('<html>', { status: 502 }))),
    )
    expect(await send({ url: '/api/x' })).toMatchObject({ error: { status: 502, detail: 'Something went wrong!' } })
  })
  it('that reaches nobody has status 0', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(() => Promise.reject(new TypeError('failed'))),
    )
    expect(await send({ url: '/api/x' })).toMatchObject({ error: { status: 0, code: 'offline' } })
  })
})

describe('the id of a command', () => {
  it('stays while the same thing is tried again, and changes with it', () => {
    const ids = commandIds()
    const first = ids.of({ action: 'approve', version: 3 })
    expect(ids.of({ action: 'approve', version: 3 })).toBe(first)
    expect(ids.of({ action: 'approve', version: 4 })).not.toBe(first)
  })
  it('is a new one after it was done', () => {
    const ids = commandIds()
    const first = ids.of('order')
    ids.done()
    expect(ids.of('order')).not.toBe(first)
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('the address of a list', () => {
  it('repeats where and leaves out what is not asked', () => {
    expect(listUrl({ type: 'order' })).toBe('/api/docs/order')
    expect(
      listUrl({
        type: 'order',
        q: 'a b',
        where: ['status:eq:Draft', 'yard:in:x|y'],
        sort: '-date',
        offset: 50,
        limit: 50,
      }),
    ).toBe('/api/docs/order?q=a+b&where=status%3Aeq%3ADraft&where=yard%3Ain%3Ax%7Cy&sort=-date&offset=50&limit=50')
  })
})
