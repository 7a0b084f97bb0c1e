// Texts of a page that no catalogue gave: with the pseudo-language, whatever stands outside its brackets and is neither
// a figure nor what the server holds.
import { expect, type Page, type Request } from '@playwright/test'
import { CLOSE, OPEN } from '../../src/words/pseudo'

/** Keys of an answer whose words are declared, which the page says. */
const DECLARED = /^(label|plural|help|head|why|message|detail|hint|status)$|_label$/

/** Of a document's number, which names its series. */
const HEAD = /^([A-Z]+)\/\d\d-\d\d\/\d+$/

/** What the answers of the server hold beside declared words: names, numbers, what people typed. */
export function heardFrom(page: Page): {
  held: Set<string>
  /** What an answer holds that the page did not ask for. */
  hear: (answer: unknown) => void
  settled: () => Promise<void>
} {
  const held = new Set<string>()
  const open = new Set<Request>()
  const walk = (value: unknown, key: string, own = false) => {
    if (typeof value === 'string' && (own ? key !== 'status' : !DECLARED.test(key))) {
      held.add(value.trim())
      const head = HEAD.exec(value)?.[1]
      if (head) held.add(head)
    } else if (Array.isArray(value)) value.forEach((one) => walk(one, key, own))
    else if (typeof value === 'object' && value)
      for (const [name, inner] of Object.entries(value)) walk(inner, name, own || /^(record|rows)$/.test(name))
  }
  // The feed of changes stays open, and of what a worker loads whose page is left nobody hears.
  page.on('request', (request) => void (/\/api\/changes|\.wasm$/.test(request.url()) || open.add(request)))
  const ended = async (request: Request) => {
    const answer = await request.response().catch(() => null)
    if (answer?.url().includes('/api/') && /json/.test(answer.headers()['content-type'] ?? ''))
      walk(await answer.json().catch(() => null), '')
    open.delete(request)
  }
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  /** What the page asked for has come and is drawn. */
  const settled = async () => {
    await expect.poll(() => [...open].map((request) => request.url())).toEqual([])
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await expect.poll(() => [...open].map((request) => request.url())).toEqual([])
    await expect(page.locator('[class*=skeleton]:not([class*=xample] *), main[aria-busy=true]')).toHaveCount(0)
  }
  return { held, hear: (answer) => walk(answer, ''), settled }
}

/** Every text of the page that a person reads or hears. */
export function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>()
    const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: false })
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (nodes.nextNode()) {
      const parent = nodes.currentNode.parentElement
      if (!parent || /^(SCRIPT|STYLE|NOSCRIPT|CODE|KBD|TEXTAREA)$/.test(parent.tagName)) continue
      if (parent.closest('code, kbd, [data-own], main [lang]') || !seen(parent)) continue
      found.add(nodes.currentNode.textContent ?? '')
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt], [data-head]')) {
      if (element.closest('[data-own], main [lang]') || !seen(element)) continue
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'data-head']) {
        const text = element.getAttribute(name)
        if (text) found.add(text)
      }
    }
    found.add(document.title)
    return [...found]
  })
}

const SAID = new RegExp(`${OPEN}[^${OPEN}${CLOSE}]*${CLOSE}`, 'g')
/** The product's name, and the letters that stand for a person. */
const NAMES = /\bGodown\b|\bExcel\b|\b(XML|JSON)\b|^[A-Z]{2}$/g
const MONTH =
  /\b(Jan(uary)?|Feb(ruary)?|Mar(ch)?|Apr(il)?|May|June?|July?|Aug(ust)?|Sep(tember)?|Oct(ober)?|Nov(ember)?|Dec(ember)?)\b/g
/** Of a document. */
const NUMBER = /[A-Z]{2,}\/[A-Z\d/-]+/g
/** Days, hours and figures, which `Intl` and the formats write; units stand with figures. */
const WRITTEN = /\b[A-Z]{3,4}\d{5}-\d{3}\b|\d[\d,.:/-]*( ?(AM|PM))?|₹|%/g

/** Names with commas and figures in them, the longest first; and of which texts nothing is left. */
const known = new WeakMap<ReadonlySet<string>, { size: number; names: string[]; told: Set<string> }>()

function knownOf(held: ReadonlySet<string>) {
  let found = known.get(held)
  if (found?.size !== held.size) {
    const names = [...held].filter((one) => one.length > 5 && /[\d ]/.test(one)).toSorted((a, b) => b.length - a.length)
    // More is held than before, and what was told stays so.
    found = { size: held.size, names, told: found?.told ?? new Set() }
    known.set(held, found)
  }
  return found
}

/** What of a text nobody said: nothing where all of it is said, written or held. */
export function untold(text: string, held: ReadonlySet<string>): string {
  const { names, told } = knownOf(held)
  if (told.has(text)) return ''
  const left = leftOf(text, held, names)
  if (!left) told.add(text)
  return left
}

function leftOf(text: string, held: ReadonlySet<string>, names: string[]): string {
  let rest = text
  // Innermost first: what is said may have something said in it.
  for (let before = ''; before !== rest;) [before, rest] = [rest, rest.replace(SAID, ' ')]
  rest = rest.replace(NUMBER, ' ')
  if (/[A-Za-z]{2}/.test(rest)) for (const name of names) if (rest.includes(name)) rest = rest.replaceAll(name, ' ')
  /** A chart cuts long names off. */
  const isCut = (part: string) =>
    part.endsWith('...') && [...held].some((name) => name.includes(part.slice(0, -3).trim()))
  const parts = rest.split(/[·•|()[\],;:→×\n]| [–-] /).map((part) => part.trim())
  const left = parts.filter((part) => {
    const words = part.replace(WRITTEN, '').replace(MONTH, '').replace(NAMES, '').trim()
    return /[A-Za-z]{2}/.test(words) && !held.has(part) && !held.has(words) && !isCut(part)
  })
  if (left.length === 0 || held.has(rest.trim()) || held.has(text.trim())) return ''
  return left.join(' | ')
}
