// What happens while somebody types: each from its beginning to its end, for the walks that look whether the keys are
// there afterwards.
import type { Locator, Page, Route } from '@playwright/test'
import { expect, go } from './test'

/** What came has been drawn: what would take the place of something typed has taken it. */
export const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** The smallest pictures that are taken for one, each its own. */
export const photo = (mark: number) => ({
  name: `photo-${mark}.jpg`,
  mimeType: 'image/jpeg',
  buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, mark, mark, mark]),
})

/** What a person sends, and not what a page asks by sending. */
const isSent = (url: URL) => /^\/api\/(docs|bulk|login|session|auth)\//.test(url.pathname)

const REFUSAL = 'Refused while more was typed'
/** The server's refusal of whatever is sent. */
export const REFUSED = {
  status: 422,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: 'about:blank',
    title: 'Refused',
    status: 422,
    code: 'rule',
    detail: REFUSAL,
    errors: [],
  }),
}
/** A page says it where it says what went wrong, and may say it twice. */
export const refusal = (page: Page) => page.getByText(REFUSAL).first()

const goesOn = (route: Route) => route.continue()

interface Hold {
  asked: number
  gone: Promise<void>
  answer: (route: Route) => Promise<void>
}
type At = string | ((url: URL) => boolean)
/** What each page holds back now. */
const held = new WeakMap<Page, Map<At, Hold | null>>()

/**
 * Holds back what is sent to some addresses until it is let go, and then answers it. The route stays for good: what a
 * page reads while its routes are taken away would never be answered.
 */
async function hold(page: Page, at: At, answer: (route: Route) => Promise<void>) {
  let letGo = () => {}
  const gone = new Promise<void>((done) => (letGo = done))
  const one: Hold = { asked: 0, gone, answer }
  const all = held.get(page) ?? new Map<At, Hold | null>()
  held.set(page, all)
  const routed = all.has(at)
  all.set(at, one)
  if (!routed)
    await page.route(at, async (route) => {
      const now = route.request().method() === 'GET' ? null : all.get(at)
      if (!now) return route.continue()
      now.asked += 1
      await now.gone
      await now.answer(route)
    })
  return { letGo, asked: () => one.asked }
}

/** Nothing more is held back or refused. */
export function letPass(page: Page) {
  const all = held.get(page)
  for (const at of all?.keys() ?? []) all?.set(at, null)
}

/** Uploads wait until they are let go. */
export const holdUploads = (page: Page) => hold(page, '**/api/files?*', goesOn)
/** Changes wait until they are let go. */
export const holdChanges = (page: Page) => hold(page, isSent, goesOn)
/** Changes wait until they are refused. */
export const holdToRefuse = (page: Page) => hold(page, isSent, (route) => route.fulfill(REFUSED))

/** Not by its role: an open dialog hides the rest of the page. */
const reach = (page: Page) => page.locator('header [role=status]').first()

/** The server goes away and comes back. */
export async function awayAndBack(page: Page) {
  await page.context().setOffline(true)
  await expect(reach(page)).toContainText('Offline')
  await page.context().setOffline(false)
  await expect(reach(page)).toContainText('Live')
}

/** A picture is chosen, and its upload ends after everything that came with it. */
export async function sendPhoto(page: Page, input: Locator, mark: number) {
  const { letGo } = await holdUploads(page)
  await input.setInputFiles(photo(mark))
  const sent = page.waitForResponse((answer) => answer.url().includes('/api/files?'))
  letGo()
  await (await sent).finished()
  letPass(page)
}

/** What another does comes here: the page has fetched anew what it shows. */
export async function comesAnew(page: Page, address: string, does: () => Promise<unknown>) {
  const anew = page.waitForResponse(
    (answer) => answer.url().includes(address) && ['GET', 'POST'].includes(answer.request().method()),
  )
  await does()
  await (await anew).finished()
}

/** Opens a page by its address as if it were the first. */
export async function open(page: Page, path: string) {
  await go(page, '/nowhere')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await go(page, path)
}

/** What a page is typed into by: its body, or the box over it. */
export const form = (page: Page) => page.getByRole('main').or(page.getByRole('dialog'))
