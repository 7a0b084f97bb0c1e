import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { DocView } from '../core/records'
import type { Entry } from './outbox'

const foresee = vi.fn(
  (_actor: unknown, _now: number, command: { command_id: string; id?: string; record?: object }, docs: DocView[]) => ({
    doc: {
      ...docs[0],
      id: command.id ?? command.command_id,
      version: (docs[0]?.version ?? 0) + 1,
      record: command.record ?? {},
    },
    checked: false,
    want: [],
  }),
)
const waits = [
  { deed: 'create', again: false },
  { deed: 'update', again: false },
]
const fields = [
  { key: 'customer', kind: 'link', link: 'customer' },
  { key: 'yard', kind: 'link', link: 'yard' },
  { key: 'lines', kind: 'rows', fields: [{ key: 'sku', kind: 'link', link: 'sku' }] },
]
vi.mock('../core', () => ({
  docDef: () => ({ waits, title: 'name', fields }),
  loadPreviews: () => Promise.resolve({ foresee }),
  loadCore: () => Promise.resolve({}),
}))

const { drop, flush, keepMine, pending, refusedBefore, resend, wait } = await import('./outbox')
const { keepAnswer, keptAnswer } = await import('./answers')
const { local } = await import('./local')
const { reached } = await import('../net/reach')
const { token } = await import('../net/token')

interface Sent {
  method: string
  url: string
  body: Record<string, unknown>
}
let sent: Sent[] = []

/** A server that answers with these statuses, in order, and then with success. */
function serve(...statuses: number[]) {
  sent = []
  vi.stubGlobal(
    'fetch',
    vi.fn((url: string, init: RequestInit = {}) => {
      if (init.method === undefined || init.method === 'GET')
        return Promise.resolve(
          new Response(JSON.stringify({ id: 'a', version: 9, record: { note: 'theirs' }, history: [] })),
        )
      sent.push({ method: init.method, url, body: JSON.parse(init.body as string) as Record<string, unknown> })
      const status = statuses.shift() ?? 200
      if (status === 0) return Promise.reject(new TypeError('failed'))
      const problem = { code: status === 409 ? 'stale' : 'rule', detail: 'No', errors: [] }
      return Promise.resolve(
        new Response(
          JSON.stringify(status === 200 ? { id: 'a', version: 7, record: {}, actions: [], history: [] } : problem),
          { status },
        ),
      )
    }),
  )
}

const entries = async () => (await local((database) => database.getAll('outbox'))).sort((a, b) => a.no - b.no)
const states = async () => (await entries()).map(({ state }: Entry) => state)
const doc = (id: string) => ({
  id,
  type: 'order',
  version: 1,
  status: 'Draft',
  record: {},
  actions: [],
  history: [],
  links: {},
})
let no = 0
const uuid = () => `00000000-0000-4000-8000-${String((no += 1)).padStart(12, '0')}`
const change = (id: string, version: number, note: string) => ({
  command_id: uuid(),
  doc_type: 'order',
  id,
  deed: 'update' as const,
  version,
  record: { note },
})

beforeEach(async () => {
  localStorage.clear()
  token.keep('t', 'asha')
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  serve()
  reached(false)
  await local((database) => database.clear('outbox'))
  for (const id of ['a', 'b']) await keepAnswer(`/api/docs/order/${id}`, doc(id))
})

describe('what waits to be sent', () => {
  it('is shown as it will be, and goes in the order it was made', async () => {
    expect(await wait(change('a', 1, 'one'))).toMatchObject({ data: { version: 2, record: { note: 'one' } } })
    await wait(change('b', 1, 'two'))
    expect((await pending('order', 'a'))?.preview.record).toEqual({ note: 'one' })
    await flush()
    expect(sent.map(({ url }) => url)).toEqual(['/api/docs/order/a', '/api/docs/order/b'])
    expect(await states()).toEqual(['sent', 'sent'])
  })
  it('names the version that came of the change before it', async () => {
    await wait(change('a', 1, 'one'))
    await wait(change('a', 2, 'two'))
    await flush()
    expect(sent.map(({ body }) => body.version)).toEqual([1, 7])
  })
  it('is asked again in the same words under the same id when no answer came', async () => {
    await wait(change('a', 1, 'one'))
    serve(0)
    await flush()
    expect(await states()).toEqual(['waiting'])
    const [first] = sent
    serve()
    await flush()
    expect(sent).toEqual([first])
    expect(await states()).toEqual(['sent'])
  })
  it('stops behind a refusal of the same document, and of no other', async () => {
    await wait(change('a', 1, 'one'))
    await wait(change('a', 2, 'two'))
    await wait(change('b', 1, 'three'))
    serve(409)
    await flush()
    expect(await states()).toEqual(['refused', 'waiting', 'sent'])
    expect((await entries())[0]?.saved?.record).toEqual({ note: 'theirs' })
  })
  it('is mended in its own place, before what rests on it', async () => {
    await wait(change('a', 1, 'one'))
    await wait(change('a', 2, 'two'))
    serve(422)
    await flush()
    expect(await states()).toEqual(['refused', 'waiting'])
    const entry = (await entries())[0]!
    expect(await refusedBefore(entry.command_id, change('b', 1, 'x'))).toBeNull()
    const again = change('a', 1, 'mended')
    const refused = await refusedBefore(entry.command_id, again)
    serve()
    sent.length = 0
    expect(await resend(refused!, again)).toMatchObject({ data: { version: 7 } })
    await flush()
    expect(sent.map(({ body }) => [body.command_id, body.record])).toEqual([
      [entry.command_id, { note: 'mended' }],
      [(await entries())[1]!.command_id, { note: 'two' }],
    ])
  })
  it('goes behind the change that was made to mend it', async () => {
    serve(422)
    const refused = change('a', 1, 'one')
    await wait(refused)
    await flush()
    expect(await states()).toEqual(['refused'])
    await wait(change('a', 9, 'what it lacked'), refused.command_id)
    expect((await entries()).map(({ record, state }) => [record?.note, state])).toEqual([
      ['what it lacked', 'waiting'],
      ['one', 'refused'],
    ])
    serve()
    await flush()
    const [, last] = await entries()
    expect(last).toMatchObject({ state: 'refused', version: 7 })
    await keepMine({ ...last!, saved: null })
    await flush()
    expect(sent.map(({ body }) => [body.version, body.record])).toEqual([
      [9, { note: 'what it lacked' }],
      [7, { note: 'one' }],
    ])
  })
  it('says what the core refuses of it when it is mended wrongly, and stays as it was', async () => {
    await wait(change('a', 1, 'one'))
    serve(422)
    await flush()
    const [entry] = await entries()
    foresee.mockReturnValueOnce({ refused: [{ path: 'note', code: 'input', message: 'Too long' }] } as never)
    expect(await resend(entry!, change('a', 1, 'two'))).toMatchObject({ error: { detail: 'Too long' } })
    expect((await entries())[0]).toMatchObject({ state: 'refused', record: { note: 'one' } })
  })
  it('never reads as done, and is shown no longer once its person lets it go', async () => {
    const made = await wait(change('a', 1, 'one'))
    expect(made).toMatchObject({ data: { queued: true } })
    await keepAnswer('/api/docs/order/a', (made as { data: DocView }).data)
    await drop((await entries())[0]!)
    expect((await keptAnswer('/api/docs/order/a'))?.data).toMatchObject({ version: 1, record: {} })
  })
  it('names what it chooses, as far as this browser knows', async () => {
    await keepAnswer('/api/docs/customer?limit=500', { rows: [{ id: 'c', name: 'Sharma Tubes' }], total: 1 })
    const { data } = (await wait({ ...change('a', 1, 'one'), record: { customer: 'c', yard: 'y' } })) as {
      data: DocView
    }
    expect(data.links).toEqual({ customer: { c: 'Sharma Tubes' } })
  })
  it('names the goods of its rows by what is kept of the yard', async () => {
    await keepAnswer('/api/catalogue?yard=y&limit=500', { rows: [{ sku: 's', name: 'Water pipe 50 NB' }], total: 1 })
    const { data } = (await wait({ ...change('a', 1, 'one'), record: { lines: [{ sku: 's' }, { sku: 't' }] } })) as {
      data: DocView
    }
    expect(data.links).toEqual({ sku: { s: 'Water pipe 50 NB' } })
  })
  it('goes on the version that is saved now when the person keeps their own', async () => {
    await wait(change('a', 1, 'one'))
    serve(409)
    await flush()
    serve()
    await keepMine((await entries())[0]!, { note: 'both' })
    await flush()
    expect(sent.map(({ body }) => [body.version, body.record])).toEqual([[9, { note: 'both' }]])
    expect(await states()).toEqual(['sent'])
  })
  it('rests on what stood before it once the change before it is let go', async () => {
    await wait(change('a', 1, 'one'))
    await wait(change('a', 2, 'two'))
    await wait(change('a', 3, 'three'))
    serve(422)
    await flush()
    expect(await states()).toEqual(['refused', 'waiting', 'waiting'])
    reached(false)
    const [first, second] = await entries()
    await drop(first!)
    serve()
    await flush()
    expect(sent.map(({ body }) => [body.version, body.record])).toEqual([
      [1, { note: 'two' }],
      [7, { note: 'three' }],
    ])
    expect(sent[0]!.body.command_id).toBe(second!.command_id)
  })
  it('is let go before it was sent, and not once it may be with the server', async () => {
    await wait(change('a', 1, 'one'))
    await wait(change('b', 1, 'two'))
    const [one, two] = await entries()
    serve(0)
    await flush()
    await drop(one!)
    await drop(two!)
    expect((await entries()).map(({ record }) => record)).toEqual([{ note: 'one' }])
  })
  it('is found by its own name where its type names documents by a value', async () => {
    const list = {
      command_id: uuid(),
      doc_type: 'order',
      id: 'asha',
      deed: 'create' as const,
      record: { note: 'mine' },
    }
    expect(await wait(list)).toMatchObject({ data: { id: 'asha' } })
    const added = await wait(change('asha', 1, 'two'))
    expect(added).toMatchObject({ data: { id: 'asha', version: 2 } })
    expect((await entries())[1]?.after).toBe(list.command_id)
  })
  it('leaves only when the person lets it go', async () => {
    await wait(change('a', 1, 'one'))
    serve(422)
    await flush()
    await flush()
    expect(await states()).toEqual(['refused'])
    await drop((await entries())[0]!)
    expect(await states()).toEqual([])
  })
  it('never goes in the session of another', async () => {
    await wait(change('a', 1, 'one'))
    token.keep('t2', 'bela')
    await flush()
    expect(sent).toEqual([])
    expect(await pending('order', 'a')).toBeNull()
    token.keep('t', 'asha')
    await flush()
    expect(sent).toHaveLength(1)
  })
  it('is refused at once by what the core finds', async () => {
    foresee.mockReturnValueOnce({ refused: [{ path: 'note', code: 'input', message: 'Too long' }] } as never)
    expect(await wait(change('a', 1, 'one'))).toMatchObject({ error: { status: 422, detail: 'Too long' } })
    expect(await states()).toEqual([])
  })
  it('is refused with nothing lost when the browser has no room for it', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(await wait(change('a', 1, 'one'))).toMatchObject({ error: { code: 'not_kept' } })
    put.mockRestore()
    expect(await states()).toEqual([])
  })
  it('is one entry however often the same change is made', async () => {
    const one = change('a', 1, 'one')
    await wait(one)
    await wait(one)
    expect(await states()).toEqual(['waiting'])
  })
})
