// A counting sheet of ten thousand batches in the app: it is scrolled from end to end, and how long the main thread
// works for each frame is measured over the page itself.
// node web/bench/sheet.mjs <godown> [batches]
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { FRAME_EVENTS, frames } from './frames.mjs'

const binary = resolve(process.argv[2])
const batches = Number(process.argv[3] ?? 10_000)
const FRAMES = 600
/** At most so long for each frame, in ninety-five of a hundred. */
const MOST_MS = 16
const PASSWORD = 'godown-demo'
const CHROMIUM = {
  executablePath: process.env.GODOWN_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
}

const run = (args, env) =>
  new Promise((done, failed) => {
    const child = spawn(binary, args, { env, stdio: 'ignore' })
    child.once('exit', (code) => (code === 0 ? done() : failed(new Error(`${args.join(' ')} ended with ${code}`))))
  })

function serve(env) {
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

/** The sheet of a demo's audit, made as long as is asked for: what the page draws is the page's own. */
const longer = (answer) => {
  const { rows } = answer
  const made = Array.from({ length: batches }, (_, at) => {
    const like = rows[at % rows.length]
    return { ...like, batch: `${like.batch}-${at}`, batch_no: `${like.batch_no}-${at}`, counts: [] }
  })
  return { ...answer, rows: made, counted: 0 }
}

const folder = mkdtempSync(join(tmpdir(), 'godown-sheet-'))
const env = { ...process.env, GODOWN_DATA: folder, GODOWN_ADDR: '127.0.0.1:0', GODOWN_LOG: 'warn' }
await run(['demo'], env)
const { child, url } = await serve(env)
const browser = await chromium.launch(CHROMIUM)
try {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
  page.setDefaultTimeout(120_000)
  await page.route('**/api/stock/audit/*/sheet', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: longer(await answer.json()) })
  })
  await page.goto(`${url}/`)
  await page.getByLabel('Employee id').fill('YARD')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await Promise.all([page.waitForResponse('**/api/menu'), page.getByRole('button', { name: 'Sign in' }).click()])
  await page.goto(`${url}/stockauditnew`)
  await page.getByRole('listitem').filter({ hasText: 'Counting' }).getByRole('link').first().click()
  const sheet = page.getByRole('region', { name: 'Batches of the sheet' })
  await sheet.getByRole('listitem').first().waitFor()
  await browser.startTracing(page, { categories: FRAME_EVENTS })
  const rows = await sheet.evaluate(async (box, count) => {
    const step = (box.scrollHeight - box.clientHeight) / count
    for (let at = 0; at <= count; at++) {
      await new Promise((done) => requestAnimationFrame(done))
      box.scrollTop = step * at
    }
    return box.querySelectorAll('li').length
  }, FRAMES)
  await sheet
    .getByRole('listitem')
    .last()
    .filter({ hasText: `-${batches - 1}` })
    .or(sheet)
    .first()
    .waitFor()
  const sorted = frames(JSON.parse((await browser.stopTracing()).toString()).traceEvents)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  const p95 = at(0.95)
  console.log(
    `a sheet of ${batches.toLocaleString('en-IN')} batches, ${sorted.length} frames, ${rows} rows drawn: main thread ` +
      `p50 ${at(0.5).toFixed(2)} ms, p95 ${p95.toFixed(2)} ms, most ${at(1).toFixed(2)} ms a frame, of ${MOST_MS} ms; ` +
      `load average ${loadavg()[0].toFixed(1)}`,
  )
  if (sorted.length < FRAMES / 2) throw new Error('too few frames were seen')
  if (p95 > MOST_MS) process.exitCode = 1
} finally {
  await browser.close()
  child.kill()
  await new Promise((done) => child.once('exit', done))
  rmSync(folder, { recursive: true, force: true })
}
