// Every report over a site of a million lines and two hundred thousand SKUs, opened in the app one after the other, twice:
// how long each takes, how much crosses to the page, what the worker holds, and whether the page fails.
// node web/bench/reports.mjs <godown> [lines] [data directory that an earlier run kept]
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { files } from '../../wasm/bench/trade.mjs'

const binary = resolve(process.argv[2])
const lines = Number(process.argv[3] ?? 1_000_000)
const kept = process.argv[4]
const ROUNDS = 2
/** What the worker may hold after any report. */
const MOST_MB = 500
const DAYS = 'from=1991-01-01&to=1999-12-31'
const PASSWORD = 'nine quiet lorries'
const CHROMIUM = {
  executablePath: process.env.GODOWN_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
}
const ROUTES = JSON.parse(readFileSync(new URL('../e2e/files/routes.json', import.meta.url), 'utf8'))
const REPORTS = ROUTES.filter(({ area }) => area === 'report').map(({ path }) => path.replace(/:\w+/, 'none'))

function bringIn(folder, env) {
  mkdirSync(folder, { recursive: true })
  const paths = files(folder, lines)
  const done = spawnSync(binary, ['import', '--history', ...paths], { env, stdio: ['ignore', 'inherit', 'inherit'] })
  if (done.status !== 0) throw new Error('the rows were not brought in')
  paths.forEach((path) => rmSync(path))
}

function serve(env) {
  const child = spawn(binary, ['serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((done, failed) => {
    let said = ''
    child.once('exit', (code) => failed(new Error(`the server ended with ${code}: ${said}`)))
    child.stdout.on('data', (part) => {
      said += part
      const url = /Godown serves (http:\/\/\S+)/.exec(said)?.[1]
      if (url) done({ child, url, password: /password (\S+)/.exec(said)?.[1] ?? PASSWORD })
    })
  })
}

/** The first administrator's one-time password becomes one that a later run knows. */
async function settle(url, password) {
  if (password === PASSWORD) return
  const call = async (path, headers, body) => {
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return answer.json()
  }
  const form = new URLSearchParams({ emailId: 'ADMIN', password })
  const { accesstoken } = await call('/api/login/signIn', {}, form)
  const headers = { authorization: `Bearer ${accesstoken}`, 'content-type': 'application/json' }
  await fetch(`${url}/api/session/password`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ old: password, new: PASSWORD }),
  })
}

async function signIn(page, url) {
  await page.goto(`${url}/`)
  await page.getByLabel('Employee id').fill('ADMIN')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).first().waitFor()
}

/** Opens a page of the app without loading the app anew, so that its worker stays. */
const go = (page, path) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)

/** Bytes that renderer processes hold. */
async function resident(system) {
  const { processInfo } = await system.send('SystemInfo.getProcessInfo')
  const pages = processInfo.filter(({ type }) => type === 'renderer')
  const held = pages.map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]))
  return held.reduce((all, one) => all + one * 1024, 0)
}

async function opened(page, system, path) {
  const began = performance.now()
  await go(page, `${path}?${DAYS}`)
  const from = page.getByLabel('Where this comes from')
  const refused = page.getByRole('alert').filter({ hasText: 'did not load' })
  await page.waitForFunction((to) => location.pathname + location.search === to, `${path}?${DAYS}`)
  // The page of the report before is gone, and this one stands.
  await page.getByRole('heading', { level: 1 }).waitFor()
  await from.or(refused).first().waitFor({ timeout: 0 })
  const told = (await refused.count()) ? await refused.first().textContent() : await from.textContent()
  const grid = page.getByRole('grid')
  if (await grid.count()) await grid.first().getByRole('row').nth(1).waitFor()
  const [worker] = page.workers().filter((one) => one.url().includes('reports'))
  const held = worker ? await worker.evaluate(() => globalThis.held()) : 0
  return { told, ms: performance.now() - began, held, resident: await resident(system) }
}

/** The last line of a report, as the wheel finds it. */
async function scrolled(page, lines) {
  const view = page.locator('.ag-grid-viewport')
  if (lines === 0 || !(await view.count())) return ''
  await view.first().evaluate((one) => one.scrollTo(0, one.scrollHeight))
  // Heads are rows, too.
  await page.waitForFunction((count) => {
    const rows = [...document.querySelectorAll('.ag-grid-scrolling-container > [role=row]')]
    const last = rows.find((row) => Number(row.getAttribute('aria-rowindex')) > count)
    return last && last.textContent.trim() !== ''
  }, lines)
  return 'scrolled to the last'
}

const data = kept ?? mkdtempSync(join(tmpdir(), 'godown-bench-'))
const env = { ...process.env, GODOWN_DATA: join(data, 'data'), GODOWN_ADDR: '127.0.0.1:0', GODOWN_LOG: 'warn' }
if (!existsSync(env.GODOWN_DATA)) bringIn(data, env)
const { child, url, password } = await serve(env)
const browser = await chromium.launch(CHROMIUM)
try {
  await settle(url, password)
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })
  page.setDefaultTimeout(600_000)
  const errors = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('crash', () => errors.push('the page crashed'))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  const system = await browser.newBrowserCDPSession()
  await signIn(page, url)
  console.log(`\n${lines.toLocaleString('en-IN')} lines in Chromium; load average ${loadavg()[0].toFixed(1)}`)
  const mb = (bytes) => `${Math.round(bytes / 1e6)} MB`.padStart(8)
  let most = 0
  for (let round = 1; round <= ROUNDS; round++)
    for (const path of REPORTS) {
      const one = await opened(page, system, path)
      const count = Number(/([\d,]+) lines from/.exec(one.told)?.[1].replaceAll(',', '') ?? 0)
      const last = await scrolled(page, count)
      most = Math.max(most, one.held)
      console.log(
        `${path.padEnd(36)}${one.ms.toFixed(0).padStart(8)} ms  worker ${mb(one.held)}, pages ${mb(one.resident)}  ` +
          `${one.told.replace(/^As of .*?(AM|PM)/, '').slice(0, 90)}  ${last}`,
      )
    }
  console.log(`page errors: ${errors.length}; the worker held ${mb(most).trim()} at most, of ${MOST_MB} MB`)
  errors.slice(0, 5).forEach((error) => console.log(`  ${error}`))
  if (errors.length > 0 || most > MOST_MB * 1e6) process.exitCode = 1
} finally {
  await browser.close()
  child.kill('SIGTERM')
  await new Promise((done) => child.once('exit', done))
  if (!kept) rmSync(data, { recursive: true, force: true })
}
