// The desk in the app: a card dragged over a board of a thousand cards, how long a drop is decided, a theme that is
// changed, and what JavaScript each page of the desk has of its own.
// node web/bench/desk.mjs <godown> [cards] [a data directory with the demo in it]
import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { FRAME_EVENTS, frames } from './frames.mjs'
import { CHROMIUM, serve } from './served.mjs'

const LISTS = 10
/** Steps of the pointer over the board, and cards that are dropped elsewhere. */
const STEPS = 600
const DROPS = 40
const THEMES = ['Slate 2, dark', 'White and purple', 'Red', 'Blue, dark', 'Purple 1', 'Blue']
const SETTLED_MS = 4_000
const MOST = { frame: 16, decided: 5, theme: 100, kilobytes: 120 }
const PAGES = ['board', 'todo', 'calendar', 'inbox', 'inbox/add', 'chat', 'contacts', 'shop', 'proforma', 'recent']

const [binary, count, kept] = process.argv.slice(2)
const CARDS = Number(count ?? 1_000)
const site = await serve(binary, kept)
const browser = await chromium.launch(CHROMIUM)
const missed = []

const share = (values, part) => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
}

/** A figure beside what was asked for. */
function tell(what, value, most, unit, more = '') {
  const fits = value <= most
  if (!fits) missed.push(what)
  console.log(`${fits ? ' ' : '!'} ${what}: ${value.toFixed(1)} ${unit}, asked ${most} ${unit}${more}`)
}

/** The wire as one person. */
async function signedIn(emailId) {
  const body = new URLSearchParams({ emailId, password: 'godown-demo' })
  const { data, accesstoken } = await (await fetch(`${site.url}/api/login/signIn`, { method: 'POST', body })).json()
  const headers = { authorization: `Bearer ${accesstoken}`, 'content-type': 'application/json' }
  const post = async (path, sent) => {
    const answer = await fetch(site.url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify({ command_id: randomUUID(), ...sent }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  return { id: data[0].id, token: accesstoken, post }
}

async function boardOf({ post }) {
  let doc = await post('/api/docs/board', { record: { title: 'A thousand cards' } })
  const act = async (action, inputs) => {
    doc = await post(`/api/docs/board/${doc.id}/${action}`, { version: doc.version, inputs })
  }
  for (let at = 0; at < LISTS; at++) await act('add_list', { title: `List ${at + 1}` })
  const lists = doc.record.lists.map(({ list_id }) => list_id)
  for (let at = 0; at < CARDS; at++) await act('add_card', { list: lists[at % LISTS], title: `Card ${at + 1} to load` })
  return doc.id
}

async function pageOf({ id, token }) {
  const localStorage = [
    { name: 'accessToken', value: token },
    { name: 'id', value: id },
  ]
  const storageState = { cookies: [], origins: [{ origin: site.url, localStorage }] }
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    storageState,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  return page
}

/** Keeps how long the rules take for each step that they foresee. */
const timed = (page) =>
  page.route(/\/godown_wasm-[^/]*\.js/, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(
      'export function call(name, args) {',
      `export function call(name, args) {
        const begun = performance.now()
        try { return called(name, args) } finally {
          if (name === 'foresee') (globalThis.foreseen ??= []).push(performance.now() - begun)
        }
      }
      function called(name, args) {`,
    )
    await route.fulfill({ response: answer, body })
  })

const centre = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox()
  return [x + width / 2, y + Math.min(height / 2, 12)]
}

async function open(page, board) {
  await page.goto(`${site.url}/desk/board/${board}`)
  await page.locator('[data-card]').first().waitFor()
}

async function drag(page, board) {
  await open(page, board)
  const drawn = await page.locator('[data-card]').count()
  if (drawn !== CARDS) throw new Error(`${drawn} cards are drawn`)
  const [x, y] = await centre(page.locator('[data-card]').first())
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 10, y + 10, { steps: 3 })
  await browser.startTracing(page, { categories: FRAME_EVENTS })
  for (let step = 0; step < STEPS; step++)
    await page.mouse.move(330 + ((step * 7) % 1_050), 260 + 250 * (1 + Math.sin(step / 20)))
  const worked = frames(JSON.parse((await browser.stopTracing()).toString()).traceEvents)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  if (worked.length < STEPS / 4) throw new Error('too few frames were seen')
  const rest = `, p50 ${share(worked, 0.5).toFixed(1)}, most ${share(worked, 1).toFixed(1)}, ${worked.length} frames`
  tell(
    `p95 of the main thread's time for a frame, dragging over ${CARDS} cards`,
    share(worked, 0.95),
    MOST.frame,
    'ms',
    rest,
  )
}

async function drop(page, board) {
  const shown = []
  // The drag before has scrolled the lists.
  await open(page, board)
  await page.evaluate(() => (globalThis.foreseen = []))
  for (let at = 0; at < DROPS; at++) {
    const [from, to] = [at % 3, (at + 1) % 3].map((list) => page.locator('[data-list]').nth(list))
    const title = await from.locator('[data-card]').first().innerText()
    const [x, y] = await centre(from.locator('[data-card]').first())
    const [tx, ty] = await centre(to.locator('[data-card]').first())
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 10, y + 10, { steps: 3 })
    await page.mouse.move(tx, ty + 40, { steps: 4 })
    // From the pointer that is let go to the frame that finds the card in its new list.
    const taken = page.evaluate(
      ([list, name]) =>
        new Promise((done) => {
          const target = document.querySelectorAll('[data-list]')[list]
          const there = () => [...target.querySelectorAll('[data-card]')].some((one) => one.innerText === name)
          const look = (begun) => (there() ? done(performance.now() - begun) : requestAnimationFrame(() => look(begun)))
          addEventListener('mouseup', ({ timeStamp }) => look(timeStamp), { once: true, capture: true })
        }),
      [(at + 1) % 3, title],
    )
    // The page listens before the pointer is let go: calls of a page are answered in their order.
    await page.evaluate(() => 0)
    await page.mouse.up()
    shown.push(await taken)
    await page.getByRole('link', { name: 'No unsent changes' }).waitFor()
  }
  const decided = await page.evaluate(() => globalThis.foreseen)
  if (decided.length < DROPS) throw new Error(`${decided.length} drops were decided`)
  const rest = `, p50 ${share(decided, 0.5).toFixed(1)}, ${decided.length} decisions of ${DROPS} drops`
  tell('p95 of what the rules take to decide a drop', share(decided, 0.95), MOST.decided, 'ms', rest)
  console.log(
    `  from the pointer let go to a frame with the card in its list: p50 ${share(shown, 0.5).toFixed(1)} ms, ` +
      `p95 ${share(shown, 0.95).toFixed(1)} ms`,
  )
}

async function theme(page) {
  await page.goto(`${site.url}/desk/todo`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('banner').getByRole('button', { name: /Sales/ }).click()
  await page.getByRole('menuitem', { name: /^Theme/ }).click()
  const took = []
  for (const name of THEMES) {
    const choice = page.getByRole('menuitemradio', { name, exact: true })
    if (!(await choice.count())) continue
    // To the frame after the one that draws it: the first has been shown by then.
    took.push(
      await choice.evaluate(
        (one) =>
          new Promise((done) => {
            const begun = performance.now()
            one.click()
            requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - begun)))
          }),
      ),
    )
  }
  if (took.length < 3) throw new Error(`${took.length} themes were found`)
  tell(
    'the longest change of a theme, to the frame behind it',
    share(took, 1),
    MOST.theme,
    'ms',
    `, ${took.length} themes`,
  )
}

/** The scripts that an address asks for, with what they weigh compressed. */
async function scriptsOf(person, path) {
  const page = await pageOf(person)
  const scripts = new Map()
  page.on('response', async (answer) => {
    const name = new URL(answer.url()).pathname
    if (!name.endsWith('.js') || /worker|godown_wasm/.test(name)) return
    scripts.set(
      name,
      answer.body().then((body) => gzipSync(body, { level: 9 }).length),
    )
  })
  await page.goto(site.url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // The feed of changes stays open, so that the network is never idle: what comes behind the page has come by then.
  await page.waitForTimeout(SETTLED_MS)
  const weights = new Map()
  for (const [name, weight] of scripts) weights.set(name, await weight)
  await page.context().close()
  return weights
}

/** What pages share comes in files of its own, which a browser has from any of them. */
const SHARED = /\/(start|shell|common|grid|chart)-/

async function sizes(person, board) {
  const frame = await scriptsOf(person, '/nowhere')
  const paths = [...PAGES.map((name) => `/desk/${name}`), `/desk/board/${board}`, '/desk/notifications']
  const sum = (scripts) => scripts.reduce((all, [, weight]) => all + weight, 0) / 1000
  for (const path of paths) {
    const more = [...(await scriptsOf(person, path))].filter(([name]) => !frame.has(name))
    const own = more.filter(([name]) => !SHARED.test(name))
    const shared = sum(more) - sum(own)
    const rest = shared > 0 ? `, and ${shared.toFixed(1)} kB that other pages have too` : ''
    tell(`JavaScript of ${path.replace(board, ':id')} of its own`, sum(own), MOST.kilobytes, 'kB', rest)
  }
}

try {
  const sales = await signedIn('SALES')
  const board = await boardOf(sales)
  console.log(`The desk in Chromium; load average ${loadavg()[0].toFixed(1)}`)
  await sizes(sales, board)
  const page = await pageOf(sales)
  await timed(page)
  await drag(page, board)
  await drop(page, board)
  await theme(page)
  console.log(`load average at the end ${loadavg()[0].toFixed(1)}`)
  if (missed.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  await site.end()
}
