// Six people, each in their own browser, take the domain's own order from the first key to the posted invoice. What
// each browser was answered is kept and looked through: no money at the yard, no other branch anywhere.
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { peopleAt, type Person, type Values } from './support/api'
import { startServer, type Server } from './support/server'
import { LINE, narrow, prepare, today, type Buyer, type Goods } from './support/story'
import { expect, signInAt, test } from './support/test'

const SIX = ['SALES', 'BM', 'PCT', 'CREDIT', 'YARD', 'ACC'] as const
type Who = (typeof SIX)[number]

/** An IRN belongs to one invoice. */
const irnOf = (id: string) => id.replaceAll('-', '').repeat(2)
const PHONE = { width: 390, height: 844 }

/** Since when each of the six belongs to one branch, milliseconds. */
let narrowed = 0

interface Heard {
  url: string
  body: string
}

interface Cast {
  page: Record<Who, Page>
  heard: Record<Who, Heard[]>
  contexts: BrowserContext[]
}

interface Story {
  buyer: Buyer
  mark: string
  invoice: Values
  shown: [string, string][]
  ewb: string | null
}

const STORIES: Record<string, Story> = {
  'in the same state': {
    buyer: { name: 'Sharma Tubes', gstin: '27AABFT1234K1Z9', stateCode: '27', pin: '411001', mobile: '9822012345' },
    mark: '4071',
    invoice: {
      goods_paise: 5_995_438,
      cgst_paise: 539_589,
      sgst_paise: 539_589,
      total_paise: 7_074_616,
      round_off_paise: -16,
      payable_paise: 7_074_600,
    },
    shown: [
      ['CGST', '5,395.89'],
      ['SGST', '5,395.89'],
      ['Round off', '0.16'],
      ['Total', '70,746.00'],
    ],
    ewb: null,
  },
  'in another state': {
    buyer: {
      name: 'Mysore Pipe Stores',
      gstin: '29ABCPE1234F1Z7',
      stateCode: '29',
      pin: '560001',
      mobile: '9822012346',
    },
    mark: '4072',
    invoice: {
      goods_paise: 5_995_438,
      igst_paise: 1_079_179,
      total_paise: 7_074_617,
      round_off_paise: -17,
      payable_paise: 7_074_600,
    },
    shown: [
      ['IGST', '10,791.79'],
      ['Round off', '0.17'],
      ['Total', '70,746.00'],
    ],
    ewb: '181234567890',
  },
}

let server: Server
const { person } = peopleAt(() => server)

test.beforeAll(async () => {
  server = await startServer()
  await narrow(server.url, [...SIX])
  narrowed = Date.now()
})
test.afterAll(() => server.end())

for (const [where, story] of Object.entries(STORIES)) {
  const tag = where === Object.keys(STORIES)[0] ? '@smoke' : []
  test(`an order ${where} goes from the first key to its posted invoice`, { tag }, async ({ browser }) => {
    const goods = await prepare(server.url, person, story.buyer, story.mark)
    const cast = await enter(browser)
    const { id, no } = await decide(cast.page, goods)
    await loadAndResolve(cast.page, { id, no, goods, slip: story.mark })
    await account(cast.page, { id, no })
    const invoice = await bill(cast.page, story, id)

    const acc = await person('ACC')
    expect(await acc.doc('order', id)).toMatchObject({ status: 'Order Completed', doc_no: no })
    expect((await acc.doc('invoice', invoice)).record).toMatchObject(story.invoice)
    moneyless(cast.heard.YARD)
    await ofOneBranch(cast.heard)
    for (const context of cast.contexts) await leave(context)
  })
}

/** Six browsers that keep every answer, each signed in at the page. */
async function enter(browser: Browser): Promise<Cast> {
  const cast = { page: {}, heard: {}, contexts: [] } as unknown as Cast
  for (const who of SIX) {
    const viewport = who === 'YARD' ? PHONE : undefined
    const context = await browser.newContext({
      ...test.info().project.use,
      ...(viewport && { viewport }),
      baseURL: server.url,
    })
    const heard: Heard[] = (cast.heard[who] = [])
    await context.route('**/api/**', async (route) => {
      // The stream of changes never ends, and what it tells is names alone.
      if (route.request().headers().accept === 'text/event-stream') return route.continue()
      const response = await route.fetch({ timeout: 0, maxRetries: 3 })
      const body = await response.text()
      heard.push({ url: route.request().url(), body })
      await route.fulfill({ response, body })
    })
    const page = (cast.page[who] = await context.newPage())
    await page.goto('/session/signin')
    await signInAt(page, who)
    await expect(page).not.toHaveURL(/\/session\//)
    cast.contexts.push(context)
  }
  return cast
}

/** A read may be under way as a browser closes, and then its answer has nowhere to go. */
async function leave(context: BrowserContext) {
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
}

const bar = (page: Page) => page.getByRole('region', { name: 'Actions' })
const said = (page: Page, words: string) =>
  expect(page.getByRole('region', { name: 'Notices' }).getByText(words)).toBeVisible()

async function pick(scope: Page | Locator, page: Page, label: string, name: string) {
  const box = scope.getByRole('combobox', { name: label, exact: true })
  await box.fill(name)
  await page.getByRole('option', { name }).first().click()
}

async function choose(scope: Page | Locator, page: Page, label: string, name: string) {
  await scope.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

/** T4, T6, T10 and T12: written, approved by the branch manager, forwarded, and allowed by credit. */
async function decide(page: Cast['page'], goods: Goods): Promise<{ id: string; no: string }> {
  const sales = page.SALES
  await sales.goto('/order/add')
  await pick(sales, sales, 'Customer', goods.customer)
  await pick(sales, sales, 'Yard', 'PUN1 Chakan')
  const [year, month, day] = (await today(server.url)).split('-')
  await sales.getByRole('textbox', { name: 'Delivery by' }).fill(`${day}-${month}-${year}`)
  await sales.getByRole('combobox', { name: 'Add a line: size, name or code' }).fill(goods.sku)
  await sales.getByRole('option', { name: goods.sku }).click()
  await sales.getByLabel('Pieces, line 1').fill(String(LINE.pcs))
  await sales.getByLabel('Kilograms, line 1').fill('1,020.500')
  await expect(sales.getByLabel('Rate, line 1')).toHaveAttribute('placeholder', LINE.rate)
  await bar(sales).getByRole('button', { name: 'Submit for approval' }).click()
  await expect(sales).toHaveURL(/\/order\/view\//)
  const id = sales.url().split('/').at(-1)!
  const head = sales.getByRole('heading', { level: 1 })
  await expect(head).toHaveText(/^ORD\/PN\/\d\d-\d\d\/\d{6}$/)
  const no = (await head.textContent())!

  await page.BM.goto(`/order/bmApproval/${id}`)
  await bar(page.BM).getByRole('button', { name: 'Approve', exact: false }).first().click()
  await said(page.BM, `${no} is now Preliminary Credit Team`)

  await page.PCT.goto(`/order/creditApproval/${id}`)
  await page.PCT.getByRole('radio', { name: 'Forward to credit' }).check()
  await choose(page.PCT, page.PCT, 'Recommendation', 'Approve')
  await bar(page.PCT).getByRole('button', { name: 'Forward to credit' }).click()
  await said(page.PCT, `${no} is now Credit Approval Pending`)

  await page.CREDIT.goto(`/order/creditApproval/${id}`)
  await page.CREDIT.getByRole('radio', { name: 'Approve credit' }).check()
  await bar(page.CREDIT).getByRole('button', { name: 'Approve credit' }).click()
  await said(page.CREDIT, `${no} is now Waiting for Loading`)
  return { id, no }
}

async function keys(page: Page, digits: string) {
  for (const digit of digits)
    await page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: digit, exact: true }).click()
}

interface Load {
  id: string
  goods: Goods
  pcs: number
  gross: string
  slip: string
}

async function load(yard: Page, { id, goods, pcs, gross, slip }: Load) {
  await yard.goto(`/yard/yardview/${id}`)
  await yard.getByRole('textbox', { name: `Pieces from ${goods.batch}` }).fill(String(pcs))
  await yard.getByRole('button', { name: 'To the weighbridge' }).click()
  await pick(yard, yard, 'Vehicle', goods.vehicle)
  await pick(yard, yard, 'Driver', goods.driver)
  await expect(yard.getByRole('textbox', { name: "Driver's mobile" }), 'the driver brings it').toHaveValue(goods.mobile)
  await yard.getByRole('textbox', { name: 'Weighbridge slip' }).fill(slip)
  await yard.getByRole('button', { name: /^Tare/ }).click()
  await keys(yard, '8000')
  await yard.getByRole('button', { name: /^Gross/ }).click()
  await keys(yard, gross)
  await yard.getByRole('button', { name: 'Save loading' }).click()
}

/** T16, T18, T19 and T17: a part is loaded, a concern stops the rest and is answered, the rest is loaded. */
async function loadAndResolve(
  page: Cast['page'],
  { id, no, goods, slip }: { id: string; no: string; goods: Goods; slip: string },
) {
  await load(page.YARD, { id, goods, pcs: 20, gross: '8567', slip: `W1-${slip}` })
  await said(page.YARD, `${no}: loading saved`)

  await page.YARD.goto(`/yard/yardview/${id}`)
  await page.YARD.getByRole('button', { name: 'Concern' }).click()
  await page.YARD.getByRole('button', { name: 'Quality' }).click()
  await page.YARD.getByLabel('Remarks').fill('Ends of one bundle are rusted')
  await page.YARD.getByRole('button', { name: 'Raise concern' }).click()
  await said(page.YARD, `${no} is now Raise Concern From Yard`)

  await page.BM.goto(`/order/changestatus/${id}`)
  await take(page.BM, 'Resolve', { Remarks: 'Take the next bundle' })
  await said(page.BM, `${no} is now Waiting for Loading`)

  await load(page.YARD, { id, goods, pcs: 16, gross: '8454', slip: `W2-${slip}` })
  await said(page.YARD, `${no} is now Order Loaded`)
}

/** A step of the page of legal steps, with what it asks for. */
async function take(page: Page, step: string, texts: Values, choices: Values = {}) {
  await page.getByRole('main').getByRole('button', { name: step }).click()
  const box = page.getByRole('dialog', { name: step })
  for (const [label, name] of Object.entries(choices)) await choose(box, page, label, String(name))
  for (const [label, text] of Object.entries(texts)) await box.getByRole('textbox', { name: label }).fill(String(text))
  await box.getByRole('button', { name: step }).click()
  await expect(box).toBeHidden()
}

/** T22, the answer, and T23. */
async function account(page: Cast['page'], { id, no }: { id: string; no: string }) {
  const acc = await person('ACC')
  const loadings = await acc.list('loading', [`order:eq:${id}`])
  const last = loadings.rows.find((row) => row.doc_no?.endsWith('L2'))
  await page.ACC.goto(`/order/changestatus/${id}`)
  await page.ACC.getByRole('main').getByRole('button', { name: 'Raise concern' }).click()
  const box = page.ACC.getByRole('dialog', { name: 'Raise concern' })
  await box.getByRole('combobox', { name: 'Type', exact: true }).click()
  await page.ACC.getByRole('option').nth(1).click()
  await box.getByRole('combobox', { name: 'Loading', exact: true }).click()
  await page.ACC.getByRole('option', { name: last?.doc_no ?? '' }).click()
  await box.getByRole('textbox', { name: 'Remarks' }).fill('Rate is not on the slip')
  await box.getByRole('button', { name: 'Raise concern' }).click()
  await said(page.ACC, `${no} is now Raise Concern By Account`)

  await page.BM.goto(`/order/changestatus/${id}`)
  await take(page.BM, 'Answer', { Remarks: 'The rate is the agreed one' }, { Resolution: 'Nothing to change' })
  await page.ACC.goto(`/order/changestatus/${id}`)
  await take(page.ACC, 'Accept the answer', { Remarks: 'Accepted, thank you' })
  await said(page.ACC, `${no} is now Order Loaded`)
}

/** T25: both loadings on one invoice, posted; where the value asks for it, with its e-way bill. */
async function bill(page: Cast['page'], story: Story, order: string): Promise<string> {
  const { ACC } = page
  const [loading] = (await (await person('ACC')).list('loading', [`order:eq:${order}`])).rows
  await ACC.goto(`/order_loaded/view/${loading!.id}`)
  await ACC.getByRole('button', { name: 'Create invoice' }).click()
  await expect(ACC.getByRole('button', { name: /^Create draft invoice/ }), 'where the work is').toBeVisible()
  await ACC.goto(`/invoice/add/${order}`)
  await ACC.getByRole('button', { name: 'Create draft invoice for 2 loadings' }).click()
  await bar(ACC).getByRole('button', { name: 'Post', exact: false }).first().click()
  await ACC.getByRole('dialog').getByRole('button', { name: 'Post invoice ₹70,746' }).click()
  const head = ACC.getByRole('heading', { level: 1, name: /\/\d\d-\d\d\// })
  await expect(head).toBeVisible()
  await said(ACC, `${await head.textContent()} is now Posted`)
  const totals = ACC.getByRole('main')
  for (const [label, figure] of story.shown)
    await expect(totals.getByText(label).first(), label)
      .toBeVisible()
      .then(() => expect(totals.getByText(figure).first(), label).toBeVisible())
  const id = new URL(ACC.url()).searchParams.get('id')!
  await held(ACC, id)
  await bar(ACC).getByRole('button', { name: 'Record' }).click()
  const box = ACC.getByRole('dialog')
  await box.getByRole('textbox', { name: 'IRN' }).fill(irnOf(id))
  await box.getByRole('textbox', { name: 'Acknowledgement' }).fill('112010036563310')
  await box.getByRole('textbox', { name: 'Acknowledged on' }).fill(await today(server.url))
  await box.getByRole('textbox', { name: 'QR code' }).fill('eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmVk')
  if (story.ewb) {
    await box
      .getByRole('textbox', { name: /way bill/i })
      .first()
      .fill(story.ewb)
    await box.getByRole('textbox', { name: 'Distance' }).fill('840')
  }
  await box.getByRole('button', { name: 'Record' }).click()
  await expect(box).toBeHidden()
  await printed(ACC, id)
  return id
}

/** The demo's turnover asks for an IRN: without it there is one sheet that says what it is not. */
async function held(ACC: Page, id: string) {
  await expect(ACC.getByRole('status', { name: 'Warnings' })).toContainText('IRN is required')
  await ACC.goto(`/invoice/print/${id}`)
  await expect(ACC.getByText('NOT A TAX INVOICE, IRN REQUIRED')).toHaveCount(1)
  await expect(ACC.getByText('TAX INVOICE', { exact: true })).toHaveCount(0)
  await expect(ACC.getByRole('checkbox', { name: 'Original for recipient' })).toHaveCount(0)
  await ACC.goto(`/invoice/CreateEdit?id=${id}`)
}

/** The whole tax invoice: IRN and code, where the seller is, the bank, and the page of pages. */
async function printed(ACC: Page, id: string) {
  await ACC.goto(`/invoice/print/${id}`)
  const sheet = ACC.getByRole('article', { name: /Original for recipient$/ })
  await expect(sheet.getByText('TAX INVOICE', { exact: true })).toBeVisible()
  await expect(sheet.getByRole('img', { name: 'QR code' })).toBeVisible()
  const said = await sheet.first().textContent()
  for (const text of [irnOf(id), /112010036563310/, /PIN \d{6}/, /Maharashtra \(27\)/, /HDFC0000412/, '1.020500 MTS'])
    expect(said).toMatch(text)
  for (const text of ['Reverse charge', 'No', 'Page 1 of 1'])
    await expect(sheet.getByText(text, { exact: true }).first()).toBeVisible()
  await ACC.goto(`/invoice/CreateEdit?id=${id}`)
}

const MONEY = /(^|_)(rate|amount|cost|price|margin)(_|$)|_paise(_|$)/
/**
 * What the yard itself enters, a scrap dealer's price for what it dumps; a rate of law, which is no price; by how much a
 * supplier's rate may differ from what was agreed, a part and no amount; and the value on the challan that it hands to a
 * driver, which the law wants there (CGST rule 55(1)).
 */
const OWN =
  /(\.record\.(est_paise_per_kg|freight_gst_rates\.\d+\.rate_bp|bill_rate_tolerance_bp)|\.paper\.goods\.\d+\.gst_rate_bp|^\/api\/docs\/transfer\/[\w-]+\.paper\.worth\.(value|[cis]gst)_paise)$/

/** Figures under a money's name, with their place in the answer. */
function figures(value: unknown, at: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => figures(one, `${at}.${index}`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'number' && MONEY.test(key) ? [`${at}.${key}`] : figures(inner, `${at}.${key}`),
  )
}

function moneyless(heard: Heard[]) {
  expect(heard.length).toBeGreaterThan(20)
  const found = heard.flatMap(({ url, body }) =>
    body.startsWith('{') || body.startsWith('[') ? figures(JSON.parse(body), new URL(url).pathname) : [],
  )
  expect(found.filter((at) => !OWN.test(at))).toEqual([])
}

/** An answer without what a person was told of while they still belonged to three branches: that stays their own. */
function sinceNarrowed({ url, body }: Heard): string {
  if (!new URL(url).pathname.includes('/docs/notification')) return body
  const told = JSON.parse(body) as { rows?: { since: number }[]; since?: number }
  if (told.rows) return JSON.stringify(told.rows.filter(({ since }) => since >= narrowed))
  return (told.since ?? narrowed) >= narrowed ? body : ''
}

/** Where a trip is told, by itself or in the frames of trips and deliveries. */
const OF_TRIPS = /^\/api\/(docs\/trip\/|frames$)/

/** The orders that a branch's trips carry: two branches that share a vehicle both see all of its trip. */
async function onTripsOf(admin: Person, branch: string): Promise<Set<string>> {
  const trips = await Promise.all((await admin.list('trip', [])).rows.map(({ id }) => admin.doc('trip', id)))
  return new Set(
    trips
      .filter((trip) => [trip.branch, trip.record.second_branch].includes(branch))
      .flatMap(({ record }) => (record.stops as { order?: string }[]).flatMap(({ order }) => order ?? [])),
  )
}

/** Every order that stands anywhere in what the six were answered is of the branch that they belong to. */
async function ofOneBranch(heard: Cast['heard']) {
  const admin = await person('ADMIN')
  const branch = await admin.one('branch', 'code:eq:PUN')
  const foreign = new Set<string>()
  const carried = await onTripsOf(admin, branch.id)
  for (let offset = 0, more = true; more; offset += 500) {
    const page = await admin.get<{ rows: { id: string; doc_no: string | null; branch: string }[]; total: number }>(
      `/api/docs/order?limit=500&offset=${offset}`,
    )
    for (const row of page.rows) {
      if (row.branch !== branch.id) foreign.add(row.id).add(row.doc_no ?? row.id)
      if (carried.has(row.id)) carried.add(row.doc_no ?? row.id)
    }
    more = offset + 500 < page.total
  }
  expect(foreign.size).toBeGreaterThan(100)
  for (const who of SIX) {
    const named = heard[who].flatMap((answer) =>
      (sinceNarrowed(answer).match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|ORD\/\w+\/[\d-]+\/\d+/g) ?? []).map(
        (one) => ({ one, at: new URL(answer.url).pathname }),
      ),
    )
    expect(
      named.filter(({ one, at }) => foreign.has(one) && !(carried.has(one) && OF_TRIPS.test(at))),
      who,
    ).toEqual([])
  }
}
