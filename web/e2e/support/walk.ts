// A walk over many addresses inside one loaded app: what each of them shows, and what is wrong with it.
import type { Page } from '@playwright/test'
import type { Person } from './api'
import { isMoney, NAMED, rowOf, typeOf } from './routes'

export type Outcome = 'open' | 'refused' | 'not found'

export interface Seen {
  outcome: Outcome
  /** What no page may be: failed, without an end to its loading, or empty. */
  wrong?: string
  /** Another address stands there. */
  led: boolean
}

/** Longer than any page takes; who waits for it has found a page that never comes. */
const AT_MOST_MS = 60_000

/** Counts the calls that are not answered to their end. The stream of changes has none. */
export async function countCalls(page: Page) {
  await page.addInitScript(() => {
    const calls = { open: 0 }
    Object.assign(window, { calls })
    const ask = window.fetch.bind(window)
    const ended = () => void (calls.open -= 1)
    window.fetch = async (what, how) => {
      if (String(what instanceof Request ? what.url : what).startsWith('/api/changes')) return ask(what, how)
      calls.open += 1
      try {
        const answer = await ask(what, how)
        void answer.clone().arrayBuffer().then(ended, ended)
        return answer
      } catch (error) {
        ended()
        throw error
      }
    }
  })
}

/**
 * Goes to an address as a link does and waits until it stands, with what it cannot be without where that is said.
 * `by`: by way of a page that is none, where the page before is drawn by the same code, whose heading would stay. The
 * page looks at itself with every picture that it draws.
 */
export function visit(page: Page, address: string, by: boolean, without = ''): Promise<Seen> {
  return page.evaluate(
    async ({ address, by, without, most }): Promise<Seen> => {
      const { calls } = window as unknown as { calls: { open: number } }
      const end = performance.now() + most
      const until = async (stands: () => boolean) => {
        while (!stands()) {
          if (performance.now() > end) return false
          await new Promise((drawn) => requestAnimationFrame(drawn))
        }
        return true
      }
      const heading = () => document.querySelector('h1')
      const title = () => heading()?.textContent?.trim() ?? ''
      const outcome = (): Outcome => {
        if (title() === 'Page not found') return 'not found'
        return title().startsWith('You do not have access') ? 'refused' : 'open'
      }
      const text = () => (document.querySelector('main') ?? document.body).innerText.replaceAll(/\s+/g, ' ')
      const busy = () => document.querySelector('[role=status][aria-label^=Loading], main[aria-busy=true]') !== null
      const wrong = (why: string): Seen => ({ outcome: 'open', wrong: why, led: true })
      // Another page stands as soon as its heading is another: React keeps none over pages of different code.
      const go = (to: string) => {
        const before = heading()
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
        return () => heading() !== before && title() !== ''
      }
      if (by && !(await until(go('/there/is/no/such/page')))) return wrong('the page before it stays')
      const other = go(address)
      // Who is not let in learns it at once. What one answer leads to is asked for once that answer is drawn.
      let quiet = 0
      const stands = () => {
        quiet = (other() || failed()) && !busy() && calls.open === 0 ? quiet + 1 : 0
        if (quiet > 0 && outcome() !== 'open') return true
        return quiet > 2 && (failed() || !without || document.querySelector(without) !== null)
      }
      const failed = () => heading() === null && document.querySelector('main [role=alert]') !== null
      if (!(await until(stands)))
        return wrong(`does not come: ${calls.open} calls, ${title()}: ${text().slice(0, 200)}`)
      const led = location.pathname + location.search !== address
      if (outcome() !== 'open') return { outcome: outcome(), led }
      // The gallery shows what a failure looks like.
      const is = text()
      if (!address.startsWith('/material/') && /Something went wrong|Try again|did not load/.test(is))
        return wrong(is.slice(0, 300))
      if (is.replace(title(), '').trim() === '') return wrong(`${title()}, and nothing else`)
      return { outcome: 'open', led }
    },
    { address, by, without, most: AT_MOST_MS },
  )
}

const HOSTILE = '<script>'
/** What no document is called by: an id as the server gives them, a word, and what would be a tag. */
const MADE_UP = {
  'an unknown': '00000000-0000-4000-8000-000000000000',
  nobody: 'nobody',
  [HOSTILE]: '%3Cscript%3E',
}
/** The words of all views, one that is nobody's and one that means harm. */
const WORDS = `admin management sales bm pct credit yard fromyard toyard logistic account purchase audit vendor supplier
  nobody %3Cscript%3E`.split(/\s+/)
/** Of these, where the page is refused before it reads the word. */
const FEW = ['bm', 'nobody']
const VIEW = /^:(userType|logintype)$/
const STATUS = /^:(status|woStatus)$/
const [MANY, SOME] = [500, 10]

interface Held {
  id: string
  status: string
}

/** What a person may see of each type, and what is there of it that they may not. */
export interface Known {
  /** It is the administrator, who sees every document. */
  all: boolean
  who: Person
  of: (type: string) => Promise<{ views: boolean; own?: Held; others?: Held }>
}

export function knownTo(who: Person, admin: Person): Known {
  const found = new Map<string, ReturnType<Known['of']>>()
  const find = async (type: string) => {
    const views = (await who.status(`/api/docs/${type}?limit=1`)) === 200
    const own = views ? (await who.list(type, [], MANY)).rows : []
    const ids = new Set(own.map(({ id }) => id))
    for (const one of (await admin.list(type, [], MANY)).rows.filter(({ id }) => !ids.has(id)).slice(0, SOME))
      if ((await who.status(`/api/docs/${type}/${one.id}`)) !== 200) return { views, own: own[0], others: one }
    return { views, own: own[0] }
  }
  const of: Known['of'] = (type) => {
    const there = found.get(type) ?? find(type)
    found.set(type, there)
    return there
  }
  return { who, of, all: who.id === admin.id }
}

interface Stop {
  path: string
  label: string
  address: () => string
  /** Told of what stands there. */
  seen?: (outcome: Outcome) => void
  /** By what stood at the addresses before it. */
  idle?: () => boolean
  /** Nothing of theirs is there. */
  shut: boolean
}

/** Where a route is looked at: with what is there, in every view, and with what is made up. */
async function stopsOf(path: string, { who, of }: Known): Promise<Stop[]> {
  const names = path.match(/:\w+/g) ?? []
  if (names.length === 0) return [{ path, label: 'page', address: () => path, shut: false }]
  const type = typeOf(path)
  const itself = { views: true, own: { id: who.id, status: 'Active' }, others: undefined }
  const { views, own, others } = type ? await of(type) : itself
  const view = names.find((name) => VIEW.test(name))
  const named: Record<string, string> = view ? { ...NAMED, [view]: 'admin' } : NAMED
  const filled = (held: Held, change: Record<string, string> = {}) =>
    names.reduce((address, name) => {
      const status = STATUS.test(name) ? encodeURIComponent(held.status) : undefined
      return address.replace(name, change[name] ?? status ?? named[name] ?? held.id)
    }, path)
  const stops: Stop[] = []
  // Where some view opens what is there, what is made up is looked for in that view. Where none does, the page is
  // refused before anything is looked for, and one made-up name is enough.
  let opens = false
  const real = own ?? others
  if (!real) throw new Error(`no ${type} for ${path}`)
  const there = (label: string, change: Record<string, string>) =>
    stops.push({
      path,
      label,
      address: () => filled(real, change),
      shut: !own,
      seen: (outcome) => {
        if (opens || outcome === 'refused' || (view && outcome !== 'open')) return
        opens = true
        Object.assign(named, change)
      },
    })
  if (!view) there('there', {})
  else for (const word of views || isMoney(path) ? WORDS : FEW) there(`as ${word}`, { [view]: word })
  if (own && others) stops.push({ path, label: "another's", address: () => filled(others), shut: true })
  for (const name of names.filter((one) => one !== view))
    for (const [label, value] of Object.entries(MADE_UP))
      stops.push({
        path,
        label: `${label} ${name}`,
        address: () => filled(real, { [name]: value }),
        shut: true,
        idle: () => !opens && label !== HOSTILE,
      })
  return stops
}

/** Pages of the same answer are drawn by the same code: the app tells them apart by this as well. */
const codeOf = (path: string) => {
  const row = rowOf(path)
  return `${row?.kind}:${row?.module ?? row?.type ?? ''}`
}

/** What a list and a page of a document show to whoever sees everything. */
const SHOWN: Record<string, string> = { list: '[role=grid] [role=gridcell]', view: 'main dd' }

/** Walks a person over routes; tells what stands at each address, and what is wrong. */
export async function walk(page: Page, paths: string[], known: Known, tell: (stop: Stop, seen: Seen) => void) {
  const all = await Promise.all(paths.map((path) => stopsOf(path, known)))
  let before = ''
  // The first address of each route, then the second: two in a row are seldom drawn by the same code.
  for (let round = 0; all.some((stops) => stops.length > round); round += 1)
    for (const stop of all.flatMap((stops) => stops[round] ?? [])) {
      if (stop.idle?.()) continue
      const code = codeOf(stop.path)
      const seen = await visit(
        page,
        stop.address(),
        before === '' || before === code,
        known.all && !stop.shut ? SHOWN[rowOf(stop.path)?.kind ?? ''] : '',
      )
      before = seen.led ? '' : code
      if (seen.outcome === 'open' && stop.shut && !seen.wrong) seen.wrong = 'opens, and nothing of theirs is there'
      stop.seen?.(seen.outcome)
      tell(stop, seen)
    }
}
