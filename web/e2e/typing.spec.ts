// Typing stays: whatever is sent, answered or told of meanwhile, what the person keys is there afterwards.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { paths } from '../src/docs/paths'
import type { Person } from './support/api'
import { orderOf, prepare, type Buyer } from './support/story'
import { expect, go, test } from './support/test'

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

/** What came has been drawn: what would take the place of something typed has taken it. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Nobody changes them in a form, or the demo has none. */
const NO_FORM = [
  'period_lock',
  'holiday',
  'notification',
  'mail',
  'text_message',
  'formula',
  'tally_export',
  'report_view',
  'batch',
  'inward',
  'stock_hold',
  'loading',
  'invoice',
  'receipt',
]

/** One of a type that may be changed, in whichever status. */
async function editable(admin: Person, type: string) {
  const rows = async (...where: string[]) => (await admin.list(type, where, 3).catch(() => ({ rows: [] }))).rows
  for (const { id } of [...(await rows('status:eq:Draft')), ...(await rows('status:eq:Active')), ...(await rows())]) {
    const doc = await admin.doc(type, id)
    if (doc.editable) return doc
  }
  return null
}

/** The smallest pictures that are taken for one, each its own. */
const photo = (mark: number) => ({
  name: `photo-${mark}.jpg`,
  mimeType: 'image/jpeg',
  buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, mark, mark, mark]),
})

/** Uploads wait until they are let go. */
async function holdUploads(page: Page) {
  let letGo = () => {}
  const gone = new Promise<void>((done) => (letGo = done))
  await page.route('**/api/files?*', async (route) => {
    await gone
    await route.continue()
  })
  return letGo
}

/** Changes wait until they are let go. */
async function holdChanges(page: Page) {
  let letGo = () => {}
  const gone = new Promise<void>((done) => (letGo = done))
  await page.route(
    (url) => url.pathname.startsWith('/api/docs/'),
    async (route) => {
      if (route.request().method() !== 'GET') await gone
      await route.continue()
    },
  )
  return letGo
}

test('what is typed while a form is saved stays, and is saved the next time', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const { id } = await admin.one('customer', 'status:eq:Active')
  const page = await as('ADMIN')
  await page.goto(`/customer/edit/${id}`)
  const contact = page.getByRole('textbox', { name: 'Contact person' }).first()
  const phone = page.getByRole('textbox', { name: 'Phone', exact: true })
  await contact.fill('Typed Before')
  const letGo = await holdChanges(page)
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
  const letGo = await holdChanges(page)
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
  await page.getByRole('textbox', { name: `Pieces from ${goods.batch}` }).fill('20')
  await page.getByRole('button', { name: 'To the weighbridge' }).click()
  const letGo = await holdUploads(page)
  const photos = page.getByRole('region', { name: 'Slip and vehicle' })
  await photos.locator('input[type=file]').setInputFiles([photo(1), photo(2)])
  await expect(photos.getByRole('button', { name: 'Sending' })).toBeDisabled()
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
  const remarks = page.getByRole('region', { name: 'Your decision' }).getByRole('textbox').first()
  await remarks.fill('Rate agreed by phone')
  const anew = page.waitForResponse((answer) => answer.url().endsWith(`/api/docs/order/${id}`))
  await admin.act(await admin.doc('order', id), 'comment', { remarks: 'Called the customer' })
  await (await anew).finished()
  await drawn(page)
  await expect(remarks).toHaveValue('Rate agreed by phone')
})

test('what is typed in any form stays when the document is saved by another and comes anew', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const page = await as('ADMIN')
  await page.goto('/')
  const walked: string[] = []
  for (const type of TYPES) {
    const doc = await editable(admin, type)
    if (!doc) continue
    await go(page, '/nowhere')
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    await go(page, paths.edit(type, doc.id))
    const form = page.getByRole('main').or(page.getByRole('dialog'))
    const input = form
      .locator(
        '[data-field] input[type=text]:enabled:not([role=combobox]):not([readonly]), [data-field] textarea:enabled',
      )
      .first()
    await input.fill('7')
    const anew = page.waitForResponse(
      (answer) => answer.request().method() === 'GET' && answer.url().endsWith(`/api/docs/${type}/${doc.id}`),
    )
    await admin.save(doc, {})
    await (await anew).finished()
    await drawn(page)
    await expect(input, type).toHaveValue('7')
    walked.push(type)
  }
  // A type whose form nobody can open here would go unnoticed.
  expect(TYPES.filter((type) => !walked.includes(type))).toEqual(NO_FORM)
})
