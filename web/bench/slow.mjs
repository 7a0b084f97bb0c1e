// The app on a slow phone: 400 kbit/s, 400 ms for every request, a processor four times slower. How long until the
// sign-in form takes keys, until a second load stands, until the stock stands, and how many requests a second load makes.
// node web/bench/slow.mjs <godown> [rounds] [data directory with the demo in it]
import { loadavg } from 'node:os'
import { chromium } from '@playwright/test'
import { CHROMIUM, median, serve } from './served.mjs'

const ROUNDS = Number(process.argv[3] ?? 3)
/** What is reached for, in milliseconds and requests. */
const GOALS = { 'sign-in form takes keys': 6_000, 'second load': 2_500, '/ViewStock': 4_000, requests: 25 }
const BYTES_PER_SECOND = 400_000 / 8
const NETWORK = {
  offline: false,
  latency: 400,
  downloadThroughput: BYTES_PER_SECOND,
  uploadThroughput: BYTES_PER_SECOND,
}
const CPU = 4
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-IN' }

/** A page of the slow phone, and the addresses that it asks for. */
async function slow(context) {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU })
  const asked = []
  page.on('request', (request) => asked.push(`${request.method()} ${request.url().replace(/^https?:\/\/[^/]+/, '')}`))
  return { page, asked }
}

async function timed(work) {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** From the address to a key that stands in the field. */
async function signingIn(browser, url) {
  const context = await browser.newContext(PHONE)
  const { page } = await slow(context)
  const took = await timed(async () => {
    await page.goto(`${url}/`, { waitUntil: 'commit' })
    const field = page.getByLabel('Employee id')
    await field.waitFor({ timeout: 120_000 })
    await field.pressSequentially('A')
    await page.waitForFunction(() => document.querySelector('input[name=emailId]')?.value === 'A')
  })
  await context.close()
  return took
}

/** A browser that has the app already: signed in once on a good network, and its worker has kept everything. */
async function visited(browser, url) {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await page.goto(`${url}/session/signin`)
  await page.getByLabel('Employee id').fill('YARD')
  await page.getByLabel('Password', { exact: true }).fill('godown-demo')
  await page.getByRole('button', { name: 'Sign in' }).click()
  // After signing in the yard lands on the orders that wait for it.
  await page.waitForURL(/\/order\?/)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(`${url}/ViewStock`)
  await page.getByRole('link', { name: /^H\d/ }).first().waitFor()
  await page.close()
  return context
}

/**
 * Milliseconds from the address until a page shows what it is there for, as its own clock has it: whoever asks a page
 * again and again from outside waits for a processor four times slower, and makes it slower still.
 */
async function seen(page, address, selector) {
  await page.addInitScript((wanted) => {
    const ready = () => [...document.querySelectorAll(wanted)].some((one) => !one.querySelector('[role=status]'))
    const look = new MutationObserver(() => {
      if (!ready()) return
      look.disconnect()
      // Drawn with the next frame.
      requestAnimationFrame(() => requestAnimationFrame(() => (window.seenAt = performance.now())))
    })
    look.observe(document, { subtree: true, childList: true, attributes: true })
  }, selector)
  await page.goto(address, { waitUntil: 'commit' })
  return (await page.waitForFunction(() => window.seenAt, null, { timeout: 120_000, polling: 500 })).jsonValue()
}

/** Nothing of the page is still loading. */
const settled = (page) =>
  page.waitForFunction(() => !document.querySelector('main [role=status][aria-label^=Loading]'), null, {
    timeout: 120_000,
  })

async function loading(browser, url) {
  const context = await visited(browser, url)
  const first = await slow(context)
  const second = await seen(first.page, `${url}/`, 'main [aria-label="Waiting for you"]')
  await settled(first.page)
  const requests = [...first.asked]
  await first.page.close()
  const other = await slow(context)
  const stock = await seen(other.page, `${url}/ViewStock`, 'main a[href^="/batch/view/"]')
  await context.close()
  return { second, stock, requests }
}

const { url, end } = await serve(process.argv[2], process.argv[4])
const browser = await chromium.launch(CHROMIUM)
try {
  const [keys, seconds, stocks, requests] = [[], [], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    keys.push(await signingIn(browser, url))
    const { second, stock, requests: asked } = await loading(browser, url)
    seconds.push(second)
    stocks.push(stock)
    requests.push(asked.length)
    if (process.env.GODOWN_BENCH_LIST && round === 0) console.log(asked.join('\n'))
  }
  const found = {
    'sign-in form takes keys': median(keys),
    'second load': median(seconds),
    '/ViewStock': median(stocks),
    requests: median(requests),
  }
  console.log(
    `\nA slow phone: 400 kbit/s, 400 ms, CPU ${CPU} times slower; median of ${ROUNDS} (load ${loadavg()[0].toFixed(1)})`,
  )
  for (const [name, value] of Object.entries(found)) {
    const shown = (of) => (name === 'requests' ? String(of) : `${(of / 1000).toFixed(2)} s`)
    const note = value <= GOALS[name] ? '' : '   not reached'
    console.log(`${name.padEnd(26)}${shown(value).padStart(8)}   goal ${shown(GOALS[name])}${note}`)
  }
} finally {
  await browser.close()
  await end()
}
