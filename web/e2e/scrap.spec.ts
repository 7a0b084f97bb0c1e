// Dumped goods: a dump leads to an order for scrap or to a work order, and the yard loads scrap out of the dump.
import type { Page } from '@playwright/test'
import { expect, test } from './support/test'
import { open } from './support/typing'

const PHONE = { width: 390, height: 844 }
const heading = (page: Page, name?: RegExp) => page.getByRole('heading', { level: 1, ...(name && { name }) })
const shot = (page: Page, name: string) => page.screenshot({ path: `test-results/scrap-${name}.png`, fullPage: true })

test('a dump leads to an order for scrap and to a work order, each filled with its goods', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const dump = await admin.one('dump_stock', 'status:eq:Approved')
  const page = await as('ADMIN')
  await page.goto(`/dump-stock/${dump.id}`)
  await shot(page, 'dump')
  await page.getByRole('link', { name: 'Sell as scrap' }).click()
  await expect(heading(page)).toBeVisible()
  await expect(page.getByText('MS scrap').first()).toBeVisible()
  await shot(page, 'order')
  await open(page, `/dump-stock/${dump.id}`)
  await page.getByRole('link', { name: 'Reprocess' }).click()
  await expect(page).toHaveURL(/work-order/)
  await page.getByRole('combobox', { name: /^Work$/ }).click()
  await page.getByRole('option', { name: 'Straightening' }).click()
  await page.getByRole('button', { name: /^Save draft/ }).click()
  await expect(page.getByText('Out of the dump')).toBeVisible()
  await shot(page, 'work')
})

test('what was sold of a dump is told on its page, with the order', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const dump = await admin.one('dump_stock', 'status:eq:Sold as Scrap')
  const page = await as('ADMIN')
  await page.setViewportSize(PHONE)
  await page.goto(`/dump-stock/${dump.id}`)
  const sold = page.getByRole('region', { name: 'Sold or reprocessed' })
  await expect(sold.getByRole('row', { name: /^Order/ }).getByRole('link')).toBeVisible()
  // On a phone the figures stand before the history.
  const [figures, history] = [page.getByText('Worth, ₹'), page.getByRole('list', { name: 'History' })]
  const top = async (of: typeof figures) => (await of.boundingBox())?.y ?? 0
  expect(await top(figures)).toBeLessThan(await top(history))
  await expect(page.getByText('Changed since by')).toHaveCount(0)
  await shot(page, 'sold-phone')
})

test('the yard loads scrap from what lies in the dump, of whatever SKU', async ({ as, person }) => {
  const sales = await person('ADMIN')
  const { rows } = await sales.get<{ rows: { id: string; remarks?: string }[] }>(
    '/api/docs/order?where=status:eq:Waiting for Loading&q=&limit=200',
  )
  let order = ''
  for (const row of rows) {
    const doc = await sales.get<{ record: { remarks?: string } }>(`/api/docs/order/${row.id}`)
    if (doc.record.remarks === 'Scrap, as it lies') order = row.id
  }
  expect(order).not.toBe('')
  const page = await as('YARD')
  await page.setViewportSize(PHONE)
  await page.goto(`/yard/yardview/${order}`)
  await expect(page.getByRole('heading', { name: 'In the dump, oldest first' })).toBeVisible()
  await page
    .getByRole('checkbox', { name: /^Take from/ })
    .first()
    .check()
  await shot(page, 'load-phone')
})
