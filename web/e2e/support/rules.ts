// The app's own rules as they run in a page: the module that it loads for its previews, asked by a test.
import type { Page } from '@playwright/test'
import type { ActionView, DocView } from '../../src/core/types.gen'
import type { OpenItems } from '../../src/net/answers.gen'
import type { Person } from './api'
import { expect, go } from './test'

const SEPARATOR = '\u001f'
/** Which module this is: the app adds it to the address of what it loads. */
const MODULE = /godown_wasm[^/]*\.js\?decide\d+$/

const keyOf = (...parts: string[]) => ['1', ...parts, ''].join(SEPARATOR)

interface Rules {
  /** The clock, that takes what no person takes. */
  clock: unknown
  /** The steps of a document by somebody, decided over the documents of the site. */
  actions: (actor: unknown, doc: DocView) => Promise<ActionView[]>
}

/** A call of the module that a page has loaded. */
const ask = async <T>(page: Page, address: string, name: string, args: object): Promise<T> => {
  const text = await page.evaluate(
    async ([from, call, sent]) => {
      const module = (await import(from)) as { call: (name: string, args: Uint8Array) => string }
      return module.call(call, new TextEncoder().encode(sent))
    },
    [address, name, JSON.stringify(args)] as const,
  )
  return JSON.parse(text) as T
}

/** The rules as the page loaded them. `reader` fetches what they look at, as the server's own read it. */
export async function rulesIn(page: Page, reader: Person): Promise<Rules> {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  // Of its pages, this one takes its steps before the server answers.
  await go(page, '/desk/todo')
  const loaded = await page.waitForFunction((pattern) => {
    const names = performance.getEntriesByType('resource').map((entry) => entry.name)
    return names.find((name) => new RegExp(pattern).test(name))
  }, MODULE.source)
  const address = (await loaded.jsonValue())!
  // Its code is there before the module itself is.
  await expect(() => ask(page, address, 'token_expired', { token: '', now: 0 })).toPass()
  const known = new Map<string, Promise<unknown>>()
  const read = async (key: string): Promise<unknown> => {
    const [family, ...of] = key.split(SEPARATOR).slice(1, -1)
    if (family === 'doc') return reader.doc(of[0]!, of[1]!).catch(() => null)
    if (family !== 'bal' || of[0] !== 'open') return null
    const { rows } = await reader.get<OpenItems>(`/api/receipt/open/${of[1]}`)
    const open = rows.find(({ id }) => id === of[2])
    return open
      ? { amount_paise: open.amount_paise, balance_paise: open.balance_paise, due: open.due, order: '' }
      : null
  }
  /** A document, or what of an invoice is not paid; of the other registers these machines stand in none. */
  const found = (key: string) => {
    const value = known.get(key) ?? read(key)
    known.set(key, value)
    return value
  }
  const call = (facts: object, actor: unknown, { type, id }: DocView) =>
    ask<ActionView[] | { need: string[] }>(page, address, 'actions', {
      ...{ facts, actor, now: Date.now() },
      ...{ doc_type: type, id },
    })
  /** What a document names, and what is not paid of it as an invoice: to be there once nothing else is. */
  const about = ({ type, id, record, links }: DocView) => [
    ...Object.entries(links).flatMap(([kind, titles]) => Object.keys(titles).map((one) => keyOf('doc', kind, one))),
    ...(type === 'invoice' ? [keyOf('bal', 'open', String(record.customer), id)] : []),
  ]
  const actions: Rules['actions'] = async (actor, doc) => {
    const pairs: Record<string, unknown> = { [keyOf('doc', doc.type, doc.id)]: doc }
    for (let whole = false; ;) {
      const answer = await call({ pairs, whole }, actor, doc)
      if (!('need' in answer)) return answer
      const asked = answer.need.filter((key) => !(key in pairs))
      // A key that is still asked for begins a range: all that there is of it is known by now.
      if (asked.length === 0 && whole) throw new Error(`the rules ask for ${answer.need.join()}`)
      whole = asked.length === 0
      for (const key of whole ? about(doc) : asked) pairs[key] = await found(key)
    }
  }
  const clock = { ...(reader.actor as object), id: 'SYS', name: 'System', roles: ['SYS'], departs: [] }
  return { clock, actions }
}
