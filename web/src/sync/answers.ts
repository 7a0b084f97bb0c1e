// Answers of the server kept in this browser per person, and given again while the server does not answer.
import { observable, useObservable } from '../net/observable'
import { token } from '../net/token'
import { tryLocal, type KeptAnswer } from './local'

/** How many are kept; the oldest give way. */
const MOST = { doc: 2_000, page: 300 }
/** The oldest are looked for once in so many writes. */
const TIDY_EVERY = 50
/** What is about the moment or about others' access is worth nothing later. */
const NEVER = /^\/api\/(search|access|sessions|changes|frames|files|session|check)\b/
/** Questions with a body: they change nothing. */
const ASKED = new Set(['/api/order/facts'])

interface Asked {
  url: string
  method?: string
  body?: unknown
  accept?: string
}

/** The name an answer is kept under; null for what is not kept. */
export function keyOf({ url, method = 'GET', body, accept }: Asked): string | null {
  if (accept || NEVER.test(url)) return null
  if (method === 'GET') return url
  return ASKED.has(url) ? `${url} ${JSON.stringify(body)}` : null
}

const isDoc = (key: string) => /^\/api\/docs\/\w+\/[^/?]+$/.test(key)

let writes = 0

export async function keepAnswer(key: string, data: unknown): Promise<void> {
  const person = token.id()
  if (!person) return
  const kept: KeptAnswer = { person, key, kind: isDoc(key) ? 'doc' : 'page', at: Date.now(), data }
  await tryLocal((database) => database.put('answers', kept))
  writes += 1
  if (writes % TIDY_EVERY === 0) await tidy(person)
}

async function tidy(person: string): Promise<void> {
  await tryLocal(async (database) => {
    const turn = database.transaction('answers', 'readwrite')
    for (const kind of ['doc', 'page'] as const) {
      const range = IDBKeyRange.bound([person, kind, -Infinity], [person, kind, Infinity])
      let over = (await turn.store.index('age').count(range)) - MOST[kind]
      let oldest = over > 0 ? await turn.store.index('age').openCursor(range) : null
      while (oldest && over > 0) {
        await oldest.delete()
        over -= 1
        oldest = await oldest.continue()
      }
    }
    await turn.done
  })
}

export async function keptAnswer(key: string): Promise<KeptAnswer | null> {
  const person = token.id()
  return person ? tryLocal(async (database) => (await database.get('answers', [person, key])) ?? null) : null
}

/** Every kept answer whose address begins so. */
export async function keptUnder(start: string): Promise<unknown[]> {
  const person = token.id()
  if (!person) return []
  const range = IDBKeyRange.bound([person, start], [person, `${start}\uffff`])
  const found = await tryLocal((database) => database.getAll('answers', range))
  return (found ?? []).map(({ data }) => data)
}

/** A document that stood only here is known here no longer. */
export async function forgetAnswer(key: string): Promise<void> {
  const person = token.id()
  if (person) await tryLocal((database) => database.delete('answers', [person, key]))
}

/** When what the present page shows of kept answers was answered. */
const asOf = observable<number[]>([])

/** A kept answer is on the page; what is returned takes that back, once the server has answered. */
export function shown(at: number): () => void {
  asOf.set([...asOf.get(), at])
  return () => {
    const others = asOf.get()
    const index = others.indexOf(at)
    if (index >= 0) asOf.set(others.toSpliced(index, 1))
  }
}

/** Another page begins with nothing shown. */
export const nothingShown = () => asOf.set([])

const least = (all: number[]) => (all.length > 0 ? Math.min(...all) : null)

/** As of when the oldest kept answer on the present page is; null when none is. */
export const oldest = () => least(asOf.get())
export const useAsOf = () => least(useObservable(asOf))
