// Holds machines to their matrices on all sides: what the core's matrices say of each status, step and person is what
// the server answers, what the core answers as WebAssembly, and what the page shows.
import type { Page } from '@playwright/test'
import type { DocView } from '../../src/core/types.gen'
import { paths } from '../../src/docs/paths'
import { matrixOf, offered, STANDS_MS, type Offer } from './matrix'
import { rulesIn } from './rules'
import { CLOCK, cellOf, columnsIn, columnsOf, isUnseen, stations, type Called, type Station } from './stations'
import { expect, go, test } from './test'

/** The machines of what is sold and paid. */
export const MONEY = [
  'credit_limit_request',
  'credit_note',
  'debit_note',
  'invoice',
  'receipt',
  'reversal',
  'sales_return',
  'trip',
]

/** Steps of which the demo has no document whose own rule allows them, as that of the matrix does. */
const NOT_NOW = new Set([
  'credit_note Posted record',
  'debit_note Posted record',
  'work_order Admin Approval Pending approve',
])

/** Steps that a page names by other words than the step has: a button that leads to where they are entered. */
const CALLED: Record<string, Record<string, string>> = {
  reversal: { execute: 'Carry out' },
  sales_return: { approve: 'Review' },
  trip: { refuse: 'Refused' },
}

/** The heading of a document that has no number yet. */
const UNNUMBERED = /^\D+$/

/** How soon a page is looked at again. */
const LOOKS_MS = [50, 50, 100, 200, 400]

/** Buttons that stand in a bar beside the steps. */
const BESIDE = new Set(['Save draft'])

const all = new Map<string, ReturnType<typeof stations>>()

/** The stations at a server: found once, before anybody looks at them. */
function stationsAt(url: string, types: string[], called: Called) {
  const found = all.get(url) ?? stations(types, called)
  all.set(url, found)
  return found
}

const nameOf = ({ type, status }: Station) => `${type} ${status}`

/** Where the answer to a step is not the matrix's cell. */
function unlike(station: Station, column: string, doc: DocView): string[] {
  const cells = matrixOf(station.type)[station.status]!
  return Object.entries(cells).flatMap(([action, row]) => {
    const [cell, found] = [row[column]!, cellOf(doc, action)]
    const own = cell === '+' && found === '-' && NOT_NOW.has(`${nameOf(station)} ${action}`)
    return cell === found || own
      ? []
      : [`${nameOf(station)}: ${action} by ${column} is ${found}, written down as ${cell}`]
  })
}

/** What the page of a document should show by an answer. */
function expectedOf({ type, actions }: DocView): Offer {
  const said = (one: DocView['actions'][number]) => CALLED[type]?.[one.action] ?? one.label
  return {
    allowed: actions
      .filter((one) => one.allowed)
      .map(said)
      .sort(),
    refused: actions
      .filter((one) => !one.allowed)
      .map((one) => one.label + (one.why ?? ''))
      .sort(),
  }
}

/** What it shows: in its bar, in the forms of steps that are entered in it, and behind buttons that lead to such. */
async function shown(page: Page, type: string): Promise<Offer> {
  const main = page.getByRole('main')
  const bar = await offered(page)
  const words = Object.values(CALLED[type] ?? {})
  const entered = await main.evaluate((root, called) => {
    const text = (one: Element) => (one.textContent ?? '').trim().replace(/…$/, '')
    const labels = [...root.querySelectorAll('form[aria-label]')].map((one) => one.getAttribute('aria-label') ?? '')
    const toggles = [...root.querySelectorAll('[role=group][aria-label="What is entered"] button')].map(text)
    const stops = [...root.querySelectorAll('section[aria-label^="Stop "] button')].map(text)
    const leads = [...root.querySelectorAll('a, button')].filter((one) => !one.closest('[aria-label=Actions]'))
    const links = leads.map(text).filter((one) => called.includes(one))
    return [...labels, ...toggles, ...stops, ...links]
  }, words)
  const allowed = new Set([...bar.allowed.filter((one) => !BESIDE.has(one)), ...entered])
  return { allowed: [...allowed].sort(), refused: bar.refused }
}

/** Whether anybody in a column may ever be offered something in a status. */
const hasSteps = ({ type, status }: Station, column: string) =>
  Object.values(matrixOf(type)[status]!).some((row) => row[column] === '+' || row[column] === '-')

/** The app, loaded: from there on it is gone about in. */
async function opened(page: Page): Promise<Page> {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  return page
}

/** The tests of a file. */
export function hold(types: string[]) {
  test('every status of every machine has a document, with a person in each column of its matrix', async ({
    person,
    server,
  }) => {
    const { found, missing } = await stationsAt(server.url, types, person)
    expect(missing).toEqual([])
    const columns = new Set(found.flatMap(({ type, cast }) => Object.keys(cast).map((column) => `${type} ${column}`)))
    for (const { type, status } of found)
      for (const column of columnsOf(matrixOf(type), status))
        if (column !== CLOCK) expect(columns, 'somebody stands in every column').toContain(`${type} ${column}`)
  })

  test('the core as WebAssembly answers of every document what the server answers', async ({ as, person, server }) => {
    const { found } = await stationsAt(server.url, types, person)
    const rules = await rulesIn(await as('ADMIN'), await person('ADMIN'))
    const wrong: string[] = []
    for (const station of found) {
      for (const [column, id] of Object.entries(station.cast)) {
        if (isUnseen(matrixOf(station.type), station.status, column)) continue
        const who = await person(id)
        const { actions } = await who.doc(station.type, station.doc.id)
        const answer = await rules.actions(who.actor, station.doc)
        const plain = (those: DocView['actions']) => those.map(({ action, allowed, why }) => ({ action, allowed, why }))
        if (JSON.stringify(plain(answer)) !== JSON.stringify(plain(actions)))
          wrong.push(`${nameOf(station)} by ${column}: ${JSON.stringify([plain(answer), plain(actions)])}`)
        wrong.push(...unlike(station, column, { ...station.doc, actions: answer }))
      }
      // The clock signs in nowhere, but the rules know it.
      const answer = await rules.actions(rules.clock, station.doc)
      wrong.push(...unlike(station, CLOCK, { ...station.doc, actions: answer }))
    }
    expect(wrong).toEqual([])
  })

  for (const column of columnsIn(types)) {
    test(`${column} is answered and shown of every document what the matrices say`, async ({ as, person, server }) => {
      const { found } = await stationsAt(server.url, types, person)
      const stood = found.filter(({ cast }) => cast[column])
      expect(stood).not.toEqual([])
      const pages = new Map<string, Page>()
      const [wrong, looked]: [string[], Set<string>] = [[], new Set()]
      /** True once for each thing of a type: what is the same in all of its statuses is tried in one. */
      const first = (thing: string) => !looked.has(thing) && !!looked.add(thing)
      for (const station of stood) {
        const { type, status, doc } = station
        const id = station.cast[column]!
        const who = await person(id)
        const cells = matrixOf(type)
        const seen = await who.status(`/api/docs/${type}/${doc.id}`)
        const unseen = isUnseen(cells, status, column)
        expect(seen, `${nameOf(station)} to ${id}`).toBe(unseen ? 404 : 200)
        for (const [action, row] of Object.entries(cells[status]!)) {
          const code = { '403': 'forbidden', '404': 'not_found', '422': 'bad_state' }[row[column]!]
          if (!code || !first([type, action, row[column] === '422' && status, code].join(' '))) continue
          expect(await who.refused(doc, action), `${nameOf(station)} ${action} by ${id}`).toBe(`${row[column]} ${code}`)
        }
        const answer = unseen ? null : await who.doc(type, doc.id)
        if (answer) wrong.push(...unlike(station, column, answer))
        const often = answer && hasSteps(station, column)
        if (!often && !first(`${type} ${answer ? answer.actions.length > 0 : 'unseen'}`)) continue
        const page = pages.get(id) ?? (await opened(await as(id)))
        pages.set(id, page)
        await go(page, paths.view(type, doc.id))
        if (!answer) {
          await expect(page.getByRole('heading', { level: 1, name: /^(Page not found|You do not have)/ })).toBeVisible()
          continue
        }
        await expect(page.getByRole('heading', { level: 1, name: doc.doc_no ?? UNNUMBERED })).toBeVisible()
        await expect(page.getByRole('main').getByText(status, { exact: true }).first()).toBeVisible()
        // The page may still be drawn anew between a look at its buttons and a click on one of them.
        const stands = async () => expect(await shown(page, type)).toEqual(expectedOf(answer))
        await expect(stands, `${nameOf(station)} to ${id} as ${column}`)
          .toPass({ timeout: STANDS_MS, intervals: LOOKS_MS })
          .catch((why: Error) => wrong.push(why.message))
      }
      expect(wrong).toEqual([])
    })
  }
}
