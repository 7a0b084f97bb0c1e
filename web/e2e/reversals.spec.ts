// Order reversals: every address of theirs, and an order that comes back whole once the yard has counted its goods and
// somebody typed its number.
import type { Page } from '@playwright/test'
import { paths } from '../src/docs/paths'
import { expect, test } from './support/test'
import { awayAndBack, comesAnew, open } from './support/typing'

const TYPE = 'reversal'

const heading = (page: Page, name?: RegExp) => page.getByRole('heading', { level: 1, ...(name && { name }) })

test('every route of reversals opens to who may see it, and asks of an order of which goods left', async ({
  as,
  person,
}) => {
  const admin = await person('ADMIN')
  const waits = await admin.one(TYPE, 'status:eq:Approved')
  const page = await as('ADMIN')
  await page.goto('/')
  for (const address of [
    '/orderrevert',
    '/orderreverselist',
    paths.view(TYPE, waits.id),
    '/doReversal',
    paths.doReversal(waits.id),
  ]) {
    await open(page, address)
    await expect(heading(page), address).toBeVisible()
    await expect(heading(page, /^(Page not found|You do not have access)/), address).toHaveCount(0)
  }
  await open(page, '/orderrevert')
  await page
    .getByRole('link', { name: /^Reverse / })
    .first()
    .click()
  await expect(heading(page)).toContainText(/order reversal/i)
  await expect(page.getByRole('combobox', { name: 'Reason', exact: true })).toBeVisible()
  const buyer = await as('PURCH')
  await buyer.goto('/')
  await open(buyer, '/orderreverselist')
  await expect(heading(buyer, /^You do not have access/)).toBeVisible()
})

test('an order comes back whole once its goods are counted and its number is typed', async ({ as, person }) => {
  test.slow()
  const admin = await person('ADMIN')
  const { id } = await admin.one(TYPE, 'status:eq:Approved')
  const asked = await admin.doc(TYPE, id)
  const page = await as('ADMIN')
  await page.goto(paths.doReversal(id))
  const plan = page.getByRole('region', { name: 'Reversal plan' })
  const against = plan.getByRole('list', { name: 'Blockers' }).getByRole('listitem')
  await expect(against.first()).toContainText('The yard has not counted')
  await expect(page.getByRole('textbox', { name: /^Order’s number/ })).toHaveCount(0)

  const loadings = await admin.list('loading', [`order:eq:${String(asked.record.order)}`, 'status:eq:Posted'])
  const count = async (loading: string) => {
    const { record } = await admin.doc('loading', loading)
    const counted = { loading, pcs: record.pcs, weight_g: record.weight_g }
    return admin.act(await admin.doc(TYPE, id), 'acknowledge', counted)
  }
  for (const row of loadings.rows) await count(row.id)
  await page.reload()
  await expect(plan.getByRole('list', { name: 'Blockers' })).toHaveCount(0)
  const form = page.getByRole('form', { name: 'Carry out' })
  const number = form.getByRole('textbox', { name: /^Order’s number/ })
  await number.fill(String(asked.record.order_no))
  // The yard counts once more.
  await comesAnew(page, `/api/docs/${TYPE}/${id}`, () => count(loadings.rows[0]!.id))
  await awayAndBack(page)
  await expect(number).toHaveValue(String(asked.record.order_no))
  await form.getByRole('button', { name: 'Carry out' }).click()
  await expect(page.getByRole('region', { name: 'What was done' })).toBeVisible()
  expect((await admin.doc(TYPE, id)).status).toBe('Done')
  const order = await admin.doc('order', String(asked.record.order))
  expect(['Waiting for Loading', 'Rejected By BM']).toContain(order.status)
})
