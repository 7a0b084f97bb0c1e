// Credit limit requests: every address of theirs and who may open which, and an order that passes once its customer was
// given a limit for it.
import type { Page } from '@playwright/test'
import { paths } from '../src/docs/paths'
import { ROUTES } from '../src/kit/routes'
import { orderOf, prepare, type Buyer } from './support/story'
import { expect, test } from './support/test'
import { open } from './support/typing'

const PATHS = ROUTES.map((row) => row.path).filter((path) => path.startsWith('/credit-limit'))
const LEVELS: Record<string, string> = { bm: 'BM', credit: 'CREDIT', management: 'ADMIN' }
const BUYER: Buyer = {
  name: 'Narrow Credit Traders',
  gstin: '27AABFT1234K1Z9',
  stateCode: '27',
  pin: '411001',
  mobile: '9822047831',
}
const TYPE = 'credit_limit_request'

const heading = (page: Page, name?: RegExp) => page.getByRole('heading', { level: 1, ...(name && { name }) })

test('every route of credit limits opens, and a level only for whose it is', async ({ as, person }) => {
  test.slow()
  const admin = await person('ADMIN')
  const [asked, draft] = [await admin.one(TYPE, 'status:eq:BM Pending'), await admin.one(TYPE, 'status:eq:Draft')]
  expect(PATHS).toHaveLength(5)
  const page = await as('ADMIN')
  await page.goto('/')
  for (const path of PATHS) {
    for (const level of path.includes(':userType') ? Object.keys(LEVELS) : ['']) {
      const id = path === '/credit-limit/edit/:editid' ? draft.id : asked.id
      const address = path.replace(':userType', level).replace(':editid', id)
      await open(page, address)
      await expect(heading(page), address).toBeVisible()
      await expect(heading(page, /^(Page not found|You do not have access)/), address).toHaveCount(0)
    }
  }
  for (const word of ['nobody', 'sales', 'yard']) {
    await open(page, `/credit-limit/edit/${word}/${asked.id}`)
    await expect(heading(page, /^Page not found/), word).toBeVisible()
  }
  const [manager, yard] = [await as('BM'), await as('YARD')]
  await manager.goto('/')
  for (const level of ['credit', 'management']) {
    await open(manager, `/credit-limit/edit/${level}/${asked.id}`)
    await expect(heading(manager, /^You do not have access/), level).toBeVisible()
  }
  await yard.goto('/')
  await open(yard, '/credit-limit')
  await expect(heading(yard, /^You do not have access/)).toBeVisible()
})

test(
  'an order that does not fit passes once sales asked for a limit and branch and credit approved it',
  { tag: '@smoke' },
  async ({ as, person, server }) => {
    test.slow()
    const goods = await prepare(server.url, person, BUYER, '4031')
    const [sales, bm, pct, admin] = await Promise.all(['SALES', 'BM', 'PCT', 'ADMIN'].map((who) => person(who)))
    // Supply is to stop: the limit falls below what the order takes.
    const customer = await admin!.one('customer', `name:eq:${BUYER.name}`)
    const low = await sales!.create(TYPE, {
      customer: customer.id,
      kind: 'permanent',
      amount_paise: 1_000_000,
      reason: 'REVIEW',
    })
    const credit = await person('CREDIT')
    const asked = await sales!.act(low, 'submit')
    await credit.act(await bm!.act(asked, 'approve'), 'approve')
    const submitted = await orderOf(server.url, person, goods, 'BM Approval Pending')
    const approved = await bm!.act(submitted, 'approve')
    const order = await pct!.act(approved, 'forward', { recommendation: 'approve' })

    const desk = await as('SALES')
    await desk.goto(paths.creditApproval(order.id))
    await expect(desk.getByText(/^Credit short by/)).toBeVisible()
    await desk.getByRole('button', { name: 'Ask for a limit' }).click()
    const aside = desk.getByRole('dialog')
    await expect(aside.getByRole('region', { name: 'Effect' })).toContainText('The order fits')
    const amount = aside.getByRole('textbox', { name: 'Amount' })
    await amount.fill('100')
    await expect(aside.getByRole('region', { name: 'Effect' })).toContainText('The order still lacks')
    await amount.fill('70,746.16')
    await expect(aside.getByRole('region', { name: 'Effect' })).toContainText('The order fits')
    await aside.getByRole('combobox', { name: 'Reason', exact: true }).click()
    await desk.getByRole('option', { name: 'One large order' }).click()
    await aside.getByRole('button', { name: /^Save/ }).click()
    await aside.getByRole('button', { name: /^Send for approval/ }).click()
    const box = desk.getByRole('dialog').filter({ has: desk.getByRole('heading', { name: 'Send for approval' }) })
    await box.getByRole('button', { name: /^Send for approval/ }).click()
    await expect
      .poll(async () => (await admin!.list(TYPE, [`order:eq:${order.id}`])).rows[0]?.status)
      .toBe('BM Pending')
    const { id } = await admin!.one(TYPE, `order:eq:${order.id}`)

    for (const [who, level, then] of [
      ['BM', 'bm', 'Credit Pending'],
      ['CREDIT', 'credit', 'Approved'],
    ] as const) {
      const page = await as(who)
      await page.goto(paths.limitStep(level, id))
      await expect(page.getByRole('region', { name: 'Effect' })).toContainText('The order fits')
      await page.getByRole('form', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click()
      await expect.poll(async () => (await admin!.doc(TYPE, id)).status).toBe(then)
    }

    const officer = await as('CREDIT')
    await officer.goto(paths.creditApproval(order.id))
    await expect(officer.getByText('This order has a limit of its own')).toBeVisible()
    await expect(officer.getByText(/^Credit short by/)).toHaveCount(0)
    await expect(officer.getByRole('region', { name: 'Last 12 months' })).toBeVisible()
    await officer
      .getByRole('region', { name: 'Actions' })
      .getByRole('button', { name: /^Approve credit/ })
      .click()
    await expect.poll(async () => (await admin!.doc('order', order.id)).status).toBe('Waiting for Loading')
  },
)
