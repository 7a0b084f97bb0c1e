// Texts of a page that no catalogue gave: with the pseudo-language, whatever stands outside its brackets and is neither
// a figure nor what the server holds.
import { expect, type Page, type Request } from '@playwright/test'
import { CLOSE, OPEN } from '../../src/words/pseudo'

/** Keys of an answer whose words are declared, which the page says. */
const DECLARED = /^(label|plural|help|head|why|message|detail|hint|status)$|_label$/

/** What the answers of the server hold beside declared words: names, numbers, what people typed. */
export function heardFrom(page: Page): { held: Set<string>; settled: () => Promise<void> } {
  const held = new Set<string>()
  const open = new Set<Request>()
  const walk = (value: unknown, key: string, own = false) => {
    if (typeof value === 'string' && (own ? key !== 'status' : !DECLARED.test(key))) held.add(value.trim())
    else if (Array.isArray(value)) value.forEach((one) => walk(one, key, own))
    else if (typeof value === 'object' && value)
      for (const [name, inner] of Object.entries(value)) walk(inner, name, own || /^(record|rows)$/.test(name))
  }
  // The feed of changes stays open.
  page.on('request', (request) => void (/\/api\/changes/.test(request.url()) || open.add(request)))
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
    await expect.poll(() => open.size).toBe(0)
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await expect.poll(() => open.size).toBe(0)
    await expect(page.locator('[class*=skeleton]:not([class*=xample] *), main[aria-busy=true]')).toHaveCount(0)
  }
  return { held, settled }
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
/** Days, hours and figures, which `Intl` and the formats write; units stand with figures. */
/** The product's name, and the letters that stand for a person. */
const NAMES = /\bGodown\b|\bExcel\b|\b(XML|JSON)\b|^[A-Z]{2}$/g
/** Numbers of documents too. */
const WRITTEN =
  /[A-Z]{2,}\/[A-Z\d/-]+|\b[A-Z]{3,4}\d{5}-\d{3}\b|\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b|\d[\d,.:/-]*( ?(AM|PM))?|₹|%/g

/** What of a text nobody said: nothing where all of it is said, written or held. */
export function untold(text: string, held: ReadonlySet<string>): string {
  let rest = text
  // Innermost first: what is said may have something said in it.
  for (let before = ''; before !== rest;) [before, rest] = [rest, rest.replace(SAID, ' ')]
  // Names with commas and figures in them, the longest first.
  if (/[A-Za-z]{2}/.test(rest))
    for (const name of [...held]
      .filter((one) => one.length > 5 && /[\d ]/.test(one) && rest.includes(one))
      .sort((one, other) => other.length - one.length))
      rest = rest.replaceAll(name, ' ')
  /** A chart cuts long names off. */
  const isCut = (part: string) =>
    part.endsWith('...') && [...held].some((name) => name.startsWith(part.slice(0, -3).trim()))
  const parts = rest.split(/[·•|()[\],;:→×\n]| [–-] /).map((part) => part.trim())
  const left = parts.filter((part) => {
    const words = part.replace(WRITTEN, '').replace(NAMES, '').trim()
    return /[A-Za-z]{2}/.test(words) && !held.has(part) && !held.has(words) && !isCut(part)
  })
  if (left.length === 0 || held.has(rest.trim()) || held.has(text.trim())) return ''
  return left.join(' | ')
}
