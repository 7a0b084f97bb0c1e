import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { token } from '../net/token'

const rules = { token_expired: (text: string) => text === 'old' }
const loadCore = vi.fn(() => Promise.resolve(rules))
vi.mock('../core', () => ({ loadCore: () => loadCore() }))

const { restore, signIn } = await import('./session')
const { store } = await import('./store')
const { noSession } = await import('../net/auth')

const person = { id: 'u1', name: 'Asha Pawar', roles: ['SALES'], show_less_section: true }
const serve = (status: number, body: unknown) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(new Response(JSON.stringify(body), { status }))),
  )
const auth = () => store.getState().auth

beforeEach(() => {
  localStorage.clear()
  store.dispatch(noSession())
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a session at start', () => {
  it('is restored while its token is good', async () => {
    token.keep('good', 'u1')
    serve(200, { code: 1, data: person })
    await restore(store.dispatch)
    expect(auth()).toMatchObject({ isAuthenticated: true, isInitialised: true, user: person })
  })
  it('is none without a token, and nobody is asked', async () => {
    serve(500, {})
    await restore(store.dispatch)
    expect(auth()).toMatchObject({ isAuthenticated: false, isInitialised: true, user: null })
    expect(fetch).not.toHaveBeenCalled()
  })
  it('is none with an expired token, which is forgotten', async () => {
    token.keep('old', 'u1')
    serve(200, { code: 1, data: person })
    await restore(store.dispatch)
    expect(auth().isAuthenticated).toBe(false)
    expect(token.get()).toBeNull()
  })
  it('is none when the server refuses the token', async () => {
    token.keep('good', 'u1')
    serve(401, { code: 'auth_expired', detail: 'Your session has expired. Sign in again' })
    await restore(store.dispatch)
    expect(auth().isAuthenticated).toBe(false)
    expect(token.get()).toBeNull()
  })
  it('waits for the next start when the page is left before its rules have arrived', async () => {
    token.keep('good', 'u1')
    serve(200, { code: 1, data: person })
    loadCore.mockRejectedValueOnce(new TypeError('failed'))
    await restore(store.dispatch)
    expect(auth()).toMatchObject({ isAuthenticated: false, isInitialised: true })
    expect(token.get()).toBe('good')
  })
  it('waits for the next start when the server is away', async () => {
    token.keep('good', 'u1')
    vi.stubGlobal(
      'fetch',
      vi.fn(() => Promise.reject(new TypeError('failed'))),
    )
    await restore(store.dispatch)
    expect(auth()).toMatchObject({ isAuthenticated: false, isInitialised: true })
    expect(token.get()).toBe('good')
  })
})

describe('a session of a person who was here before', () => {
  const before = { ...person, name: 'Asha P' }
  const opened = () => {
    token.keep('good', 'u1')
    token.keepPerson(before as never)
    let answer: (response: Response) => void = () => undefined
    vi.stubGlobal(
      'fetch',
      vi.fn(() => new Promise<Response>((done) => (answer = done))),
    )
    const restored = restore(store.dispatch)
    return {
      asked: () => vi.waitFor(() => expect(fetch).toHaveBeenCalled()),
      answered: async (status: number, body: unknown) => {
        answer(new Response(JSON.stringify(body), { status }))
        await restored
      },
    }
  }
  it('opens before the server answers, and then follows what it answers', async () => {
    const { asked, answered } = opened()
    await asked()
    expect(auth()).toMatchObject({ isAuthenticated: true, isInitialised: true, user: before })
    await answered(200, { code: 1, data: person })
    expect(auth()).toMatchObject({ isAuthenticated: true, user: person })
  })
  it('ends once the server refuses the token', async () => {
    const { asked, answered } = opened()
    await asked()
    await answered(401, { code: 'auth_expired', detail: 'Your session has expired. Sign in again' })
    const notice = 'Your session has expired. Sign in again'
    expect(auth()).toMatchObject({ isAuthenticated: false, isInitialised: true, notice })
    expect(token.get()).toBeNull()
  })
  it('stays open though the server fails', async () => {
    const { asked, answered } = opened()
    await asked()
    await answered(500, { code: 'server', detail: 'Something went wrong!' })
    expect(auth()).toMatchObject({ isAuthenticated: true, user: before })
    expect(token.get()).toBe('good')
  })
  it('leaves whoever has signed in meanwhile alone', async () => {
    const { asked, answered } = opened()
    await asked()
    token.keep('another', 'u2')
    await answered(401, { code: 'auth_expired', detail: 'Your session has expired. Sign in again' })
    expect(token.get()).toBe('another')
  })
})

describe('a session without the server', () => {
  const away = () =>
    vi.stubGlobal(
      'fetch',
      vi.fn(() => Promise.reject(new TypeError('failed'))),
    )
  it('is that of the person as they were last told of, while the token is good', async () => {
    token.keep('good', 'u1')
    serve(200, { code: 1, data: person })
    await restore(store.dispatch)
    store.dispatch(noSession())
    away()
    await restore(store.dispatch)
    expect(auth()).toMatchObject({ isAuthenticated: true, user: person })
  })
  it('is none once the token has expired', async () => {
    token.keep('good', 'u1')
    token.keepPerson(person as never)
    token.keep('old', 'u1')
    away()
    await restore(store.dispatch)
    expect(auth().isAuthenticated).toBe(false)
    expect(token.person()).toBeNull()
  })
  it('is never that of somebody else', async () => {
    token.keepPerson({ ...person, id: 'u2' } as never)
    token.keep('good', 'u1')
    away()
    await restore(store.dispatch)
    expect(auth().isAuthenticated).toBe(false)
  })
})

describe('signing in', () => {
  it('keeps the token, the id and the shortened view', async () => {
    serve(200, { code: 1, message: '', data: [person], accesstoken: 'fresh' })
    expect(await signIn(store.dispatch, 'SALES', 'pw')).toEqual({ user: person })
    expect([token.get(), token.id(), localStorage.getItem('show_less_section')]).toEqual(['fresh', 'u1', 'true'])
    expect(auth().isAuthenticated).toBe(true)
  })
  it("refused with code 0, shows the server's one message", async () => {
    serve(200, { code: 0, message: 'Employee id or password is incorrect', data: [] })
    expect(await signIn(store.dispatch, 'X', 'y')).toEqual({
      message: 'Employee id or password is incorrect',
      retryAfter: null,
    })
    expect(token.get()).toBeNull()
  })
})
