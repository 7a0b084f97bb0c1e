// A file of 100,000 customers in the app: checked in the browser, stored with progress, then scrolled through as a
// list. node web/bench/masters.mjs <godown>
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { FRAME_EVENTS, frames } from './frames.mjs'

const binary = resolve(process.argv[2])
const ROWS = 100_000
/** Pixels under the wheel, and how many of them a second: twenty notches of a wheel. */
const SCROLLED = 24_000
const SPEED = 2_400
const CHROMIUM = {
  executablePath: process.env.GODOWN_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
}

/** Firms each with a GSTIN, a PAN and a mobile of its own. */
function customers() {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const check = (body) => {
    const sum = [...body].reduce((all, char, at) => {
      const value = digits.indexOf(char) * (at % 2 ? 2 : 1)
      return all + Math.floor(value / 36) + (value % 36)
    }, 0)
    return digits[(36 - (sum % 36)) % 36]
  }
  const letter = (n) => digits[10 + (n % 26)]
  const row = (n) => {
    const [third, fifth] = [letter(Math.floor(n / 10_000)), letter(Math.floor(n / 260_000))]
    const body = `27AA${third}P${fifth}${String(n % 10_000).padStart(4, '0')}Z1Z`
    const firm = `Firm ${n},Dealer,Regular,${body}${check(body)},A. Sharma,${8_000_000_000 + n}`
    return `${firm},${n} MG Road,Maharashtra,${411_001 + (n % 60)},CR30`
  }
  const head =
    'Firm name,Type,GST category,GSTIN,Contact person,Mobile,' +
    'Billing address: Address line 1,Billing address: State,Billing address: PIN code,Payment terms'
  return Buffer.from([head, ...Array.from({ length: ROWS }, (_, n) => row(n))].join('\n'))
}

function serve(data) {
  const env = { ...process.env, GODOWN_DATA: data, GODOWN_ADDR: '127.0.0.1:0', GODOWN_LOG: 'warn' }
  const demo = spawnSync(binary, ['demo'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (demo.status !== 0) throw new Error('the demo was not made')
  const child = spawn(binary, ['serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((done, failed) => {
    let said = ''
    child.once('exit', (code) => failed(new Error(`the server ended with ${code}: ${said}`)))
    child.stdout.on('data', (part) => {
      said += part
      const url = /Godown serves (http:\/\/\S+)/.exec(said)?.[1]
      if (url) done({ child, url })
    })
  })
}

async function signIn(page, url) {
  await page.goto(`${url}/`)
  await page.getByLabel('Employee id').fill('ADMIN')
  await page.getByLabel('Password', { exact: true }).fill('godown-demo')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).first().waitFor()
}

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
  const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: customers() }
  const before = await cpu(system)
  await page.getByLabel('CSV or XLSX file').setInputFiles(file)
  const found = await page.getByText('Checked on this device in').textContent({ timeout: 0 })
  const spent = (await cpu(system)) - before
  const button = page.getByRole('button', { name: /^Import [\d,]+ customers$/ })
  if (!(await button.textContent()).includes('1,00,000')) throw new Error(`not every row is good: ${found}`)
  const began = performance.now()
  await button.click()
  await page.getByRole('heading', { name: '1,00,000 customers stored' }).waitFor({ timeout: 0 })
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

const data = mkdtempSync(join(tmpdir(), 'godown-bench-'))
const { child, url } = await serve(data)
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
  child.kill('SIGTERM')
  await new Promise((done) => child.once('exit', done))
  rmSync(data, { recursive: true, force: true })
}
