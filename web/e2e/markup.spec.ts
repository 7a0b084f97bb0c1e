// Markup in the texts that people type is text on every page: it is shown as it was typed, and nothing of it runs.
import type { Page, Route } from '@playwright/test'
import type { Person, Values } from './support/api'
import { documents, menuOf, own } from './support/everyPage'
import { arrive, pending, settled } from './support/settled'
import { expect, test } from './support/test'

const MARK = '<img src=x onerror=alert(1)>'
/** What people type, by the keys of answers; the words of choices and statuses are none of it. */
const TYPED = /^(.*_)?(name|title|remarks?|notes?|description|subject|body|text|line[12]|contact_person|city)$/

/** One of each of these is called by markup in the books, so that reports and papers have it too. */
const NAMED = ['customer', 'supplier', 'vendor', 'yard', 'product_group', 'truck_type', 'region']

async function call(admin: Person, type: string) {
  const [row] = (await admin.list(type, ['status:ne:Inactive'], 1)).rows
  const doc = await admin.doc(type, row!.id)
  await admin.save(doc, { name: `${String(doc.record.name).slice(0, 20)} ${MARK}` })
}

function marked(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return TYPED.test(key) && value ? `${value} ${MARK}` : value
  if (Array.isArray(value)) return value.map((one) => marked(one, key))
  if (typeof value !== 'object' || !value) return value
  return Object.fromEntries(Object.entries(value as Values).map(([name, inner]) => [name, marked(inner, name)]))
}

async function answered(route: Route) {
  const asked = route.request()
  if (asked.method() !== 'GET' || asked.headers().accept === 'text/event-stream') return route.continue()
  const answer = await route.fetch()
  if (!/json/.test(answer.headers()['content-type'] ?? '')) return route.fulfill({ response: answer })
  return route.fulfill({ response: answer, json: marked(await answer.json()) })
}

/** What of the markup became a part of the page, and whether it stands there as text. */
const found = (page: Page) =>
  page.evaluate(
    (mark) => ({
      run: document.querySelectorAll('img[src="x"], [onerror]').length,
      read: document.body.innerText.includes(mark),
    }),
    MARK,
  )

/** The pages of features draw every kind of part there is; the rest are walked where proofs are played. */
const ALL = process.env.GODOWN_PROVE === '1'
const WALKS = {
  'that a feature has of its own': own,
  ...(ALL && { 'of the menu': menuOf, 'with a document': documents }),
}

for (const [which, spotsOf] of Object.entries(WALKS))
  test(`markup is text on every page ${which}`, async ({ as, person }) => {
    test.setTimeout(900_000)
    const admin = await person('ADMIN')
    const spots = await spotsOf(admin)
    for (const type of NAMED) await call(admin, type)
    const page = await as('ADMIN')
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(`${page.url()}: ${dialog.type()}`)
      void dialog.dismiss()
    })
    await page.route('**/api/**', answered)
    const open = pending(page)
    await page.goto('/dashboard/default')
    await settled(page, { head: 'Dashboard' }, open)
    const run: string[] = []
    let read = 0
    for (const spot of spots) {
      if (!(await arrive(page, spot, open))) continue
      const seen = await found(page)
      if (seen.run > 0) run.push(spot.path)
      if (seen.read) read += 1
    }
    expect(run).toEqual([])
    expect(dialogs).toEqual([])
    expect(read, 'the markup was there to be read').toBeGreaterThan(20)
  })
