// The first reads of a page, sent by its small script (public/standing.js) before the app is there: what the page asked
// for when it was opened last. The app takes their answers, and notes what it asks for itself.

/** What the script sent, as it left it for the app. */
export interface Early {
  /** Whose reads they are. */
  bearer: string
  /** When they were sent, by the page's clock. */
  at: number
  reads: Map<string, Promise<Response>>
  /** What changed since they were sent; without it nobody knew whether an answer is still true. */
  changes: EarlyChanges | null
  /** Gives back the lock of the one tab that listens for changes; null where a browser has no locks. */
  release: (() => void) | null
}

interface EarlyChanges {
  answer: Promise<Response>
  stop: AbortController
}

declare global {
  interface Window {
    godownEarly?: Early
  }
}

/** Nobody waited so long for a page: what is there still is older than the page that asks for it. */
const GOOD_MS = 30_000
/** So many pages are noted, and so many reads of each. */
const [PAGES, READS] = [24, 8]
const KEY = 'godown.first'

/** When a read that the app took was sent, until it is answered. */
const sent = new Map<string, number>()

function held(bearer: string | null): Early | null {
  const early = typeof window === 'undefined' ? undefined : window.godownEarly
  if (!early || early.bearer !== bearer || performance.now() - early.at > GOOD_MS) return null
  return early
}

/** The answer of a read that is on its way already; null where there is none, and where it failed. */
export function takeRead(url: string, bearer: string | null): Promise<Response | null> | null {
  const early = held(bearer)
  const read = early?.reads.get(url)
  if (!early || !read) return null
  early.reads.delete(url)
  sent.set(url, early.at)
  return read.catch(() => null).finally(() => sent.delete(url))
}

/** For how long a read has been waited for that began before the app. */
export function waitedFor(url: string): number {
  const at = sent.get(url) ?? (window.godownEarly?.reads.has(url) ? window.godownEarly.at : undefined)
  return at === undefined ? 0 : performance.now() - at
}

/** Something changed since: what was not taken may be older than that. */
export function dropReads(): void {
  window.godownEarly?.reads.clear()
}

/** The stream of changes, which begins with the reads. */
export function takeChanges(bearer: string | null): EarlyChanges | null {
  const early = held(bearer)
  const changes = early?.changes
  if (!early || !changes) return null
  early.changes = null
  return changes
}

/** The lock of the tab that listens, where this page has it already. What is returned gives it back. */
export function takeLead(bearer: string | null): (() => void) | null {
  const early = held(bearer)
  const release = early?.release
  if (!early || !release) return null
  early.release = null
  return release
}

/** Nobody will take what is left. */
export function dropEarly(): void {
  const early = window.godownEarly
  if (!early) return
  delete window.godownEarly
  early.changes?.stop.abort()
  early.release?.()
}

interface First {
  person: string
  pages: [address: string, reads: string[]][]
}

function noted(person: string): First {
  try {
    const first = JSON.parse(localStorage.getItem(KEY) ?? 'null') as First | null
    if (first?.person === person && Array.isArray(first.pages)) return first
  } catch {
    // Whatever stands there is written anew.
  }
  return { person, pages: [] }
}

/** The page that was opened, before the app led on from it. */
const opened = typeof location === 'undefined' ? '' : location.pathname + location.search
const own: string[] = []
let touched = false

// Whoever types or touches goes on to something else.
if (typeof window !== 'undefined')
  for (const sign of ['keydown', 'pointerdown'])
    window.addEventListener(sign, () => (touched = true), { capture: true, once: true, passive: true })

/** A page's first view asked for this. */
export function noteRead(url: string, person: string | null): void {
  if (!person || touched || own.includes(url) || own.length === READS) return
  own.push(url)
  const first = noted(person)
  const others = first.pages.filter(([address]) => address !== opened)
  const pages: First['pages'] = [[opened, own], ...others.slice(0, PAGES - 1)]
  localStorage.setItem(KEY, JSON.stringify({ person, pages } satisfies First))
}

export function forgetReads(): void {
  own.length = 0
  localStorage.removeItem(KEY)
}
