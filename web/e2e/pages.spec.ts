// Typing stays on the pages that documents have of their own, as `typing.spec.ts` says it of the generic forms: each
// page with something to type into meets whatever may happen meanwhile.
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { paths } from '../src/docs/paths'
import { ROUTES, type RouteRow } from '../src/kit/routes'
import { given, type Given } from './support/given'
import { LOADINGS, ORDERS } from './support/orderPages'
import { ENTRANCES, GOODS, OTHERS } from './support/otherPages'
import { COUNTS, LEAVING, LIMITS, RETURNS, TRANSFERS, TRIPS, WORKS } from './support/yardPages'
import { expect, test } from './support/test'
import {
  awayAndBack,
  comesAnew,
  drawn,
  form,
  holdChanges,
  holdToRefuse,
  letPass,
  open,
  refusal,
  sendPhoto,
} from './support/typing'
import { box, type Walked } from './support/walked'

/** The pages by what they are about, as the tests are named. */
const WALKED = {
  orders: ORDERS,
  'the yard and of loadings': LOADINGS,
  goods: GOODS,
  transfers: TRANSFERS,
  'what leaves the books of a yard': LEAVING,
  'work orders': WORKS,
  'sales returns': RETURNS,
  trips: TRIPS,
  'credit limits': LIMITS,
  'counting stock': COUNTS,
  'people, rights and rows': OTHERS,
}

/** Pages with nothing to type into but words to search by. */
const NOTHING_TYPED = [
  'dashboard/Dashboard',
  'dashboard/BranchDashboard',
  'dashboard/CreditDashboard',
  'dashboard/AccountsDashboard',
  'dashboard/LogisticsDashboard',
  'profile/Profile',
  'profile/Settings',
  'profile/Sessions',
  'unsent/Unsent',
  'desk/inbox/Inbox',
  'desk/inbox/Letter',
  'desk/contacts/Contacts',
  'desk/recent/Recent',
  'help/Help',
  'profile/Notifications',
  'access/Approvers',
  'access/MenuDashboard',
  'audits/Audits',
  'stock/DumpReasons',
  'stock/ClosingReasons',
  'setup/Setup',
  'skus/SkuViewNew',
  'skus/SkuMastersInfo',
  'orders/LoadedList',
  'orders/LoadedAdd',
  'orders/GatePass',
  'stock/InwardList',
  'stock/ClosingView',
  'stock/ViewStock',
  'transfers/TransferLogisticWaiting',
  'transfers/TransferBatchesWaiting',
  'returns/ReturnLook',
  'reversal/OrderRevert',
  'reversal/ReversalView',
  'reversal/DoReversal',
  'receipts/Statement',
  'invoices/InvoiceDesk',
  'invoices/Portal',
  'invoices/InvoicePrint',
  'papers/Printed',
  'stock/BatchView',
  'returns/CustomerReturns',
  'invoices/NoteView',
  'receipts/StatementButton',
  'returns/ReturnFields',
  'desk/contacts/CardsButton',
]
/** Where the pages and tabs of a type's own are, which stand in no row. */
const OF_TYPES: Record<string, (at: Given) => string> = {
  'stock/BatchView': ({ batch }) => paths.view('batch', batch),
  'returns/CustomerReturns': ({ customerId }) => paths.customerTab(customerId, 'returns'),
  'invoices/NoteView': ({ note }) => paths.view('credit_note', note),
  'receipts/StatementButton': () => paths.list('receipt'),
  'returns/ReturnFields': () => paths.add('sales_return'),
  'desk/contacts/CardsButton': () => paths.list('contact'),
}
/** Those that are no page, and the one that goes on to another at once. */
const NO_PAGE = [
  'session/NotFound',
  'profile/Go',
  'access/MenuIconCell',
  'stock/PurchaseNext',
  'profile/EmployeeNext',
  'orders/CustomerCredit',
]
/** The stories of the desk, of purchases and of what is sent type into these themselves. */
const ELSEWHERE = [
  'desk/shop/Shop',
  'desk/board/Boards',
  'desk/board/Board',
  'desk/todo/Todo',
  'desk/calendar/Calendar',
  'chat/Chat',
  'papers/MailFields',
  'payments/PaymentBills',
]
/** The gallery keeps nothing that is typed. */
const isExample = (module: string) => module.startsWith('gallery/')

/** What keys go into: not a choice, a tick, a picture, or what a list is asked for, which stands in the address. */
const NO_KEYS =
  '.filters *, .page-actions *, [type=search], [type=date], [type=checkbox], [type=radio], [type=file], [role=combobox], [aria-hidden], [readonly]'
const TYPED_INTO = `textarea:visible, input:visible:not(${NO_KEYS})`

const IDS: Record<string, keyof Given> = {
  loading: 'loading',
  sku: 'sku',
  invoice: 'posted',
  inward: 'inward',
  batch_closing: 'closing',
  sales_return: 'returnAsked',
  credit_note: 'note',
  reversal: 'reversal',
  inbox_message: 'letter',
}
const addressOf = ({ path, type = '' }: RouteRow, at: Given) =>
  path
    .replace(':logintype', 'logistic')
    .replace(':userType', 'admin')
    .replace(/:\w+/, path.includes('empid') ? at.admin.id : String(at[IDS[type] ?? 'draft']))

type Happen = (page: Page, input: Locator) => Promise<unknown>

/** What happens on a page while somebody types, each until its end, with what stands in the input then. */
function eventsOf(row: Walked, given: Given): [event: string, stands: string, Happen][] {
  const [first, later, more] = row.types ?? ['8', '88', '888']
  const type = (input: Locator, text: string) => (row.chosen ? input.selectOption(text) : input.fill(text))
  const { another, send, still, again } = row
  const all: [string, string, Happen][] = [['it is typed', first, (_, input) => type(input, first)]]
  if (!row.outside) all.push(['the server is away and comes back', first, awayAndBack])
  if (row.files === true)
    all.push(['a file is sent', first, (page) => sendPhoto(page, form(page).locator('input[type=file]').first(), 7)])
  if (typeof send !== 'string')
    all.push([
      'it is refused while more is typed',
      still ? first : later,
      async (page, input) => {
        const { asked, letGo } = await holdToRefuse(page)
        await input.focus()
        await send(page)
        await expect.poll(asked).toBe(1)
        if (still) await page.keyboard.type(more)
        else await type(input, later)
        letGo()
        await expect(refusal(page)).toBeVisible()
        letPass(page)
      },
    ])
  if (again)
    all.push([
      'it is closed and opened again',
      first,
      async (page) => {
        await page.keyboard.press('Escape')
        await expect(box(page)).toHaveCount(0)
        await again(page)
      },
    ])
  if (typeof send !== 'string' && !still && !row.leaves)
    all.push([
      'it is saved while more is typed',
      more,
      async (page, input) => {
        const { asked, letGo } = await holdChanges(page)
        await input.focus()
        await send(page)
        await expect.poll(asked).toBe(1)
        await type(input, more)
        const saved = page.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.ok())
        letGo()
        await (await saved).finished()
      },
    ])
  if (typeof another !== 'string') {
    const [address, does] = another
    all.push([
      'another changes what it shows',
      still || typeof send === 'string' ? first : more,
      (page) => comesAnew(page, address(given), () => does(given)),
    ])
  }
  return all
}

/** After which event something else stood there than what was typed. */
async function lostOn(page: Page, row: Walked, at: Given): Promise<string[]> {
  const input = await row.open(page, at)
  await expect(input).toBeVisible()
  if (!row.files) await expect(form(page).locator('input[type=file]')).toHaveCount(0)
  const lost: string[] = []
  for (const [event, stands, happen] of eventsOf(row, at)) {
    await happen(page, input)
    await drawn(page)
    const now = (await input.count()) > 0 ? await input.inputValue() : 'no input'
    if (now !== stands) lost.push(`${event}: ${now} in the place of ${stands}`)
  }
  return lost
}

let made: Promise<Given> | undefined

/** One after the other, each to its end: what goes wrong on one hides nothing of the next. */
async function walk(rows: Walked[], at: Given, pageOf: (row: Walked) => Promise<Page>) {
  for (const row of rows)
    await test.step(row.page, async () => {
      const page = await pageOf(row)
      const lost = await lostOn(page, row, at).catch((error) => [String(error)])
      letPass(page)
      expect.soft(lost, row.page).toEqual([])
    })
}

for (const [about, rows] of Object.entries(WALKED)) {
  test(`what is typed into the pages of ${about} stays`, async ({ as, person, server }) => {
    test.slow()
    made ??= given(await person('ADMIN'), server.url)
    const pages = new Map<string, Page>()
    await walk(rows, await made, async ({ as: who = 'ADMIN' }) => {
      const known = pages.get(who)
      if (known) return known
      const page = await as(who)
      await page.goto('/')
      pages.set(who, page)
      return page
    })
  })
}

test('what is typed before anybody is signed in stays', async ({ as, page, person, server }) => {
  made ??= given(await person('ADMIN'), server.url)
  await walk(ENTRANCES, await made, async ({ as: who }) => (who ? as(who) : page))
})

test('every page of its own is walked, or has nothing to type into', async ({ as, person, server }) => {
  const own = readFileSync(new URL('../src/app/own.ts', import.meta.url), 'utf8').matchAll(/'\.\.\/features\/(\S+)'/g)
  const modules = [...ROUTES.flatMap((row) => row.module ?? []), ...[...own].map(([, module]) => module!)]
  const walked = [...Object.values(WALKED).flat(), ...ENTRANCES].flatMap((row) => row.modules)
  const known = [...walked, ...NO_PAGE, ...ELSEWHERE]
  expect([...new Set(modules)].filter((one) => !known.includes(one) && !isExample(one)).sort()).toEqual(
    [...NOTHING_TYPED].sort(),
  )

  made ??= given(await person('ADMIN'), server.url)
  const at = await made
  const page = await as('ADMIN')
  await page.goto('/')
  for (const module of NOTHING_TYPED) {
    const row = ROUTES.find((one) => one.module === module)
    await open(page, row ? addressOf(row, at) : OF_TYPES[module]!(at))
    await expect(page.getByRole('heading', { level: 1 }), module).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' }), module).toHaveCount(0)
    await expect(page.getByRole('status', { name: 'Loading', exact: true }), module).toHaveCount(0)
    await expect.soft(form(page).locator(TYPED_INTO), module).toHaveCount(0)
  }
})

test('two people at one loading keep what each of them typed', async ({ as, person, server }) => {
  made ??= given(await person('ADMIN'), server.url)
  const { admin, waiting } = await made
  const page = await as('ADMIN')
  await page.goto(`${paths.yardView(waiting)}?at=weigh`)
  const slip = page.getByRole('textbox', { name: 'Weighbridge slip' })
  await slip.fill('W1-1')
  await page.getByRole('button', { name: 'Keep draft' }).click()
  await expect(page.getByText('Loading kept as a draft').first()).toBeVisible()
  const { id } = await admin.one('loading', `order:eq:${waiting}`, 'status:eq:Draft')
  await slip.fill('W1-2')
  await comesAnew(page, `/api/docs/loading/${id}`, async () =>
    admin.save(await admin.doc('loading', id), { seal: 'Seal of another' }),
  )
  await expect(page.getByRole('textbox', { name: 'Seal' })).toHaveValue('Seal of another')
  await expect(slip).toHaveValue('W1-2')
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Keep draft' }).click()
  expect((await saved).status()).toBe(200)
  const kept = await admin.doc('loading', id)
  expect(kept.record).toMatchObject({ slip_no: 'W1-2', seal: 'Seal of another' })
  // Where another deletes it, what was typed makes a new one.
  await slip.fill('W1-3')
  await comesAnew(page, `/api/docs/loading/${id}`, () => admin.remove(kept))
  await drawn(page)
  await page.getByRole('button', { name: 'Keep draft' }).click()
  await expect
    .poll(async () => (await admin.list('loading', [`order:eq:${waiting}`, 'status:eq:Draft'])).rows[0]?.slip_no)
    .toBe('W1-3')
})

test('what is typed into an invoice stays in sight when another posts it', async ({ as, person, server }) => {
  made ??= given(await person('ADMIN'), server.url)
  const { admin, invoice } = await made
  const page = await as('ADMIN')
  await page.goto(paths.edit('invoice', invoice))
  const bill = page.getByRole('textbox', { name: 'E-way bill', exact: true })
  await bill.fill('181234567890')
  await comesAnew(page, `/api/docs/invoice/${invoice}`, async () =>
    admin.act(await admin.doc('invoice', invoice), 'post'),
  )
  await expect(page.getByRole('status').filter({ hasText: 'The invoice is now Posted' })).toBeVisible()
  await expect(bill).toHaveValue('181234567890')
  await page.getByRole('button', { name: 'Open the invoice' }).click()
  await expect(page.getByRole('button', { name: 'Record IRN and e-way bill' }).first()).toBeVisible()
})

test('what is typed into a copy of an order is there when the page loads anew', async ({ as, person, server }) => {
  made ??= given(await person('ADMIN'), server.url)
  const { completed } = await made
  const page = await as('ADMIN')
  await page.goto(`/order/add?copy=${completed}`)
  const purchase = page.getByRole('textbox', { name: 'Purchase order', exact: true })
  await purchase.fill('PO of the copy')
  await page.reload()
  await expect(purchase).toHaveValue('PO of the copy')
})

test('keys that come while a step is under way are no shortcuts', async ({ as, person, server }) => {
  made ??= given(await person('ADMIN'), server.url)
  const { waiting } = await made
  const page = await as('ADMIN')
  const address = `${paths.yardView(waiting)}?at=concern`
  await page.goto(address)
  await page.getByRole('button', { name: 'Quality' }).click()
  await page.getByLabel('Remarks').fill('Ends are rusted')
  const { asked, letGo } = await holdToRefuse(page)
  await page.getByRole('button', { name: 'Raise concern' }).click()
  await expect.poll(asked).toBe(1)
  // Outside inputs these go to the dashboard.
  await page.keyboard.type('gd')
  letGo()
  await expect(refusal(page)).toBeVisible()
  await expect(page).toHaveURL(address)
  await expect(page.getByLabel('Remarks')).toHaveValue('Ends are rusted')
})
