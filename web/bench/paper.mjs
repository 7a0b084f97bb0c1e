// An invoice as a PDF, from the click to the whole file: made by the server, then by the browser itself, the first time
// (module and fonts are loaded) and afterwards.
// node web/bench/paper.mjs <godown> [rounds] [data directory with the demo in it]
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { chromium } from '@playwright/test'
import { CHROMIUM, median, serve } from './served.mjs'

const ROUNDS = Number(process.argv[3] ?? 20)
/** Milliseconds from the click to the file in the browser, fonts with it. */
const GOAL = 300
async function posted(url) {
  const body = new URLSearchParams({ emailId: 'ACC', password: 'godown-demo' })
  const { accesstoken } = await (await fetch(`${url}/api/login/signIn`, { method: 'POST', body })).json()
  const headers = { authorization: `Bearer ${accesstoken}` }
  const answer = await fetch(`${url}/api/docs/invoice?where=status:eq:Posted&limit=1`, { headers })
  return (await answer.json()).rows[0].id
}

async function made(page) {
  const waiting = page.waitForEvent('download')
  const began = performance.now()
  await page.getByRole('button', { name: 'PDF', exact: true }).click()
  const path = await (await waiting).path()
  const took = performance.now() - began
  if (readFileSync(path).subarray(0, 5).toString() !== '%PDF-') throw new Error('this is no PDF')
  return took
}

async function rounds(page) {
  const first = await made(page)
  const later = []
  for (let round = 1; round < ROUNDS; round++) later.push(await made(page))
  return { first, later: median(later), slowest: Math.max(...later) }
}

const { url, end } = await serve(process.argv[2], process.argv[4])
const browser = await chromium.launch(CHROMIUM)
try {
  const context = await browser.newContext({ locale: 'en-IN', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${url}/session/signin`)
  await page.getByLabel('Employee id').fill('ACC')
  await page.getByLabel('Password', { exact: true }).fill('godown-demo')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/dashboard/)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(`${url}/invoice/print/${await posted(url)}`)
  await page.getByRole('button', { name: 'PDF', exact: true }).waitFor()
  const served = await rounds(page)
  await context.setOffline(true)
  await page.reload()
  await page.getByRole('button', { name: 'PDF', exact: true }).waitFor()
  const own = await rounds(page)
  console.log(`\nAn invoice as a PDF, from the click to the file, ${ROUNDS} times (load ${loadavg()[0].toFixed(1)})`)
  for (const [by, found] of [
    ['by the server', served],
    ['by the browser', own],
  ]) {
    const [first, later, slowest] = [found.first, found.later, found.slowest].map((ms) => `${ms.toFixed(0)} ms`)
    const note = found.first <= GOAL ? '' : '   not reached'
    console.log(`${by.padEnd(16)} first ${first}, later p50 ${later}, slowest ${slowest}, of ${GOAL} ms${note}`)
  }
} finally {
  await browser.close()
  await end()
}
