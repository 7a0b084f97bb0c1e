// What a yard takes off its books: a batch is closed by two people, damaged goods are dumped and come back, and each
// address of both opens what it says.
import { Buffer } from 'node:buffer'
import type { Page } from '@playwright/test'
import type { Person } from './support/api'
import { expect, go, test } from './support/test'

const actions = (page: Page) => page.getByRole('region', { name: 'Actions' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

interface Stocked {
  batch: string
  batch_no: string
  yard: string
  free_pcs: number
  reserved_pcs: number
}

/** A batch of the yard's person with pieces that nobody reserved. */
async function spare(yard: Person): Promise<Stocked> {
  const { rows } = await yard.get<{ rows: Stocked[] }>('/api/stock?limit=200')
  return rows.find((row) => row.free_pcs >= 6 && row.reserved_pcs === 0)!
}

test('a closing waits for its approver, and the batch is closed', async ({ as, person }) => {
  const [admin, bm] = [await person('ADMIN'), await person('BM')]
  // What is being counted is not closed.
  for (const { id } of (await admin.list('stock_audit', ['status:eq:Planned'])).rows)
    await admin.act(await admin.doc('stock_audit', id), 'cancel', { remarks: 'Put off to next month' })
  const [row] = (await bm.list('batch_closing', ['status:eq:Pending Approval'])).rows
  const page = await as('BM')
  await page.goto(`/batch-closing/${row!.id}`)
  await actions(page).waitFor()
  await page.getByRole('link', { name: 'Review' }).click()
  await expect(heading(page)).toHaveText('Batch closing approval')
  await expect(page.getByRole('region', { name: 'Life of the batch' }).getByRole('row').nth(1)).toBeVisible()
  await actions(page)
    .getByRole('button', { name: /^Close the batch/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Close the batch/ }).click()
  await expect.poll(async () => (await bm.doc('batch_closing', row!.id)).status).toBe('Approved')
  await go(page, `/batch-closing/view/${row!.id}`)
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()
  await expect(actions(page), 'a view to read only has no steps').toHaveCount(0)
})

test('an unknown status leads nowhere, and a dump has no view to read only', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const [closing] = (await admin.list('batch_closing', [], 1)).rows
  const [dump] = (await admin.list('dump_stock', [], 1)).rows
  const page = await as('ADMIN')
  await page.goto('/')
  for (const address of [`/batch-closing/nowhere/${closing!.id}`, `/dump-stock/view/${dump!.id}`]) {
    await go(page, address)
    await expect(heading(page), address).toHaveText('Page not found')
  }
  for (const status of ['pending', 'approved', 'rejected', 'bm-pending', 'disposal-pending', 'written-off']) {
    await go(page, `/dump-stock/${status}/${dump!.id}`)
    await expect(heading(page), status).toHaveText('Dump of stock approval')
  }
  const sales = await as('SALES')
  await sales.goto(`/dump-stock/${dump!.id}`)
  await expect(heading(sales)).toHaveText(/^You do not have access/)
})

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('damaged goods are dumped with a photo and restored after an inspection', async ({ as, person }) => {
  const yard = await person('YARD')
  const goods = await spare(yard)
  const page = await as('YARD')
  await page.goto(`/dump-stock/add?batch=${goods.batch}&yard=${goods.yard}`)
  await page.getByRole('textbox', { name: 'Pieces' }).fill('2')
  await page.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Rust' }).first().click()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'rust.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') })
  await expect(page.getByRole('button', { name: /rust\.png|Open file/ }).first()).toBeVisible()
  await page.getByRole('button', { name: /^Save draft/ }).click()
  await expect(page).toHaveURL(/\/dump-stock\/[0-9a-f-]{36}$/)
  const id = page.url().split('/').pop()!
  await actions(page)
    .getByRole('button', { name: /^Send for approval/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Send for approval/ }).click()
  await expect.poll(async () => (await yard.doc('dump_stock', id)).status).toBe('BM Pending')
  const bm = await person('BM')
  await bm.act(await bm.doc('dump_stock', id), 'approve')
  const boss = await as('BM')
  await boss.goto(`/dump-stock/${id}`)
  await actions(boss)
    .getByRole('button', { name: /^Restore to free stock/ })
    .click()
  const asks = boss.getByRole('dialog')
  await asks.getByRole('textbox', { name: /Inspection note/ }).fill('Brushed, as good as new')
  await asks.getByRole('button', { name: /^Restore to free stock/ }).click()
  await expect(boss.getByText('Restored', { exact: true }).first()).toBeVisible()
  const after = (await yard.get<{ rows: Stocked[] }>('/api/stock?limit=200')).rows
  expect(after.find((row) => row.batch === goods.batch)?.free_pcs, 'given back').toBe(goods.free_pcs)
})
