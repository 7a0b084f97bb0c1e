// What pages say is the core's: names, refusals, messages of a dialog's fields, labels in the history.
import type { Row } from '../src/core/types.gen'
import type { Person } from './support/api'
import { expect, test } from './support/test'

const LEAST = 5

async function waiting(person: Person, status: string): Promise<Row> {
  return person.one('order', `status:eq:${status}`)
}

test('an order names the state of its place of supply', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const { id } = await waiting(admin, 'BM Approval Pending')
  const { record } = await admin.doc('order', id)
  const state = await admin.one('state', `gst_code:eq:${String(record.place_of_supply)}`)
  const page = await as('ADMIN')
  await page.goto(`/order/view/${id}`)
  await expect(
    page.getByRole('main').getByText(`${String(record.place_of_supply)} ${String(state.name)}`),
  ).toBeVisible()
})

test('a dialog says what its fields lack before anything is sent', async ({ as, person }) => {
  const { id } = await waiting(await person('BM'), 'BM Approval Pending')
  const page = await as('BM')
  await page.goto(`/order/changestatus/${id}`)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/docs/') && request.method() === 'POST') sent.push(request.url())
  })
  await page.getByRole('main').getByRole('button', { name: 'Hold' }).click()
  const box = page.getByRole('dialog', { name: 'Hold' })
  await box.getByRole('button', { name: 'Hold' }).click()
  const remarks = box.getByRole('textbox', { name: 'Remarks' })
  await expect(remarks).toHaveAccessibleDescription(new RegExp(`at least ${LEAST}`))
  await expect(box.getByRole('combobox', { name: 'Reason' })).toHaveAccessibleDescription('Select a reason')
  await remarks.fill('x'.repeat(LEAST - 1))
  await expect(remarks).toHaveAccessibleDescription(new RegExp(`at least ${LEAST}`))
  await remarks.fill('x'.repeat(LEAST))
  await expect(remarks).not.toHaveAccessibleDescription(/at least/)
  expect(sent).toEqual([])
})

test('the credit decision shows the refusal that it would meet', async ({ as, person }) => {
  const credit = await person('CREDIT')
  const { rows } = await credit.list('order', ['status:eq:Credit Approval Pending'], 6)
  const page = await as('CREDIT')
  for (const { id } of rows) {
    const { record } = await credit.doc('order', id)
    const { order } = await credit.get<{ order: { short: string | null } }>(
      `/api/credit/${String(record.customer)}?order=${id}`,
    )
    await page.goto(`/order/creditApproval/${id}`)
    await expect(page.getByText('Available credit')).toBeVisible()
    if (order.short) await expect(page.getByText(order.short)).toBeVisible()
    else await expect(page.getByText(/Credit short by/)).toHaveCount(0)
  }
  expect(rows.length).toBeGreaterThan(0)
})

test('history is told in labels and titles', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const inward = await admin.one('inward', 'status:eq:Approved')
  const { history, record, links } = await admin.doc('inward', inward.id)
  expect(history.flatMap(({ diff }) => diff.map(({ path }) => path))).toContain('lines.0.batch')
  const page = await as('ADMIN')
  await page.goto(`/stockinward/view/${inward.id}`)
  const told = page.getByRole('list', { name: 'History' })
  const [line] = record.lines as { batch: string }[]
  await expect(told.getByText(`Lines 1, Batch: ${links.batch?.[line?.batch ?? ''] ?? 'unknown'}`)).toBeVisible()
  await expect(told.getByText('Send for approval')).toBeVisible()
  expect(await told.textContent()).not.toMatch(/lines\.\d|_paise|submitted_by|[0-9a-f]{8}-[0-9a-f]{4}-/)
})
