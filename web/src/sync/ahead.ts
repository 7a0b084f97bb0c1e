// Fetches ahead, modestly and while nothing else is done, what a person will want when the server is away: the
// documents that wait for them, and what the forms that work offline choose from.
import { send, unreached, type Call } from '../net/client'
import { listUrl } from './docs'
import { docDef } from '../core'
import { NOTHING_ASKED } from '../core/quote'
import type { DocView } from '../core/records'
import type { FieldDef, Page, Queue } from '../core/types.gen'
import { keepAnswer, keptAnswer, keyOf } from './answers'
import type { User } from '../net/answers.gen'
import { isLive } from '../net/reach'
import { keptPicture } from './papers'
import { may } from './rights'
import { LIST_STEP, PHONE, REASONS, STOCK_STEP, stockPageUrl } from './pages'
import { wholeCatalogueUrl } from './catalogue'
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
async function fetchInto(asked: string | Call, wanted = async () => true): Promise<unknown> {
  await still()
  if (!isLive() || !token.get()) return null
  const call = typeof asked === 'string' ? { url: asked } : asked
  const answer = await send(call)
  if (!('data' in answer)) return null
  const key = keyOf(call)
  if (key && (await wanted())) await keepAnswer(key, answer.data)
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

/** At most so many yards are sold from without the server. */
const YARDS = 5

/** What is sold from the yards of the person's branch, for orders made without the server. */
async function catalogues(user: User): Promise<void> {
  const [order, yard] = [docDef('order'), docDef('yard')]
  if (!order || !yard || !may(user, order, 'add')) return
  const kept = await keptAnswer(listUrl({ type: yard.key, where: ['status:eq:Active'], limit: CHOICES }))
  const rows = (kept?.data as Page | undefined)?.rows ?? []
  const branches = [user.branch, ...user.branches].filter(Boolean)
  const near = rows.filter(({ branch }) => branches.length === 0 || branches.includes(String(branch)))
  for (const { id } of near.slice(0, YARDS)) {
    const url = wholeCatalogueUrl(String(id))
    if (!isFresh(await keptAnswer(url))) await fetchInto(url)
  }
}

/** What the rules of such documents go by, so that they are asked without the server too. */
async function switches(user: User): Promise<void> {
  const def = docDef('setting')
  if (def && may(user, def, 'view')) await fetchInto(`/api/docs/${def.key}/${def.key}`)
}

/** What steps are taken for, word for word as their inputs ask. */
async function reasons(user: User): Promise<void> {
  const def = docDef('reason')
  const url = def && listUrl({ type: def.key, where: ['status:eq:Active'], limit: REASONS })
  if (url && may(user, def, 'view') && !isFresh(await keptAnswer(url))) await fetchInto(url)
}

/** What an order is quoted by before anything of it is known: how late it may be delivered. */
async function orderFacts(user: User): Promise<void> {
  const def = docDef('order')
  if (def && (may(user, def, 'add') || may(user, def, 'edit')))
    await fetchInto({ url: '/api/order/facts', method: 'POST', body: NOTHING_ASKED })
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

/** The first page of a list and of the stock, as the pages ask for them on this device. */
async function firstPages(user: User): Promise<void> {
  const phone = matchMedia(PHONE).matches
  const sees = (type: string) => {
    const def = docDef(type)
    return !!def && may(user, def, 'view')
  }
  const urls = [
    sees('order') && listUrl({ type: 'order', limit: phone ? LIST_STEP.phone : LIST_STEP.desk }),
    sees('batch') && stockPageUrl('', phone ? STOCK_STEP.phone : STOCK_STEP.desk, 0),
  ]
  for (const url of urls) if (url && !isFresh(await keptAnswer(url))) await fetchInto(url)
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
        .then(() => orderFacts(user))
        .then(() => reasons(user))
        .then(() => choices(user))
        .then(() => logo(user))
        .then(() => catalogues(user))
        .then(() => firstPages(user))
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
