// The second time that an app is opened in a browser: nothing of it waits for a network that is slow, and what its page
// asks for is asked before the app is there.
import type { BrowserContext, Page, Request } from '@playwright/test'
import { keptOn } from './support/kept'
import { expect, installed, test } from './support/test'

const PHONE = { viewport: { width: 390, height: 844 } }
const TRUCK = { wheels: 22, max_g: 40_000_000, max_length_mm: 12_000 }
/** Requests of a second load, its files from this browser among them. */
const MOST = 25

/** Every answer of the network takes longer than the test. */
async function slow(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const speed = { downloadThroughput: -1, uploadThroughput: -1 }
  await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 3_600_000, ...speed })
}

function requestsOf(page: Page): Request[] {
  const asked: Request[] = []
  page.on('request', (request) => asked.push(request))
  return asked
}

const callsOf = (asked: Request[]) =>
  asked.map((request) => request.url().replace(/^https?:\/\/[^/]+/, '')).filter((url) => url.startsWith('/api/'))

const started = /\/assets\/start-[^/]+\.js/

/** Opens a page whose app does not start until what is returned is called. */
async function heldBack(page: Page, path: string): Promise<() => void> {
  let go = () => {}
  const gone = new Promise<void>((done) => (go = done))
  await page.route(started, async (route) => {
    await gone
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return () => go()
}

test('a second load shows frame, queue and stock before anything of the network is there', async ({
  browser,
  server,
}) => {
  const first = await installed(browser, server.url, 'YARD', PHONE)
  const context = first.context()
  await first.goto('/')
  const waiting = first.getByRole('main').getByLabel('Waiting for you')
  await expect(waiting.getByRole('link').first()).toBeVisible()
  await first.goto('/ViewStock')
  await expect(first.getByRole('main').getByRole('link', { name: /^H\d/ }).first()).toBeVisible()
  const answers = ['/api/menu', '/api/queue', expect.stringMatching(/^\/api\/stock\?/)]
  await expect.poll(() => keptOn(first)).toEqual(expect.arrayContaining(answers))
  await first.close()

  for (const [path, shows] of [
    ['/', (page: Page) => page.getByRole('main').getByLabel('Waiting for you').getByRole('link')],
    ['/ViewStock', (page: Page) => page.getByRole('main').getByRole('link', { name: /^H\d/ })],
  ] as const) {
    const page = await context.newPage()
    await slow(context, page)
    const asked = requestsOf(page)
    await page.goto(path)
    await expect(shows(page).first()).toBeVisible()
    await expect(page.getByRole('banner').getByRole('status')).toContainText('Updating')
    expect(asked.length).toBeLessThanOrEqual(MOST)
    await page.close()
  }
  await context.close()
})

test('what a page asked for when it was opened last is asked before the app is there, and once', async ({ as }) => {
  const page = await as('YARD')
  const stock = page.getByRole('main').getByRole('link', { name: /^H\d/ }).first()
  await page.goto('/ViewStock')
  await expect(stock).toBeVisible()
  const asked = requestsOf(page)
  const early = page.waitForResponse((response) => response.url().includes('/api/stock?'))
  const start = await heldBack(page, '/ViewStock')
  await early
  const before = callsOf(asked)
  expect(before).toEqual(expect.arrayContaining(['/api/changes', '/api/menu', '/api/queue']))
  start()
  await expect(stock).toBeVisible()
  for (const call of before) expect(callsOf(asked).filter((one) => one === call)).toEqual([call])
})

test('what changes between the first question and the app is on the page', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const page = await as('ADMIN')
  const grid = page.getByRole('grid')
  await page.goto('/trucktypemaster')
  await expect(grid.getByRole('link', { name: 'LCV 14 ft' })).toBeVisible()
  const early = page.waitForResponse((response) => response.url().includes('/api/docs/truck_type'))
  const stream = page.waitForResponse((response) => response.url().includes('/api/changes'))
  const start = await heldBack(page, '/trucktypemaster')
  await Promise.all([early, stream])
  await admin.create('truck_type', { name: 'Aab trailer', ...TRUCK })
  start()
  // It stands in the list, or is told of as whatever comes to a list that is open.
  const told = page.getByRole('button', { name: '1 new, show' })
  await expect(grid.getByRole('link', { name: 'Aab trailer' }).or(told)).toBeVisible()
})
