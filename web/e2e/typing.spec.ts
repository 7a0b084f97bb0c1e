// Typing stays: whatever is sent, answered or told of meanwhile, what the person keys is there afterwards.
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { paths } from '../src/docs/paths'
import type { Person } from './support/api'
import { orderOf, prepare, type Buyer } from './support/story'
import { expect, test } from './support/test'
import {
  REFUSED,
  awayAndBack,
  drawn,
  form,
  holdChanges,
  holdToRefuse,
  holdUploads,
  letPass,
  open,
  photo,
  refusal,
  sendPhoto,
} from './support/typing'

const PHONE = { width: 390, height: 844 }
const BUYER: Buyer = {
  name: 'Typing Traders',
  gstin: '27AABFT1234K1Z9',
  stateCode: '27',
  pin: '411001',
  mobile: '9822047821',
}

/** Every type of document, from the generated list of their records. */
const TYPES = [
  ...readFileSync(new URL('../src/core/types.gen.ts', import.meta.url), 'utf8')
    .match(/interface Records \{([^}]*)\}/)![1]!
    .matchAll(/^ {2}(\w+):/gm),
].map(([, key]) => key!)

/** What the calls of the template write, which have no form. */
const CALLED_ALONE = ['cart', 'board', 'todo_list', 'chat_room', 'chat_message', 'chat_marks']

/** The program makes and changes them, or a page of their own does. */
const NO_FORM_TO_CHANGE = [
  'period_lock',
  'holiday',
  'notification',
  'mail',
  'text_message',
  'formula',
  'tally_export',
  'report_view',
  'list_view',
  'batch',
  'inward',
  'supplier_bill',
  'supplier_note',
  'supplier_payment',
  'stock_hold',
  'stock_count',
  'loading',
  'invoice',
  'opening_bill',
  ...CALLED_ALONE,
]
/** Beside those: a mapping begins with a choice, and a loading at its order. */
const NO_FORM_TO_MAKE = ['notification', 'mail', 'text_message', 'sku_mapping', 'batch', 'loading', ...CALLED_ALONE]

/** What the administrator reads, and another role makes and changes. */
const makerOf = (type: string) => (['batch_closing', 'dump_stock'].includes(type) ? 'YARD' : 'ADMIN')

/** An order of which goods left, and which nobody reverses yet. */
const orderToReverse = (maker: Person) => maker.one('order', 'status:eq:Order Completed')

/** One of a type that may be changed, in whichever status. */
async function editable(maker: Person, type: string) {
  if (type === 'reversal') {
    const { id: order } = await orderToReverse(maker)
    return maker.create(type, { order, to: 'waiting', reason: 'REFUSED_AT_SITE', remarks: 'The site is not ready' })
  }
  const rows = async (...where: string[]) => (await maker.list(type, where, 20).catch(() => ({ rows: [] }))).rows
  for (const { id } of [...(await rows('status:eq:Draft')), ...(await rows('status:eq:Active')), ...(await rows())]) {
    const doc = await maker.doc(type, id)
    if (doc.editable) return doc
  }
  return null
}

/** The page of each role, signed in once. */
function pagesOf(as: (role: string) => Promise<Page>) {
  const pages = new Map<string, Page>()
  return async (role: string) => {
    const page = pages.get(role) ?? (await as(role))
    if (!pages.has(role)) await page.goto('/')
    pages.set(role, page)
    return page
  }
}

test('what is typed while a form is saved stays, and is saved the next time', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const { id } = await admin.one('customer', 'status:eq:Active')
  const page = await as('ADMIN')
  await page.goto(`/customer/edit/${id}`)
  const contact = page.getByRole('textbox', { name: 'Contact person' }).first()
  const phone = page.getByRole('textbox', { name: 'Phone', exact: true })
  await contact.fill('Typed Before')
  const { letGo } = await holdChanges(page)
  await page.getByRole('button', { name: /^Save customer/ }).click()
  await expect(page.getByRole('button', { name: /^Saving/ })).toBeVisible()
  await phone.fill('020 4091 5091')
  letGo()
  await expect(page.getByText('What you typed since then is not saved yet').first()).toBeVisible()
  await expect(phone).toHaveValue('020 4091 5091')
  expect((await admin.doc('customer', id)).record.contact_person).toBe('Typed Before')
  await page.getByRole('button', { name: /^Save customer/ }).click()
  await expect(page).toHaveURL(`/customer/view/${id}`)
  expect((await admin.doc('customer', id)).record.phone).toBe('020 4091 5091')
})

test('what is typed while a new document is saved is a change of that document', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const drafts = async () => (await admin.list('customer', ['status:eq:Draft'], 1)).total
  const before = await drafts()
  const page = await as('ADMIN')
  await page.goto('/customer/add')
  const name = page.getByRole('textbox', { name: 'Firm name' })
  await name.fill('Typed Before')
  const { letGo } = await holdChanges(page)
  await page.getByRole('button', { name: /^Save draft/ }).click()
  await expect(page.getByRole('button', { name: /^Saving/ })).toBeVisible()
  await name.fill('Typed Since')
  letGo()
  await expect(page.getByText('What you typed since then is not saved yet').first()).toBeVisible()
  await page.getByRole('button', { name: /^Save draft/ }).click()
  await expect(page).toHaveURL(/\/customer\/view\//)
  await expect(page.getByRole('heading', { level: 1, name: 'Typed Since' })).toBeVisible()
  expect(await drafts()).toBe(before + 1)
})

test('a weight keyed while a photo is sent stays, and of two photos taken in a row both are kept', async ({
  as,
  person,
  server,
}) => {
  const goods = await prepare(server.url, person, BUYER, '5091')
  const doc = await orderOf(server.url, person, goods, 'Waiting for Loading')
  const page = await as('YARD', { viewport: PHONE, hasTouch: true })
  await page.goto(`/yard/yardview/${doc.id}`)
  const pieces = page.getByRole('textbox', { name: `Pieces from ${goods.batch}` })
  await pieces.fill('999')
  await expect(page.getByText(/^Only [\d,]+ pcs here: 999 was reduced$/), 'never in silence').toBeVisible()
  await pieces.fill('20')
  await expect(page.getByText(/was reduced$/)).toHaveCount(0)
  await page.getByRole('button', { name: 'To the weighbridge' }).click()
  const { letGo } = await holdUploads(page)
  const photos = page.getByRole('region', { name: 'Slip and vehicle' })
  await photos.locator('input[type=file]').setInputFiles([photo(1), photo(2)])
  await expect(photos.getByText(/^Sending/)).toHaveCount(2)
  await page.getByRole('button', { name: /^Tare/ }).click()
  for (const digit of '8000')
    await page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: digit, exact: true }).click()
  await page.getByRole('textbox', { name: 'Weighbridge slip' }).fill('W1-5091')
  letGo()
  await expect(photos.getByRole('button', { name: /^Remove photo/ })).toHaveCount(2)
  await photos.locator('input[type=file]').setInputFiles([photo(3)])
  await expect(photos.getByRole('button', { name: /^Remove photo/ })).toHaveCount(3)
  await expect(page.getByRole('button', { name: /^Tare/ })).toContainText('8,000')
  await expect(page.getByRole('textbox', { name: 'Weighbridge slip' })).toHaveValue('W1-5091')
  // The phone's Back goes from the weighbridge to the lines, and both keep what was typed.
  await page.goBack()
  await expect(page.getByRole('textbox', { name: `Pieces from ${goods.batch}` })).toHaveValue('20')
  await page.goForward()
  await expect(page.getByRole('button', { name: /^Tare/ })).toContainText('8,000')
})

test('what a branch manager types stays when the order comes anew with a comment of another', async ({
  as,
  person,
}) => {
  const admin = await person('ADMIN')
  const { id } = await admin.one('order', 'status:eq:BM Approval Pending')
  const page = await as('ADMIN')
  await page.goto(paths.bmApproval(id))
  const remarks = page.getByRole('region', { name: 'Your decision' }).getByRole('textbox', { name: 'Remarks' })
  await remarks.fill('Rate agreed by phone')
  const anew = page.waitForResponse((answer) => answer.url().endsWith(`/api/docs/order/${id}`))
  await admin.act(await admin.doc('order', id), 'comment', { remarks: 'Called the customer' })
  await (await anew).finished()
  await drawn(page)
  await expect(remarks).toHaveValue('Rate agreed by phone')
})

test('a draft that was kept meets what another saved since, and both are saved', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const { id } = await admin.one('customer', 'status:eq:Active')
  const page = await as('ADMIN')
  await page.goto(`/customer/edit/${id}`)
  const contact = page.getByRole('textbox', { name: 'Contact person' }).first()
  await contact.fill('Kept Here')
  await page.goto('/')
  await admin.save(await admin.doc('customer', id), { phone: '020 4091 5092' })
  await page.goto(`/customer/edit/${id}`)
  await expect(contact).toHaveValue('Kept Here')
  await page.getByRole('button', { name: /^Save customer/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep both changes' }).click()
  await expect(page).toHaveURL(`/customer/view/${id}`)
  expect((await admin.doc('customer', id)).record).toMatchObject({
    contact_person: 'Kept Here',
    phone: '020 4091 5092',
  })
})

test('a new order that was saved while more was typed is the same order after a reload', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const customer = await admin.one('customer', 'status:eq:Active')
  const before = (await admin.list('order')).total
  const page = await as('ADMIN')
  await page.goto('/order/add')
  for (const [label, name] of [
    ['Customer', String(customer.name)],
    ['Yard', 'PUN1 Chakan'],
  ] as const) {
    await page.getByRole('combobox', { name: label, exact: true }).fill(name)
    await page.getByRole('option', { name }).first().click()
  }
  const purchase = page.getByRole('textbox', { name: 'Purchase order', exact: true })
  const { letGo } = await holdChanges(page)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('button', { name: /^Saving/ })).toBeVisible()
  await purchase.fill('PO since')
  letGo()
  await expect(page.getByText('What you typed since then is not saved yet').first()).toBeVisible()
  await page.reload()
  await expect(purchase).toHaveValue('PO since')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/\/order\/edit\//)
  expect((await admin.list('order')).total).toBe(before + 1)
  expect((await admin.doc('order', page.url().split('/').at(-1)!)).record.po_no).toBe('PO since')
})

test('terms that differ from the customer’s stand in a new order after a reload', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const customer = await admin.one('customer', 'status:eq:Active')
  const terms = (await admin.list('payment_term', ['status:eq:Active'])).rows
  const [usual, other] = [customer.payment_term, terms.find(({ id }) => id !== customer.payment_term)!]
  const page = await as('ADMIN')
  await page.goto('/order/add')
  await page.getByRole('combobox', { name: 'Customer', exact: true }).fill(String(customer.name))
  await page
    .getByRole('option', { name: String(customer.name) })
    .first()
    .click()
  const term = page.getByRole('combobox', { name: 'Payment term', exact: true })
  await expect(term).toHaveValue(String(terms.find(({ id }) => id === usual)!.name))
  await term.fill(String(other.name))
  await page
    .getByRole('option', { name: String(other.name) })
    .first()
    .click()
  await expect(term).toHaveValue(String(other.name))
  const told = page.waitForResponse((answer) => answer.url().endsWith('/api/order/facts'))
  await page.reload()
  await (await told).finished()
  await drawn(page)
  await expect(term).toHaveValue(String(other.name))
})

test('the inputs of a step stand still while it is under way, and are typed on where it is refused', async ({
  as,
  person,
}) => {
  const admin = await person('ADMIN')
  const { id } = await admin.one('order', 'status:eq:Order Completed')
  const page = await as('ADMIN')
  let letGo = () => {}
  const gone = new Promise<void>((done) => (letGo = done))
  await page.route(
    (url) => url.pathname.startsWith(`/api/docs/order/${id}/`),
    async (route) => {
      await gone
      await route.fulfill(REFUSED)
    },
  )
  await page.goto(paths.view('order', id))
  await page.getByRole('region', { name: 'Actions' }).getByRole('button', { name: 'Comment' }).click()
  const box = page.getByRole('dialog', { name: 'Comment' })
  const remarks = box.getByRole('textbox', { name: 'Remarks' })
  await remarks.fill('Called the customer')
  await page.keyboard.press('Control+Enter')
  await expect(box.getByRole('button', { name: /^Saving/ })).toBeVisible()
  await page.keyboard.type(' twice')
  letGo()
  await expect(box.getByRole('alert')).toContainText('Refused while more was typed')
  await expect(remarks).toHaveValue('Called the customer')
  await expect(remarks).toBeFocused()
  await page.keyboard.type(' again')
  await expect(remarks).toHaveValue('Called the customer again')
  // The box keeps it when it is closed, too.
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  await page.getByRole('region', { name: 'Actions' }).getByRole('button', { name: 'Comment' }).click()
  await expect(remarks).toHaveValue('Called the customer again')
})

/** What may be typed into. */
const TEXTS =
  '[data-field] input[type=text]:enabled:not([role=combobox]):not([readonly]), [data-field] textarea:enabled'

const [TYPED_FIRST, TYPED_LATER] = ['8', '88']
type Happen = (page: Page, input: Locator) => Promise<void>

/** What happens while somebody types, each until its end. */
const EVENTS = {
  'the server is away and comes back': awayAndBack,
  'a file is sent': async (page: Page) => {
    const files = form(page).locator('input[type=file]').first()
    if ((await files.count()) > 0) await sendPhoto(page, files, 7)
  },
  'a save is refused': async (page: Page, input: Locator) => {
    const { asked, letGo } = await holdToRefuse(page)
    await input.focus()
    await page.keyboard.press('Control+s')
    // What the form itself refuses is not sent.
    const told = form(page).locator('[aria-invalid=true], [role=alert]')
    await expect
      .poll(async () => asked() > 0 || (await told.count()) > 0, { timeout: 3000 })
      .toBe(true)
      .catch(() => console.log('NOTHING SENT', page.url()))
    await input.fill(TYPED_LATER)
    letGo()
    if (asked() > 0) await expect(refusal(page)).toBeVisible()
    letPass(page)
  },
} satisfies Record<string, Happen>

/** Types into the first field, lets one thing happen after the other, and tells after which something else stood there. */
async function lostIn(page: Page, events: Record<string, Happen>) {
  const input = form(page).locator(TEXTS).first()
  await input.fill(TYPED_FIRST)
  const lost: string[] = []
  for (const [event, happen] of Object.entries({ ...events, ...EVENTS })) {
    await happen(page, input)
    await drawn(page)
    const stands = await input.inputValue()
    if (stands !== (event === 'a save is refused' ? TYPED_LATER : TYPED_FIRST)) lost.push(`${event}: ${stands}`)
  }
  return lost
}

test('what is typed while a document is changed stays, whatever is saved, sent or refused meanwhile', async ({
  as,
  person,
}) => {
  test.slow()
  const pageOf = pagesOf(as)
  const walked: string[] = []
  for (const type of TYPES) {
    const maker = await person(makerOf(type))
    const doc = await editable(maker, type)
    // What the yard has begun to load is typed at its order.
    if (!doc || type === 'loading') continue
    const page = await pageOf(makerOf(type))
    await open(page, paths.edit(type, doc.id))
    const lost = await lostIn(page, {
      'another saves it': async () => {
        const anew = page.waitForResponse(
          (answer) => answer.request().method() === 'GET' && answer.url().endsWith(`/api/docs/${type}/${doc.id}`),
        )
        await maker.save(doc, {})
        await (await anew).finished()
      },
    })
    expect(lost, type).toEqual([])
    walked.push(type)
  }
  // A type whose form nobody can open here would go unnoticed.
  expect(TYPES.filter((type) => !walked.includes(type))).toEqual(NO_FORM_TO_CHANGE)
})

test('what is typed while a document is made stays, whatever is saved, sent or refused meanwhile', async ({
  as,
  person,
}) => {
  test.slow()
  const pageOf = pagesOf(as)
  // Begun from its order: its page lists those that there are.
  const { id: order } = await orderToReverse(await person('ADMIN'))
  for (const type of TYPES) {
    if (NO_FORM_TO_MAKE.includes(type)) continue
    const page = await pageOf(makerOf(type))
    await open(page, paths.add(type, type === 'reversal' ? { order } : undefined))
    expect(await lostIn(page, {}), type).toEqual([])
  }
})
