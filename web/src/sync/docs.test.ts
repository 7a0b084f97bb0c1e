// What is asked now is neither an older answer that is under way nor lost when its kind becomes old meanwhile.
import 'fake-indexeddb/auto'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider, type ProviderProps } from 'react-redux'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isOwn, sending } from '../net/commits'
import { reached } from '../net/reach'
import { store } from './store'
import { api } from './api'
import type { ActionView } from '../core/types.gen'
import { keepAnswer, oldest } from './answers'
import { token } from '../net/token'
import { docNow, docsApi, listNow, listUrl, queuedAlone, useList, useOffered } from './docs'

// Of no type but the loading may a change wait: every one is sent.
vi.mock('../core', async (original) => ({
  ...(await original<object>()),
  docDef: (type: string) => (type === 'loading' ? { waits: [{ deed: 'comment', again: true }] } : undefined),
}))

const pageOf = (name: string) =>
  new Response(JSON.stringify({ rows: [{ id: 'a', version: 1, status: 'Active', name }], total: 1 }))
const ARGS = { type: 'truck_type' as const, offset: 0, limit: 100 }

/** Answers in the order given to `give`, whenever that is. */
function waiting() {
  const asked: ((answer: Response) => void)[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn(() => new Promise<Response>((answer) => asked.push(answer))),
  )
  return {
    asked,
    give: async (at: number, answer: Response) => {
      await vi.waitFor(() => expect(asked.length).toBeGreaterThan(at))
      asked[at]!(answer)
    },
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  store.dispatch(api.util.resetApiState())
})

describe('a list that is asked now', () => {
  it('does not ride on a read that began before', async () => {
    const { give } = waiting()
    const before = store.dispatch(listNow(ARGS))
    const after = store.dispatch(listNow(ARGS))
    await give(0, pageOf('old'))
    await give(1, pageOf('new'))
    expect((await before).data?.rows[0]?.name).toBe('old')
    expect((await after).data?.rows[0]?.name).toBe('new')
  })
  it('answers though the lists of its type become old meanwhile', async () => {
    const { give } = waiting()
    const first = store.dispatch(listNow(ARGS))
    await give(0, pageOf('one'))
    await first
    const second = store.dispatch(listNow(ARGS))
    store.dispatch(api.util.invalidateTags([{ type: 'List', id: 'truck_type' }]))
    await give(1, pageOf('two'))
    expect((await second).data?.rows[0]?.name).toBe('two')
  })
})

describe('a list on a slow network', () => {
  /** A page that shows the list, and what it has to show. */
  async function page(answer: (give: (at: number, answer: Response) => Promise<void>) => Promise<void>) {
    token.keep('good', 'u1')
    const { give } = waiting()
    await keepAnswer(listUrl(ARGS), await pageOf('kept').json())
    let seen: { name?: unknown; status?: number } = {}
    function List() {
      const { data, error } = useList(ARGS)
      seen = { name: data?.rows[0]?.name, status: error?.status }
      return null
    }
    const root = createRoot(document.createElement('div'))
    await act(() => root.render(createElement(Provider, { store } as ProviderProps, createElement(List))))
    await vi.waitFor(() => expect(seen).toEqual({ name: 'kept' }))
    expect(oldest()).not.toBeNull()
    await act(() => answer(give))
    await vi.waitFor(() => expect(seen.name).not.toBe('kept'))
    expect(oldest()).toBeNull()
    await act(() => root.unmount())
    return seen
  }
  it('shows what this browser keeps until the server answers', async () => {
    expect(await page((give) => give(0, pageOf('new')))).toEqual({ name: 'new' })
  })
  it('shows nothing of it any longer once the server refuses', async () => {
    const refused = new Response(JSON.stringify({ code: 'forbidden', detail: 'You have no right to it' }), {
      status: 403,
    })
    expect(await page((give) => give(0, refused))).toEqual({ status: 403 })
  })
})

describe('a document that is asked now', () => {
  it('is followed by whoever shows it', async () => {
    const { give } = waiting()
    const asked = { type: 'truck_type' as const, id: 'a' }
    const shown = store.dispatch(docsApi.endpoints.doc.initiate(asked))
    await give(0, new Response(JSON.stringify({ id: 'a', version: 1 })))
    await shown
    const now = store.dispatch(docNow('truck_type', 'a'))
    await give(1, new Response(JSON.stringify({ id: 'a', version: 2 })))
    expect((await now).data?.version).toBe(2)
    expect(docsApi.endpoints.doc.select(asked)(store.getState()).data?.version).toBe(2)
    shown.unsubscribe()
  })
})

describe('a step that is taken', () => {
  it('brings the document as it is now: whoever shows it asks for nothing', async () => {
    const { asked, give } = waiting()
    const named = { type: 'truck_type' as const, id: 'a' }
    const shown = store.dispatch(docsApi.endpoints.doc.initiate(named))
    await give(0, new Response(JSON.stringify({ id: 'a', version: 1, status: 'Active', record: {} })))
    await shown
    const step = { ...named, action: 'deactivate', command_id: 'c', version: 1, inputs: {} }
    const taken = store.dispatch(docsApi.endpoints.act.initiate(step))
    const after = { id: 'a', version: 2, status: 'Inactive', record: {} }
    await give(1, new Response(JSON.stringify(after), { headers: { 'godown-seq': '7' } }))
    await taken
    const held = docsApi.endpoints.doc.select(named)
    await vi.waitFor(() => expect(held(store.getState()).data?.status).toBe('Inactive'))
    expect(isOwn(7)).toBe(true)
    expect(sending.get()).toBe(0)
    expect(asked).toHaveLength(2)
    shown.unsubscribe()
  })
})

describe('a document without the server', () => {
  const steps = ['comment', 'approve'].map((action) => ({ action, label: action, allowed: true, inputs: [] }))
  const actions = steps as unknown as ActionView[]

  it('offers the steps that can be queued, and says of the others why not', () => {
    expect(queuedAlone('loading', actions)).toMatchObject([
      { action: 'comment', allowed: true },
      { action: 'approve', allowed: false, why: 'You are offline; this step cannot wait for the server' },
    ])
  })
  it('locks the others in its bar as soon as no answer comes, and until one does', () => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    const shown: boolean[][] = []
    const Bar = () => {
      shown.push(useOffered('loading', actions).map(({ allowed }) => allowed))
      return null
    }
    const root = createRoot(document.createElement('div'))
    act(() => root.render(createElement(Bar)))
    for (const answered of [false, true]) act(() => reached(answered))
    expect(shown).toEqual([
      [true, true],
      [true, false],
      [true, true],
    ])
    act(() => root.unmount())
  })
})
