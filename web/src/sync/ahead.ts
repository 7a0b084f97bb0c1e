// Fetches ahead, modestly and while nothing else is done, what a person will want when the server is away: the
// documents that wait for them, and what the forms that work offline choose from.
import { send, unreached } from '../net/client'
import { listUrl } from './docs'
import { docDef } from '../core'
import type { DocView } from '../core/records'
import type { FieldDef, Queue } from '../core/types.gen'
import { keepAnswer, keptAnswer } from './answers'
import type { User } from '../net/answers.gen'
import { isLive } from '../net/reach'
import { keptPicture } from './papers'
import { may } from './rights'
import { allStock, lotsOf } from './stock'
import { token } from '../net/token'

/** As many as a choice is made from without the server. */
export const CHOICES = 500
const DOCUMENTS = 40
/** Orders that a yard may have to load without the server. */
const LOADINGS = 100
const AFTER_MS = 4_000
const FRESH_MS = 10 * 60_000
/** So long after a key or a touch the processor is the person's: an answer that is read delays a scan. */
const STILL_MS = 1_000
/** Documents that may be made and changed without the server. */
const TYPES = ['order', 'loading', 'transfer', 'sales_return', 'trip']

let touchedAt = -Infinity
const touched = () => {
  touchedAt = performance.now()
}

const restMs = () => touchedAt + STILL_MS - performance.now()

/** Once nothing was typed or touched for a moment. */
async function still(): Promise<void> {
  while (restMs() > 0) await new Promise((done) => setTimeout(done, restMs()))
}

/** Keeps the answer where it is wanted still once it is there. */
async function fetchInto(url: string, wanted = async () => true): Promise<unknown> {
  await still()
  if (!isLive() || !token.get()) return null
  const answer = await send({ url })
  if (!('data' in answer)) return null
  if (await wanted()) await keepAnswer(url, answer.data)
  return answer.data
}

/** The types a form chooses from. What its rows name, goods and batches, are too many to take along. */
function linked(fields: FieldDef[]): string[] {
  return fields.flatMap((field) => {
    if (field.kind === 'rows' || field.readonly) return []
    return field.kind === 'link' && field.link ? [field.link] : linked(field.fields)
  })
}

async function choices(user: User): Promise<void> {
  const types = new Set(
    TYPES.map(docDef)
      .filter((def) => def && (may(user, def, 'add') || may(user, def, 'edit')))
      .flatMap((def) => linked(def?.fields ?? [])),
  )
  for (const type of types) {
    const def = docDef(type)
    // Documents are too many to take along, and are chosen otherwise.
    if (!def || !may(user, def, 'view') || !def.statuses.includes('Active')) continue
    // Word for word what a picker asks for.
    const url = listUrl({ type: def.key, where: ['status:eq:Active'], limit: CHOICES })
    const kept = await keptAnswer(url)
    if (!isFresh(kept)) await fetchInto(url)
  }
}

/** What the rules of such documents go by, so that they are asked without the server too. */
async function switches(user: User): Promise<void> {
  const def = docDef('setting')
  if (def && may(user, def, 'view')) await fetchInto(`/api/docs/${def.key}/${def.key}`)
}

/** What stands on every paper, so that it is printed without the server too. */
async function logo(user: User): Promise<void> {
  const def = docDef('company')
  if (!def || !may(user, def, 'view')) return
  const company = (await fetchInto(`/api/docs/${def.key}/${def.key}`)) as DocView | null
  const file = (company?.record as { logo?: string } | undefined)?.logo
  if (file) await keptPicture(file)
}

const isFresh = (kept: { at: number } | null) => !!kept && Math.abs(Date.now() - kept.at) <= FRESH_MS

/** What may be loaded of an order's lines, word for word as the yard's page asks for it. */
async function goods(order: DocView<'order'>) {
  if (!order.actions.some(({ action, allowed }) => action === 'load' && allowed)) return
  const ask = async (url: string) => {
    const kept = await keptAnswer(url)
    const data = kept && isFresh(kept) ? kept.data : await fetchInto(url)
    return data ? { data } : { error: unreached() }
  }
  for (const asked of Object.values(lotsOf(order.record))) if (asked) await allStock(asked, ask)
}

async function waiting() {
  const queue = (await fetchInto('/api/queue')) as Queue | null
  const rows = queue?.rows ?? []
  const toLoad = rows.filter(({ type, status }) => type === 'order' && status === 'Waiting for Loading')
  const others = rows.filter((row) => !toLoad.includes(row))
  for (const { type, id, version } of [...toLoad.slice(0, LOADINGS), ...others.slice(0, DOCUMENTS)]) {
    const url = `/api/docs/${type}/${id}`
    // What the person has done meanwhile is kept already, and newer than the queue knew.
    const older = async () => (((await keptAnswer(url))?.data as DocView | undefined)?.version ?? 0) < version
    if (await older()) await fetchInto(url, older)
    if (!toLoad.some((row) => row.id === id)) continue
    const order = (await keptAnswer(url))?.data as DocView<'order'> | undefined
    if (order) await goods(order)
  }
}

/** Once the page that was asked for is there. */
export function fetchAhead(user: User): () => void {
  const signs = ['keydown', 'pointerdown']
  for (const sign of signs) window.addEventListener(sign, touched, { capture: true, passive: true })
  const timer = setTimeout(
    () =>
      void switches(user)
        .then(() => choices(user))
        .then(() => logo(user))
        .then(waiting),
    AFTER_MS,
  )
  return () => {
    clearTimeout(timer)
    for (const sign of signs) window.removeEventListener(sign, touched, { capture: true })
    // Nobody listens any more, so nothing is known of when they last typed.
    touchedAt = -Infinity
  }
}
