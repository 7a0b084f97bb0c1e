// A file of 100,000 customers in the app: checked in the browser, stored with progress, then scrolled through as a
// list. node web/bench/masters.mjs <godown>
import { readFileSync, readdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import { chromium } from '@playwright/test'
import { customers } from './customers.mjs'
import { FRAME_EVENTS, frames } from './frames.mjs'
import { CHROMIUM, serve, signIn } from './served.mjs'

const ROWS = 100_000
/** Pixels under the wheel, and how many of them a second: twenty notches of a wheel. */
const SCROLLED = 24_000
const SPEED = 2_400
/** CPU seconds of all threads of the browser's pages. */
async function cpu(system) {
  const { processInfo } = await system.send('SystemInfo.getProcessInfo')
  let nanoseconds = 0
  for (const { id } of processInfo.filter(({ type }) => type === 'renderer')) {
    for (const task of readdirSync(`/proc/${id}/task`)) {
      try {
        nanoseconds += Number(readFileSync(`/proc/${id}/task/${task}/schedstat`, 'utf8').split(' ')[0])
      } catch {
        // The thread has ended.
      }
    }
  }
  return nanoseconds / 1e9
}

/** Every row checked and stored; how long each took. */
async function importing(page, system, url) {
  await page.goto(`${url}/import/customer`)
  const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: customers(ROWS) }
  const before = await cpu(system)
  await page.getByLabel('CSV or XLSX file').setInputFiles(file)
  const found = await page.getByText('Checked on this device in').textContent({ timeout: 0 })
  const spent = (await cpu(system)) - before
  const button = page.getByRole('button', { name: /^Import [\d,]+ customers$/ })
  if (!(await button.textContent()).includes('1,00,000')) throw new Error(`not every row is good: ${found}`)
  const began = performance.now()
  await button.click()
  await page.getByRole('heading', { name: '1,00,000 customers imported' }).waitFor({ timeout: 0 })
  return { checked: /in ([\d.]+ m?s)/.exec(found)[1], spent, stored: (performance.now() - began) / 1000 }
}

/** CPU milliseconds of the page's main thread in each frame while the wheel turns. */
async function scrolling(browser, page, url) {
  await page.goto(`${url}/customer`)
  await page.getByRole('grid').getByRole('link').first().waitFor()
  const { x, y, width, height } = await page.getByRole('grid').boundingBox()
  const input = await page.context().newCDPSession(page)
  const scroll = (distance) =>
    input.send('Input.synthesizeScrollGesture', {
      x: x + width / 2,
      y: y + height / 2,
      yDistance: -distance,
      speed: SPEED,
      gestureSourceType: 'mouse',
    })
  await scroll(SCROLLED / 10)
  await browser.startTracing(page, { categories: FRAME_EVENTS })
  await scroll(SCROLLED)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString())
  return frames(traceEvents)
}

const { url, end } = await serve(process.argv[2])
const browser = await chromium.launch(CHROMIUM)
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })
  const system = await browser.newBrowserCDPSession()
  await signIn(page, url)
  const { checked, spent, stored } = await importing(page, system, url)
  console.log(
    `\n${ROWS.toLocaleString('en-IN')} customers from a CSV file in Chromium; load average ${loadavg()[0].toFixed(1)}`,
  )
  console.log(
    `checked in the browser in ${checked} (${spent.toFixed(1)} s of CPU), then stored in ${stored.toFixed(1)} s`,
  )
  const times = await scrolling(browser, page, url)
  const share = (percent) => times[Math.ceil((times.length * percent) / 100) - 1].toFixed(1)
  console.log(
    `their list under the wheel, CPU of the page's main thread a frame over ${times.length} frames: ` +
      `p50 ${share(50)} ms, p95 ${share(95)} ms, p99 ${share(99)} ms`,
  )
} finally {
  await browser.close()
  await end()
}
