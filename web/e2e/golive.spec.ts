// A new company from an empty directory to its first paid invoice and its first reports, through the app alone, with what
// its people's hands do counted.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { paths } from '../src/docs/paths'
import * as first from './support/firstOrder'
import { minutesOf } from './support/hands'
import * as brought from './support/newcomer'
import { all, bring, button, edit, enter, field, fill, goOn, hands, heading, open, save } from './support/office'
import { commandOf, startFresh, type FreshServer } from './support/server'
import { startMailbox, type Mailbox } from './support/smtp'
import { expect, test } from './support/test'

const OWN = 'seven slow barges'
const PAN = 'AAPFU0939F'
/** Of a person's time, with the preparing of files. */
const MOST_MINUTES = 90

let site: FreshServer
let mailbox: Mailbox

test.beforeAll(async () => {
  mailbox = await startMailbox()
  site = await startFresh({ GODOWN_SMTP_URL: mailbox.url, GODOWN_MAIL_FROM: 'Godown <godown@acme.example>' })
})
test.afterAll(async () => {
  await site.end()
  await mailbox.end()
})

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ ...test.info().project.use, baseURL: site.url })
  return context.newPage()
}

async function setUp(page: Page) {
  await page.goto('/session/signin')
  await enter(page, 'ADMIN', site.password)
  await expect(page).toHaveURL('/session/change-password')
  await hands.type(page.getByLabel('Current password'), site.password)
  await hands.type(page.getByLabel('New password', { exact: true }), OWN)
  await hands.type(page.getByLabel('Confirm new password'), OWN)
  await hands.click(button(page, 'Change password'))
  await hands.click(button(page, 'Sign in'))
  await enter(page, 'ADMIN', OWN)
  await expect(heading(page, 'Dashboard')).toBeVisible()

  await goOn(page, 'Company')
  await fill(page, { 'Legal name': 'Acme Steel', PAN, 'Registered address': 'Market Yard, Pune' })
  await hands.type(field(page, 'Turnover of the last financial year'), '40000000')
  await hands.click(button(page, 'Add a row'))
  await fill(page, { Bank: 'HDFC Bank', IFSC: 'HDFC0000412', 'Account number': '041211800027' })
  await save(page)
  await expect(heading(page, 'Acme Steel')).toBeVisible()

  await goOn(page, 'Branches')
  await hands.click(button(page, /^New /))
  await fill(page, { Code: 'PUN', Name: 'Pune', GSTIN: brought.gstinOf('27', PAN), Address: 'Market Yard, Pune' })
  await hands.pick(page, 'State', 'Maharashtra')
  await fill(page, { 'PIN code': '411037', 'Series prefix': 'PN' })
  await save(page)
  await expect(heading(page, 'Pune')).toBeVisible()

  await goOn(page, 'Yards')
  await hands.click(button(page, /^New /))
  await fill(page, { Code: 'CHK', Name: 'Chakan', Address: 'Gat 12, Chakan' })
  await hands.pick(page, 'Branch', 'Pune')
  await hands.pick(page, 'State', 'Maharashtra')
  await fill(page, { 'PIN code': '410501' })
  await save(page)
  await expect(page.getByText('Chakan', { exact: true }).first()).toBeVisible()
}

const pages = new Map<string, Page>()

/** Everybody chooses their own password with the code of their mail, and signs in. */
async function letIn(browser: Browser) {
  for (const [id] of brought.PEOPLE) {
    const page = await newPage(browser)
    const code = /with the code (\w+)/.exec(await mailbox.next(brought.mailOf(id)))?.[1] ?? ''
    await page.goto('/session/forgot-password?code')
    await hands.type(page.getByLabel('Employee id'), id)
    await hands.type(page.getByLabel('Code'), code)
    await hands.type(page.getByLabel('New password'), `${OWN} ${id}`)
    await hands.click(button(page, 'Set the password'))
    await expect(heading(page, 'Your password was changed')).toBeVisible()
    await hands.click(button(page, 'Sign in'))
    await enter(page, id, `${OWN} ${id}`)
    await expect(page).not.toHaveURL(/\/session\//)
    pages.set(id, page)
  }
}

const at = (id: (typeof brought.PEOPLE)[number][0]) => pages.get(id)!

/** The books agree with themselves, and so does what is restored from their backup. */
async function keptWhole() {
  const place = await mkdtemp(join(tmpdir(), 'godown-e2e-kept-'))
  const [backup, restored] = [join(place, 'backup'), join(place, 'restored')]
  site.run('backup', backup)
  await site.stop()
  site.run('verify')
  site.run('restore', backup, restored)
  commandOf(restored, 'verify')
  await rm(place, { recursive: true, force: true })
}

test('a new company goes from an empty directory to its first paid invoice and its first reports', async ({
  browser,
}) => {
  test.setTimeout(1_200_000)
  const admin = await newPage(browser)
  await test.step('company, branch and yard', () => setUp(admin))
  await test.step('starter set and series', async () => {
    await goOn(admin, 'Number series')
    await admin.goto('/setup')
    await hands.click(button(admin, /^Set up the series of/))
    await hands.click(button(admin, 'Add the starter set'))
    await expect(button(admin, 'Add the starter set')).toHaveCount(0)
  })
  await test.step('people', async () => {
    await bring(admin, {
      way: 'Import employees',
      name: 'people',
      text: brought.peopleFile(),
      minutes: 4,
      count: '8 employees',
    })
    await all(admin, paths.list('employee'), /^Invite/, { boxed: false, held: true })
    await letIn(browser)
  })
  await test.step('who leads the branch and the yard', async () => {
    await open(admin, paths.list('branch'))
    await hands.click(admin.getByRole('link', { name: 'Pune' }).first())
    await hands.click(edit(admin))
    await hands.pick(admin, 'Branch manager', 'Vikram Patil')
    await save(admin)
    await open(admin, paths.list('yard'))
    await hands.click(admin.getByRole('link', { name: /CHK|Chakan/ }).first())
    await hands.click(edit(admin))
    await hands.pick(admin, 'In charge', 'Santosh Jadhav')
    await save(admin)
  })
  await test.step('customers', async () => {
    await bring(admin, {
      way: 'Import customers',
      name: 'customers',
      text: brought.customersFile(),
      minutes: 10,
      count: `${brought.CUSTOMERS} customers`,
    })
    await all(admin, paths.list('customer'), /^Send for approval/)
    await all(at('BM'), paths.list('customer'), /^Approve/)
  })
  await test.step('credit limits', async () => {
    await bring(at('SALES'), {
      path: paths.import('credit_limit_request'),
      name: 'limits',
      text: brought.limitsFile(),
      minutes: 3,
      count: `${brought.CUSTOMERS} credit limit requests`,
    })
    await all(at('SALES'), paths.list('credit_limit_request'), /^Send for approval/)
    await all(at('BM'), paths.list('credit_limit_request'), /^Approve/)
    await all(at('CREDIT'), paths.list('credit_limit_request'), /^Approve/)
  })
  await test.step('opening bills', async () => {
    await bring(at('ACC'), {
      path: paths.import('opening_bill'),
      name: 'bills',
      text: brought.billsFile('31-03-2026'),
      minutes: 5,
      count: `${brought.CUSTOMERS} opening bills`,
    })
    await all(at('ACC'), paths.list('opening_bill'), /^Post/, { boxed: false })
  })
  await test.step('goods', () =>
    bring(admin, {
      way: 'Import SKUs',
      name: 'skus',
      text: brought.skusFile(),
      minutes: 10,
      count: `${brought.SKUS} SKUs`,
    }))
  await test.step('fleet', async () => {
    await open(admin, paths.add('vendor'))
    await fill(admin, { 'Firm name': 'Shree Transport', 'Contact person': 'Mohan Shinde', Mobile: '9822077001' })
    await hands.choose(admin, 'Category', 'Transporter')
    await hands.choose(admin, 'GST category', 'Unregistered')
    await fill(admin, { 'Address line 1': 'Transport Nagar' })
    await hands.pick(admin, 'State', 'Maharashtra')
    await fill(admin, { 'PIN code': '411044' })
    await save(admin)
    await expect(heading(admin, 'Shree Transport')).toBeVisible()
    await open(admin, paths.add('driver'))
    await fill(admin, { Name: 'Ramesh Pawar', Mobile: '9822055001', 'Driving licence': 'MH1220110012345' })
    await fill(admin, { 'Licence valid to': '31-12-2099' })
    await save(admin)
    await open(admin, paths.add('vehicle'))
    await fill(admin, { Number: 'MH12AB1234', 'Insurance valid to': '31-12-2099', Capacity: '16000' })
    await hands.pick(admin, 'Truck type', 'Truck 10 wheels')
    await hands.choose(admin, 'Owner', 'Own')
    await hands.pick(admin, 'Usual driver', 'Ramesh')
    await save(admin)
    await expect(heading(admin, 'MH12AB1234')).toBeVisible()
  })
  await test.step('price and opening stock', () => first.priceAndStock(admin, at))
  const order = await test.step('first order', () => first.typed(at('SALES')))
  await test.step('approvals', () => first.approved(at, order))
  await test.step('loading', () => first.loaded(at('YARD'), order))
  await test.step('invoice', () => first.invoiced(at('ACC'), order))
  await test.step('receipt', () => first.paid(at))
  await test.step('reports', () => first.reported(at))
  expect(minutesOf(hands.done), JSON.stringify(hands.done)).toBeLessThanOrEqual(MOST_MINUTES)
  await test.step('upkeep', keptWhole)
})
