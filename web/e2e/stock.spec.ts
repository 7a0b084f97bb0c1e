// Stock: what came in beside the inwards, where a batch lies and what became of it, and each figure down to its
// postings.
import type { Page } from '@playwright/test'
import type { Person, Values } from './support/api'
import { today } from './support/story'
import { expect, test } from './support/test'

interface Opened {
  batch: string
  no: string
  sku: string
}

/** Opening stock of 40 pieces that weigh 1,200 kg, approved. */
async function opening(purch: Person, bm: Person, url: string): Promise<Opened> {
  const yard = await purch.one('yard', 'code:eq:PUN1')
  const sku = await purch.one('sku', 'status:eq:Active')
  const made = await purch.create('additional_inward', {
    kind: 'opening_stock',
    date: await today(url),
    yard: yard.id,
    reason: 'OPENING',
    lines: [{ sku: sku.id, pcs: 40, weight_g: 1_200_000, rate_paise: 5_500_000, rack: 'R7' }],
  })
  const approved = await bm.act(await purch.act(made, 'submit'), 'approve', { remarks: 'As counted' })
  const [line] = approved.record.lines as Values[]
  const batch = await bm.doc('batch', String(line?.batch))
  return { batch: batch.id, no: String(batch.record.batch_no), sku: sku.id }
}

const rail = (page: Page, name: string) => page.getByRole('region', { name })

test('the checklist leads to opening stock, which bears no supplier and no tax', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/setup')
  await page.getByRole('link', { name: 'Enter opening stock' }).click()
  await expect(page).toHaveURL('/additionalinward/add?kind=opening_stock')
  await expect(page.getByRole('combobox', { name: /^Type/ })).toHaveText('Opening stock')
  await expect(page.getByLabel(/Tax|GST/)).toHaveCount(0)
})

test('an additional inward is sent by one and approved by another', async ({ as, person, server }) => {
  const purch = await person('PURCH')
  const yard = await purch.one('yard', 'code:eq:PUN1')
  const sku = await purch.one('sku', 'status:eq:Active')
  const made = await purch.create('additional_inward', {
    kind: 'found_stock',
    date: await today(server.url),
    yard: yard.id,
    reason: 'FOUND',
    lines: [{ sku: sku.id, pcs: 2, weight_g: 60_000, rate_paise: 5_500_000 }],
  })
  const sender = await as('PURCH')
  await sender.goto(`/additionalinward/view/${made.id}`)
  await sender.getByRole('button', { name: 'Send for approval' }).click()
  await sender.getByRole('dialog').getByRole('button', { name: 'Send for approval' }).click()
  await expect(sender.getByText('Pending Approval').first()).toBeVisible()
  const manager = await as('BM')
  await manager.goto(`/additionalinward/view/${made.id}`)
  const approve = { name: /^Approve/ }
  await manager.getByRole('region', { name: 'Actions' }).getByRole('button', approve).click()
  await manager.getByRole('dialog').getByRole('button', approve).click()
  await expect(manager.getByText('Approved').first()).toBeVisible()
})

test('a batch tells where it lies, what it weighs and how it came', async ({ as, person, server }) => {
  const { batch, no } = await opening(await person('PURCH'), await person('BM'), server.url)
  const page = await as('BM')
  await page.goto(`/batch/view/${batch}`)
  await expect(page.getByRole('heading', { level: 1, name: no })).toBeVisible()
  await expect(rail(page, 'Location')).toContainText('40 pcs, 1,200.000 kg')
  await expect(rail(page, 'Weight')).toContainText('30.000')
  await expect(rail(page, 'Life').getByRole('row', { name: /Opening stock/ })).toContainText('+1,200.000')
  await expect(page.getByText('R7')).toBeVisible()
})

test(
  'each figure of the stock opens the postings that it comes to',
  { tag: '@smoke' },
  async ({ as, person, server }) => {
    const { no } = await opening(await person('PURCH'), await person('BM'), server.url)
    const page = await as('BM')
    await page.goto(`/ViewStock?q=${encodeURIComponent(no)}`)
    await page.getByRole('button', { name: new RegExp(`^Free of ${no}`) }).click()
    const drawer = page.getByRole('dialog', { name: new RegExp(no) })
    await expect(drawer.getByText('1 posting come', { exact: false }).or(drawer.getByText(/1 posting/))).toBeVisible()
    await expect(drawer.getByText('40 pcs, 1,200.000 kg')).toBeVisible()
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect(drawer).toBeHidden()
  },
)

test('stock shows what waits for approval, and what lay there on a day that is over', async ({
  as,
  person,
  server,
}) => {
  const purch = await person('PURCH')
  const yard = await purch.one('yard', 'code:eq:PUN1')
  const sku = await purch.one('sku', 'status:eq:Active')
  const made = await purch.create('additional_inward', {
    kind: 'opening_stock',
    date: await today(server.url),
    yard: yard.id,
    reason: 'OPENING',
    lines: [{ sku: sku.id, pcs: 7, weight_g: 210_000, rate_paise: 5_500_000 }],
  })
  const sent = await purch.act(made, 'submit')
  const page = await as('BM')
  await page.goto(`/ViewStock?yard=${yard.id}`)
  await expect(page.getByRole('region', { name: 'Incoming' }).getByRole('link', { name: sent.doc_no! })).toBeVisible()
  await page.goto(`/ViewStock?yard=${yard.id}&on=2026-04-02`)
  await expect(page.getByText('At the end of 02-04-2026', { exact: false })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Incoming' })).toHaveCount(0)
})

test('stock goes on behind its first page', async ({ as, person }) => {
  const all = await (await person('ADMIN')).get<{ total: number }>('/api/stock?limit=1')
  expect(all.total, 'more than one page').toBeGreaterThan(250)
  const page = await as('ADMIN')
  await page.goto('/ViewStock')
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByText(`of ${all.total} batches`, { exact: false })).toBeVisible()
  await expect(page.getByText('250 of')).toHaveCount(0)
})

test('an inward proposes a debit note for what was billed and did not come', async ({ as, person, server }) => {
  const [purch, bm] = [await person('PURCH'), await person('BM')]
  const yard = await purch.one('yard', 'code:eq:PUN1')
  const sku = await purch.one('sku', 'status:eq:Active')
  const supplier = await purch.one('supplier', 'status:eq:Active')
  const day = await today(server.url)
  const made = await purch.create('inward', {
    date: day,
    yard: yard.id,
    supplier: supplier.id,
    supplier_invoice_no: 'DN-1',
    supplier_invoice_date: day,
    supplier_invoice_paise: 5_000_000,
    vehicle_no: 'MH12TR4522',
    ewb_no: '271234567891',
    tare_g: 8_000_000,
    gross_g: 9_000_000,
    lines: [{ sku: sku.id, pcs: 30, weight_g: 1_000_000, supplier_weight_g: 1_030_000, rate_paise: 5_000_000 }],
  })
  const remarks = { remarks: 'Short by the slip' }
  const approved = await bm.act(await purch.act(made, 'submit'), 'approve', remarks)
  const page = await as('PURCH')
  await page.goto(`/stockinward/view/${approved.id}`)
  await page.getByRole('link', { name: 'Print' }).click()
  await expect(page).toHaveURL(`/inward/print/${approved.id}`)
  await expect(page.getByRole('article', { name: /^GOODS RECEIPT NOTE/ })).toBeVisible()
  const sheet = page.getByRole('article', { name: /^DEBIT NOTE PROPOSAL/ })
  await expect(sheet.getByText('Short weight')).toBeVisible()
  await expect(sheet.getByText('30.000').first()).toBeVisible()
})

test('a line of an inward finds its SKU by its size', async ({ as }) => {
  const page = await as('PURCH')
  await page.goto('/stockinward/add')
  await page.getByRole('button', { name: 'Add a line' }).click()
  await page.getByRole('button', { name: 'Find the SKU of line 1 by size' }).click()
  const finder = page.getByRole('dialog', { name: 'Find by size' })
  await finder.getByRole('combobox', { name: 'Product group' }).fill('MS ERW')
  await page
    .getByRole('option', { name: /MS ERW Pipe/ })
    .first()
    .click()
  const first = finder.getByRole('list', { name: 'SKUs found' }).getByRole('button').first()
  const name = (await first.locator('span').first().textContent()) ?? ''
  await first.click()
  await expect(finder).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'SKU, line 1' })).toHaveValue(name)
})
