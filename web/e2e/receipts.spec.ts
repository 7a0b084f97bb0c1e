// Receipts: every address of theirs in each of its views, and a cheque from the salesperson to the bank's statement.
import type { Page } from '@playwright/test'
import { ROUTES } from '../src/kit/routes'
import { paths } from '../src/docs/paths'
import type { Row } from '../src/core/types.gen'
import type { OpenItem, OpenItems } from '../src/net/answers.gen'
import type { Person } from './support/api'
import { FIRST, SECOND, play, waitingOf, type Round } from './support/rounds'
import { today } from './support/story'
import { expect, test } from './support/test'
import { open } from './support/typing'

const PATHS = ROUTES.map((row) => row.path).filter((path) => path.startsWith('/customer-reciept'))
/** The views that an address may name, with somebody whose they are. */
const VIEWS: Record<string, string> = {
  sales: 'SALES',
  bm: 'BM',
  pct: 'PCT',
  credit: 'CREDIT',
  account: 'ACC',
  audit: 'AUDIT',
  admin: 'ADMIN',
}

const heading = (page: Page, name?: RegExp) => page.getByRole('heading', { level: 1, ...(name && { name }) })
const fill = (path: string, id: string, hint = '') => path.replace(':userType', hint).replace(/:\w+/, id)
const shown = (day: string) => day.split('-').reverse().join('-')
const inRupees = (paise: number) => (paise / 100).toFixed(2)
const actions = (page: Page) => page.getByRole('region', { name: 'Actions' })

/** Invoices of customers of the salesperson's own of which so much is open. */
async function owed(sales: Person, paise: number) {
  const { rows } = await sales.list('invoice', ['status:eq:Posted'], 200)
  const found: { customer: Row; item: OpenItem }[] = []
  for (const { id } of rows) {
    const customer = String((await sales.doc('invoice', id)).record.customer)
    if (found.some((one) => one.customer.id === customer)) continue
    const open = await sales.get<OpenItems>(`/api/receipt/open/${customer}`)
    const item = open.rows.find((row) => row.field === 'invoice' && row.balance_paise >= paise)
    if (item) found.push({ customer: await sales.one('customer', `id:eq:${customer}`), item })
    if (found.length === 2) return found as [(typeof found)[0], (typeof found)[0]]
  }
  throw new Error('no two customers owe so much')
}

test('every route of receipts opens in each of its views, and an older address leads there', async ({ as, person }) => {
  test.slow()
  const admin = await person('ADMIN')
  const confirmed = await admin.one('receipt', 'status:eq:Confirmed')
  const draft = await admin.one('receipt', 'status:eq:Draft')
  expect(PATHS).toHaveLength(6)
  const page = await as('ADMIN')
  await page.goto('/')
  for (const path of PATHS) {
    for (const hint of path.includes(':userType') ? Object.keys(VIEWS) : ['']) {
      const address = fill(path, path.includes('/edit/') ? draft.id : confirmed.id, hint)
      await open(page, address)
      await expect(heading(page, /^(Page not found|You do not have access)/), address).toHaveCount(0)
      await expect(heading(page), address).toBeVisible()
      await expect(page.getByRole('button', { name: 'Try again' }), address).toHaveCount(0)
    }
    if (path.includes(':userType')) {
      await open(page, fill(path, confirmed.id, 'nobody'))
      await expect(heading(page, /^Page not found/), path).toBeVisible()
    }
  }
  for (const [from, to] of [
    ['/receipt', '/customer-reciept'],
    ['/receipt/add?mode=cash', '/customer-reciept/add?mode=cash'],
    [`/receipt/view/${confirmed.id}`, paths.view('receipt', confirmed.id)],
  ] as const) {
    await open(page, from)
    await expect(page).toHaveURL(to)
  }
  const accounts = await as('ACC')
  await accounts.goto('/')
  await open(accounts, `/customer-reciept/view/sales/${confirmed.id}`)
  await expect(heading(accounts, /^You do not have access/)).toBeVisible()
  const buyer = await as('PURCH')
  await buyer.goto('/')
  for (const path of PATHS) {
    await open(buyer, fill(path, confirmed.id, 'purchase'))
    await expect(heading(buyer, /^You do not have access/), path).toBeVisible()
  }
})

test('a cheque goes from the salesperson to accounts, and the bank’s statement clears it and what it pays', async ({
  as,
  person,
  server,
}) => {
  test.slow()
  const [sales, admin] = [await person('SALES'), await person('ADMIN')]
  const day = shown(await today(server.url))
  const [{ customer, item }] = await owed(sales, 300_000)

  const desk = await as('SALES')
  await desk.goto(paths.add('receipt'))
  await desk.getByRole('combobox', { name: 'Customer', exact: true }).fill(String(customer.name))
  await desk
    .getByRole('option', { name: String(customer.name) })
    .first()
    .click()
  for (const [label, name] of [
    ['Mode', 'Cheque'],
    ['Set against', 'By hand'],
  ] as const) {
    await desk.getByRole('combobox', { name: label, exact: true }).click()
    await desk.getByRole('option', { name, exact: true }).click()
  }
  for (const [label, value] of [
    ['Date', day],
    ['Amount', inRupees(item.balance_paise + 100)],
    ['Cheque number', '48291'],
    ['Cheque date', day],
    ['Drawn on', 'HDFC Bank, Camp'],
    ['IFSC', 'HDFC0000007'],
  ] as const)
    await desk.getByRole('textbox', { name: label, exact: true }).fill(value)
  const against = desk.getByRole('region', { name: 'Set against' })
  await against.getByRole('button', { name: `Pay this: ${item.name}` }).click()
  const amount = against.getByRole('textbox', { name: `Amount, ${item.name}` })
  await amount.fill(inRupees(item.balance_paise + 100))
  const save = desk.getByRole('button', { name: /^Save draft/ })
  await save.click()
  await expect(desk.getByText(/6 digits/).first()).toBeVisible()
  await desk.getByRole('textbox', { name: 'Cheque number' }).fill('482915')
  await save.click()
  await expect(against.getByText(/^Only ₹.* is open$/)).toBeVisible()
  await amount.fill('2000.00')
  await save.click()
  await expect(desk).toHaveURL(/\/customer-reciept\/view\//)
  const id = desk.url().split('/').at(-1)!
  await actions(desk)
    .getByRole('button', { name: /^Send for confirmation/ })
    .click()
  const box = desk.getByRole('dialog')
  await box.locator('button[type=submit]').click()
  await expect.poll(async () => (await admin.doc('receipt', id)).status).toBe('Pending Confirmation')

  const acc = await person('ACC')
  await acc.act(await acc.act(await acc.doc('receipt', id), 'confirm'), 'deposit')
  const accounts = await as('ACC')
  await accounts.goto(paths.list('receipt'))
  await accounts.getByRole('link', { name: 'Bank statement' }).click()
  const csv = [
    'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.,Closing Balance',
    `${day},CLG-HDFC BANK CAMP,0000000000482915,,${inRupees(item.balance_paise + 100)},1000.00`,
    `${day},UPI-SOMEBODY-632500000001,0000632500000001,,12.00,1012.00`,
    '32-11-2026,UPI-NOBODY,,,70.00,1082.00',
  ]
  await accounts
    .getByLabel('Bank statement, CSV or XLSX')
    .setInputFiles({ name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(csv.join('\n')) })
  const { doc_no } = await admin.doc('receipt', id)
  await expect(accounts.getByRole('link', { name: doc_no! })).toBeVisible()
  await expect(accounts.getByRole('alert')).toHaveText(/^The date or amount of row 4 cannot be read/)
  await expect(accounts.getByText(/^Cheque number and amount, ₹/)).toBeVisible()
  await accounts.getByRole('button', { name: `Cleared: ${String(customer.name)}` }).click()
  await expect.poll(async () => (await admin.doc('receipt', id)).status).toBe('Cleared')
  await accounts.getByRole('button', { name: /^No match 1/ }).click()
  await expect(accounts.getByRole('link', { name: 'New receipt' })).toBeVisible()

  // The rest of it lies on account, and is set against the same invoice later.
  await accounts.goto(`/customer-reciept/view/account/${id}`)
  const form = accounts.getByRole('form', { name: 'Set against invoices' })
  await form.getByRole('button', { name: `Pay this: ${item.name}` }).click()
  await form.getByRole('textbox', { name: `Amount, ${item.name}` }).fill('500.00')
  await form.getByRole('textbox', { name: `TDS, ${item.name}` }).fill('100.00')
  await form.locator('button[type=submit]').click()
  await expect(accounts.getByRole('region', { name: 'Set against', exact: true })).toContainText('500.00')
  const done = await admin.doc('receipt', id)
  expect(done.record.settled).toMatchObject([
    { invoice: item.id, amount_paise: 200_000 },
    { invoice: item.id, amount_paise: 50_000, tds_paise: 10_000 },
  ])
  const open = await admin.get<OpenItems>(`/api/receipt/open/${customer.id}`)
  const left = open.rows.find((row) => row.id === item.id)!.balance_paise
  expect(left).toBe(item.balance_paise - 260_000)
})

test('what waited of a receipt and was refused is opened with what was typed, corrected and sent', async ({
  as,
  person,
  server,
}) => {
  test.slow()
  const [sales, admin] = [await person('SALES'), await person('ADMIN')]
  const [, { customer }] = await owed(sales, 100_000)
  const day = await today(server.url)
  const draft = await sales.create('receipt', {
    date: day,
    customer: customer.id,
    mode: 'cash',
    amount_paise: 150_000,
    spread: 'due',
  })
  const desk = await as('SALES')
  const box = (page: Page) => page.getByRole('dialog', { name: 'Send for confirmation' })
  const narration = (page: Page) => page.getByRole('textbox', { name: 'Narration', exact: true })
  const remarks = (page: Page) => box(page).getByRole('textbox', { name: 'Remarks', exact: true })
  const save = (page: Page) => page.getByRole('button', { name: /^Save draft/ }).click()
  const send = (page: Page) => box(page).locator('button[type=submit]').click()
  const form = {
    at: 'narration',
    type: async (page: Page) => {
      await narration(page).fill(FIRST)
      await save(page)
    },
    typed: narration,
    send: save,
  }
  const rounds: Round[] = [
    {
      ...form,
      deed: 'receipt create',
      path: `${paths.add('receipt')}?mode=cash&amount_paise=120000&date=${day}`,
      ready: async (page) => {
        await page.getByRole('combobox', { name: 'Customer', exact: true }).fill(String(customer.name))
        await page
          .getByRole('option', { name: String(customer.name) })
          .first()
          .click()
      },
    },
    {
      ...form,
      deed: 'receipt update',
      path: paths.edit('receipt', draft.id),
      ready: (page) => expect(narration(page)).toHaveValue(''),
    },
    {
      deed: 'receipt submit',
      at: 'inputs.remarks',
      path: paths.view('receipt', draft.id),
      ready: (page) =>
        actions(page)
          .getByRole('button', { name: /^Send for confirmation/ })
          .click(),
      type: async (page) => {
        await remarks(page).fill(FIRST)
        await send(page)
      },
      typed: remarks,
      send,
    },
  ]
  for (const round of rounds) await test.step(round.deed, () => play(desk, round))
  const { status, record, history } = await admin.doc('receipt', draft.id)
  expect([status, record.narration]).toEqual(['Pending Confirmation', SECOND])
  expect(history.find(({ action }) => action === 'submit')?.remarks).toBe(SECOND)
  expect(rounds.map((round) => round.deed).sort()).toEqual(waitingOf(['receipt']))
})

test('an advance is written from its order, kept for it, and stands on the order once accounts confirmed it', async ({
  as,
  person,
}) => {
  const [sales, accounts] = [await person('SALES'), await person('ACC')]
  const { rows } = await sales.list('order', ['status:eq:Waiting for Loading'])
  const order = rows.find((row) => row.owner === sales.id) ?? rows[0]!
  const page = await as('SALES')
  await page.goto(`${paths.view('order', order.id)}/advances`)
  await page.getByRole('link', { name: 'Record an advance' }).click()
  await expect(page.getByRole('combobox', { name: 'Advance for order' })).toHaveValue(String(order.doc_no))
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('50000')
  await page.getByRole('textbox', { name: 'UTR', exact: true }).fill('HDFCR52026112700077')
  await page.getByRole('button', { name: /^Save draft/ }).click()
  await expect(page).toHaveURL(/\/customer-reciept\/view\//)
  const id = page.url().split('/').at(-1)!
  await sales.act(await sales.doc('receipt', id), 'submit')
  await accounts.act(await accounts.doc('receipt', id), 'confirm')
  await page.goto(`${paths.view('order', order.id)}/advances`)
  const row = page.getByRole('row').filter({ hasText: 'Confirmed' })
  await expect(row).toContainText('50,000.00')
  await expect(row.getByRole('cell').nth(3)).toHaveText('50,000.00')
})
