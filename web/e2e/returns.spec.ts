// Sales returns: every address of theirs, who may open which view, and one from the invoice to accounts.
import type { Page } from '@playwright/test'
import { ROUTES } from '../src/kit/routes'
import { paths } from '../src/docs/paths'
import type { DocView, Row } from '../src/core/types.gen'
import type { OpenItems } from '../src/net/answers.gen'
import type { Person } from './support/api'
import { inPage, play, waitingOf } from './support/rounds'
import { expect, go, test } from './support/test'
import { open, sendPhoto } from './support/typing'

const PHONE = { width: 390, height: 844 }
const PATHS = ROUTES.map((row) => row.path).filter((path) => path.startsWith('/sales-return'))
/** The views that an address may name, with somebody whose they are. */
const VIEWS: Record<string, string> = {
  sales: 'SALES',
  bm: 'BM',
  credit: 'CREDIT',
  yard: 'YARD',
  logistic: 'LOGI',
  account: 'ACC',
  audit: 'AUDIT',
  admin: 'ADMIN',
}
const NOBODY = '00000000-0000-4000-8000-000000000000'

const heading = (page: Page, name?: RegExp) => page.getByRole('heading', { level: 1, ...(name && { name }) })
const fill = (path: string, id: string, hint = '') => path.replace(':userType', hint).replace(/:\w+/, id)

interface Lot {
  line: number
  batch: string
  batch_no: string
  left_pcs: number
}
interface Sold {
  invoice: Row
  lot: Lot
}

/** Invoices of the first yard with a line of which so many pieces can be returned. */
async function sold(sales: Person, yard: string, pcs: number, skip = 0): Promise<Sold> {
  const { rows } = await sales.list('invoice', ['status:eq:Posted', `yard:eq:${yard}`], 100)
  const found: Sold[] = []
  for (const invoice of rows) {
    const goods = await sales.get<{ rows: Lot[] }>(`/api/invoice/returnable/${invoice.id}`)
    const lot = goods.rows.find((row) => row.left_pcs >= pcs)
    if (lot) found.push({ invoice, lot })
    if (found.length > skip) return found[skip]!
  }
  throw new Error('no invoice of which enough can be returned')
}

/** A return of so many pieces that the branch manager approved. */
async function approved(sales: Person, bm: Person, yard: string, pcs: number, skip: number): Promise<DocView> {
  const { invoice, lot } = await sold(sales, yard, pcs, skip)
  const draft = await sales.create('sales_return', {
    invoice: invoice.id,
    pickup: 'customer',
    freight_by: 'customer',
    vehicle_no: 'MH12AB1234',
    lines: [{ line: lot.line, batch: lot.batch, pcs, reason: 'EXCESS' }],
  })
  await sales.act(draft, 'submit')
  return bm.act(await bm.doc('sales_return', draft.id), 'approve', {
    settlement: 'credit_note',
    override: true,
    remarks: 'Looked at on the site',
  })
}

test('every route of returns opens in each of its views, and in no other', async ({ as, person }) => {
  test.slow()
  const admin = await person('ADMIN')
  const asked = await admin.one('sales_return', 'status:eq:BM Approval Pending')
  const draft = await admin.one('sales_return', 'status:eq:Draft')
  expect(PATHS).toHaveLength(8)
  const page = await as('ADMIN')
  await page.goto('/')
  for (const path of PATHS) {
    for (const hint of path.includes(':userType') ? Object.keys(VIEWS) : ['']) {
      const address = fill(path, path.includes('/edit/') ? draft.id : asked.id, hint)
      await open(page, address)
      await expect(heading(page, /^(Page not found|You do not have access)/), address).toHaveCount(0)
      await expect(heading(page), address).toBeVisible()
      await expect(page.getByRole('button', { name: 'Try again' }), address).toHaveCount(0)
    }
    if (path.includes(':userType')) {
      await open(page, fill(path, asked.id, 'nobody'))
      await expect(heading(page, /^Page not found/), path).toBeVisible()
    }
    if (path.includes(':orderid')) {
      await open(page, fill(path, NOBODY, 'yard'))
      await expect(heading(page, /^Page not found/), path).toBeVisible()
    }
  }
})

test('a view of returns refuses whose it is not, and returns who has no right to them', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const row = await admin.one('sales_return', 'status:eq:Received at Yard')
  const [yard, purch] = [await as('YARD'), await as('PURCH')]
  await yard.goto('/')
  for (const view of Object.keys(VIEWS).filter((one) => one !== 'yard')) {
    await open(yard, `/sales-return/view/${view}/${row.id}`)
    await expect(heading(yard, /^You do not have access/), view).toBeVisible()
  }
  await purch.goto('/')
  for (const path of PATHS) {
    const address = fill(path, row.id, 'purchase')
    await open(purch, address)
    await expect(heading(purch, /^You do not have access/), address).toBeVisible()
  }
})

test(
  'goods come back from the invoice over the branch manager and the scales into three states of stock',
  { tag: '@smoke' },
  async ({ as, person }) => {
    test.slow()
    const [sales, admin] = [await person('SALES'), await person('ADMIN')]
    const yard = await admin.one('yard', 'code:eq:PUN1')
    const { invoice, lot } = await sold(sales, yard.id, 12)

    const desk = await as('SALES')
    await desk.goto(paths.view('invoice', invoice.id))
    await desk.getByRole('link', { name: 'Start a return' }).click()
    const goods = desk.getByRole('region', { name: `Batch ${lot.batch_no}` }).first()
    await goods.getByRole('button', { name: 'Return some' }).click()
    await goods.getByRole('textbox', { name: 'Pieces' }).fill(String(lot.left_pcs + 1))
    for (const [label, name] of [
      ['Brought by', 'The customer'],
      ['Freight is borne by', 'We'],
      ['Reason', 'Rust'],
    ] as const) {
      await desk.getByRole('combobox', { name: label, exact: true }).click()
      await desk.getByRole('option', { name, exact: true }).click()
    }
    await desk.getByRole('button', { name: /^Save draft/ }).click()
    await expect(goods.getByText(/^Only .* of this line can still be returned$/)).toBeVisible()
    await goods.getByRole('textbox', { name: 'Pieces' }).fill('12')
    await desk.getByRole('button', { name: /^Save draft/ }).click()
    await expect(desk).toHaveURL(/\/sales-return\/view\//)
    const id = desk.url().split('/').at(-1)!
    await desk
      .getByRole('region', { name: 'Actions' })
      .getByRole('button', { name: /^Send for approval/ })
      .click()
    const box = desk.getByRole('dialog')
    if (await box.isVisible()) await box.locator('button[type=submit]').click()
    await expect.poll(async () => (await admin.doc('sales_return', id)).status).toBe('BM Approval Pending')

    const { rows: waiting } = await (await person('BM')).list('sales_return', ['status:eq:BM Approval Pending'])
    const manager = await as('BM')
    await manager.goto(paths.returnApproval(id))
    const approve = manager.getByRole('form', { name: 'Approve' })
    await approve.getByRole('textbox', { name: 'Pieces' }).fill('10')
    await approve.getByRole('combobox', { name: 'Settlement' }).click()
    await manager.getByRole('option', { name: 'Credit note' }).click()
    await approve.getByRole('button', { name: 'Approve' }).click()
    await expect.poll(async () => (await admin.doc('sales_return', id)).status).toBe('Approved')
    // The next one that waits is opened, where the day's demo has one.
    if (waiting.some((row) => row.id !== id)) await expect(manager).not.toHaveURL(new RegExp(id))

    const { record, doc_no } = await admin.doc('sales_return', id)
    const weight = (record.lots as { approved_g: number }[])[0]!.approved_g
    const phone = await as('YARD', { viewport: PHONE })
    await phone.goto(`/sales-return/view/yard/${id}`)
    await expect(phone.getByText('Value, ₹')).toHaveCount(0)
    const receive = phone.getByRole('form', { name: 'Receive' })
    await receive.getByRole('textbox', { name: 'Vehicle', exact: true }).fill('MH12AB1234')
    await receive.getByRole('textbox', { name: 'Tare' }).fill('8000')
    await receive.getByRole('textbox', { name: 'Gross' }).fill(String(8_000 + weight / 1_000))
    await receive.getByRole('textbox', { name: 'Weighbridge slip' }).fill('E2E 41')
    await receive.getByRole('button', { name: 'Receive' }).click()
    await expect(phone.getByRole('status').filter({ hasText: `${doc_no} is now Received at Yard` })).toBeVisible()

    await phone.getByRole('group', { name: 'What is entered' }).getByRole('button', { name: 'Inspect' }).click()
    const inspect = phone.getByRole('form', { name: 'Inspect' })
    const free = inspect.getByRole('textbox', { name: 'Pieces free' })
    await inspect.getByRole('textbox', { name: 'Pieces on hold' }).fill('3')
    await inspect.getByRole('textbox', { name: 'Pieces dumped' }).fill('2')
    // What is free follows from the others, until it is typed.
    await expect(free).toHaveValue('5')
    await free.fill('4')
    await inspect.getByRole('textbox', { name: 'Pieces on hold' }).fill('3')
    await expect(free).toHaveValue('4')
    await sendPhoto(phone, inspect.locator('input[type=file]').first(), 41)
    await inspect.getByRole('button', { name: 'Inspect' }).click()
    await expect(inspect.getByText(/^Free, on hold and dumped must come to 10 pcs/).first()).toBeVisible()
    await free.fill('5')
    await inspect.getByRole('button', { name: 'Inspect' }).click()
    await expect(phone.getByRole('status').filter({ hasText: `${doc_no} is now Inspected` })).toBeVisible()
    const done = await admin.doc('sales_return', id)
    const [split] = done.record.lots as Record<string, number>[]
    expect([split!.free_pcs, split!.hold_pcs, split!.dump_pcs]).toEqual([5, 3, 2])
    expect(split!.free_g! + split!.hold_g! + split!.dump_g!).toBe(split!.received_g)
    await (await person('BM')).act(done, 'hand_over')

    const acc = await person('ACC')
    const owed = async () => {
      const open = await acc.get<OpenItems>(`/api/receipt/open/${String(record.customer)}`)
      return open.rows.reduce((sum, row) => sum + row.balance_paise, 0) - open.on_account_paise
    }
    const before = await owed()
    const accounts = await as('ACC')
    // To look at, and where accounts take their step.
    await accounts.goto(`/sales-return-view/account/${id}`)
    await expect(accounts.getByText('Account Pending', { exact: true }).first()).toBeVisible()
    await expect(accounts.getByRole('button', { name: /^Complete/ })).toHaveCount(0)
    await go(accounts, `/sales-return/view/account/${id}`)
    await accounts
      .getByRole('region', { name: 'Actions' })
      .getByRole('button', { name: /^Complete/ })
      .click()
    const asked = accounts.getByRole('dialog')
    await asked.getByRole('button', { name: /^Complete/ }).click()
    await expect(accounts.getByText('Completed', { exact: true }).first()).toBeVisible()
    const { credit_note, credit_note_no, credited_paise } = (await admin.doc('sales_return', id)).record
    const note = await acc.doc('credit_note', String(credit_note))
    const first = (list: unknown) => (list as Record<string, number>[])[0]!
    const billed = (await acc.doc('invoice', invoice.id)).record
    expect(note.record).toMatchObject({ pcs: 10, reason: 'return', place_of_supply: billed.place_of_supply })
    expect(first(note.record.lines).rate_paise).toBe((billed.lines as Record<string, number>[])[lot.line]!.rate_paise)
    expect(await owed()).toBe(before - Number(credited_paise))

    await accounts.getByRole('link', { name: String(credit_note_no) }).click()
    await expect(accounts.getByRole('heading', { level: 1, name: String(credit_note_no) })).toBeVisible()
    await expect(accounts.getByText('Goods', { exact: true }).first()).toBeVisible()
    await go(accounts, paths.view('invoice', invoice.id))
    await expect(accounts.getByRole('region', { name: 'Returns' })).toContainText(String(doc_no))
    await expect(accounts.getByRole('region', { name: 'Credit and debit notes' })).toContainText(String(credit_note_no))
    await go(accounts, paths.customerTab(String(record.customer), 'returns'))
    await expect(accounts.getByText(String(credit_note_no)).first()).toBeVisible()
  },
)

test('what waited of a return and was refused is opened with what was typed, corrected and sent', async ({
  as,
  person,
}) => {
  test.slow()
  const [sales, bm, admin] = [await person('SALES'), await person('BM'), await person('ADMIN')]
  const yard = await admin.one('yard', 'code:eq:PUN1')
  const { id, record } = await approved(sales, bm, yard.id, 4, 1)
  const keeper = await as('YARD')
  const said: [string, string] = ['remarks', 'Remarks']
  const path = paths.view('sales_return', id)
  const played: string[] = []
  const rounds = [
    inPage('sales_return receive', 'Receive', path, said, async (page) => {
      await page.getByRole('textbox', { name: 'Tare' }).fill('8000')
      await page.getByRole('textbox', { name: 'Gross' }).fill(String(8_000 + Number(record.weight_g) / 1_000))
      await page.getByRole('textbox', { name: 'Weighbridge slip' }).fill('E2E 42')
    }),
    inPage('sales_return inspect', 'Inspect', path, said, async (page) => {
      await page.getByRole('button', { name: 'Inspect' }).first().click()
      await expect(page.getByRole('textbox', { name: 'Pieces free' })).toHaveValue('4')
    }),
  ]
  for (const round of rounds) {
    await test.step(round.deed, () => play(keeper, round))
    played.push(round.deed)
  }
  const { status, history } = await bm.doc('sales_return', id)
  expect(status).toBe('Inspected')
  expect(history.map(({ action }) => action)).toEqual(expect.arrayContaining(['receive', 'inspect']))
  expect(played.sort()).toEqual(waitingOf(['sales_return']))
})
