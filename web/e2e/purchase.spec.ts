// A purchase from its order to its payment: written, approved, received in two parts, billed, matched and paid.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/test'
import { today } from './support/story'
import { choose } from './support/walked'

const RATE = 5_500

/** Takes a step that asks for remarks and needs none. */
async function step(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).first().click()
  const box = page.getByRole('dialog').filter({ has: page.getByRole('heading', { name }) })
  await box.getByRole('button', { name, exact: true }).click()
  await expect(box).toHaveCount(0)
}

test(
  'an order is approved, received in two parts, billed, matched with both, and paid',
  { tag: '@smoke' },
  async ({ as, person, server }) => {
    test.slow()
    const [purch, bm, acc] = await Promise.all(['PURCH', 'BM', 'ACC'].map((who) => person(who)))
    const day = await today(server.url)
    const yard = await purch!.one('yard', 'code:eq:PUN1')
    const supplier = await purch!.one('supplier', 'status:eq:Active')
    const sku = await purch!.one('sku', 'status:eq:Active')
    const line = { sku: sku.id, pcs: 40, weight_g: 4_000_000, rate_paise: RATE }
    const order = await purch!.create('purchase_order', {
      date: day,
      supplier: supplier.id,
      yard: yard.id,
      expected_on: day,
      lines: [line],
    })

    // The desk sends it, the branch manager approves it on its page, and its paper can be had.
    const desk = await as('PURCH')
    await desk.goto(`/purchase_order/view/${order.id}`)
    await step(desk, 'Send for approval')
    await expect(desk.getByText('Approval Pending').first()).toBeVisible()
    const manager = await as('BM')
    await manager.goto(`/purchase_order/view/${order.id}`)
    await step(manager, 'Approve')
    await expect.poll(async () => (await bm!.doc('purchase_order', order.id)).status).toBe('Approved')

    // What comes next stands on the order's page, for whom it is to do.
    await expect(manager.getByRole('link', { name: 'Enter the bill' })).toHaveCount(0)
    await desk.reload()
    await desk.getByRole('link', { name: 'Receive goods' }).click()
    await expect(desk.getByRole('heading', { level: 1, name: 'New stock inward' })).toBeVisible()
    const { doc_no: orderNo } = await purch!.doc('purchase_order', order.id)
    await expect(desk.getByRole('combobox', { name: /^Purchase order/ })).toHaveValue(new RegExp(String(orderNo)))
    await expect(desk.getByRole('combobox', { name: /^Yard/ })).not.toHaveValue('')
    await expect(desk.getByRole('combobox', { name: /^Supplier/ }).first()).not.toHaveValue('')

    // Two trucks, one supplier's invoice.
    const inward = (pcs: number, no: string) =>
      purch!.create('inward', {
        date: day,
        yard: yard.id,
        purchase_order: order.id,
        supplier_invoice_no: no,
        supplier_invoice_date: day,
        vehicle_no: 'MH12TR4521',
        ewb_no: '271234567890',
        tare_g: 8_000_000,
        gross_g: 8_000_000 + pcs * 100_000,
        lines: [{ sku: sku.id, pcs, weight_g: pcs * 100_000 }],
      })
    const receive = async (pcs: number, no: string) =>
      bm!.act(await purch!.act(await inward(pcs, no), 'submit'), 'approve', { remarks: 'As weighed' })
    await receive(25, 'CH-1')
    expect((await purch!.doc('purchase_order', order.id)).status).toBe('Part Received')

    // The bill is of the whole order: it waits for the second truck, and matches with it.
    const taxed = async () => {
      const total = (await purch!.doc('purchase_order', order.id)).record.total_paise
      return Number(total)
    }
    const bill = await acc!.create('supplier_bill', {
      date: day,
      purchase_order: order.id,
      bill_no: 'MILL-2601',
      bill_date: day,
      billed_paise: await taxed(),
      lines: [{ order_line: 1, pcs: 40, weight_g: 4_000_000, rate_paise: RATE }],
    })
    const books = await as('ACC')
    await books.goto(`/purchase_order/view/${order.id}`)
    await expect(books.getByRole('link', { name: 'Pay' })).toHaveCount(0)
    await books.getByRole('link', { name: 'Enter the bill' }).click()
    await expect(books.getByRole('combobox', { name: /^Purchase order/ })).toHaveValue(new RegExp(String(orderNo)))
    await books.goto(`/supplier_bill/view/${bill.id}`)
    await step(books, 'Match')
    await expect(books.getByText('Waiting for Goods').first()).toBeVisible()
    await receive(15, 'CH-1')
    expect((await purch!.doc('purchase_order', order.id)).status).toBe('Received')
    await expect(books.getByText('Matched').first()).toBeVisible()
    await step(books, 'Post')
    await expect.poll(async () => (await acc!.doc('supplier_bill', bill.id)).status).toBe('Posted')

    await books.goto(`/purchase_order/view/${order.id}`)
    await expect(books.getByRole('link', { name: 'Receive goods' })).toHaveCount(0)
    await books.getByRole('link', { name: 'Pay' }).click()
    await expect(books.getByRole('combobox', { name: /^Supplier/ })).not.toHaveValue('')

    // Half of the bill is paid by hand, and another person lets the money go.
    const amount = await taxed()
    const half = Math.floor(amount / 2)
    const written = async (utr: string, sum: number, how: string, then: () => Promise<void>) => {
      await choose(books, 'Mode', 'RTGS')
      await books.getByRole('textbox', { name: 'Amount', exact: true }).fill((sum / 100).toFixed(2))
      await books.getByRole('textbox', { name: 'UTR', exact: true }).fill(utr)
      await choose(books, 'Set against', how)
      await then()
      await books.getByRole('button', { name: 'Save draft' }).click()
      await step(books, 'Send for approval')
      const id = new URL(books.url()).pathname.split('/').at(-1)!
      await manager.goto(`/supplier_payment/view/${id}`)
      await step(manager, 'Approve and post')
      await expect.poll(async () => (await acc!.doc('supplier_payment', id)).status).toBe('Posted')
      return id
    }
    const bills = books.getByRole('region', { name: 'Set against' })
    const first = await written('HDFCR52026112100901', half, 'By hand', async () => {
      await expect(bills.getByRole('row').filter({ hasText: 'MILL-2601' })).toHaveCount(1)
      await bills.getByRole('button', { name: 'Pay this: MILL-2601' }).click()
      await bills.getByRole('textbox', { name: 'Amount, MILL-2601' }).fill((half / 100).toFixed(2))
      await expect(bills.getByText('The whole amount is set against something')).toBeVisible()
    })
    expect((await acc!.doc('supplier_payment', first)).record.settled).toMatchObject([
      { bill_no: 'MILL-2601', amount_paise: half },
    ])

    // The rest comes without saying what for, and is set against the bill afterwards.
    await books.goto(`/purchase_order/view/${order.id}`)
    await books.getByRole('link', { name: 'Pay' }).click()
    const second = await written('HDFCR52026112100902', amount - half + 50_000, 'Stays on account', async () => {
      await expect(bills.getByRole('row')).toHaveCount(0)
    })
    await books.reload()
    await books.getByRole('button', { name: /^Set against bills/ }).click()
    const dialog = books.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Pay this: MILL-2601' }).click()
    await expect(dialog.getByText('₹500.00 stays on account')).toBeVisible()
    await dialog.getByRole('button', { name: /^Set against bills/ }).click()
    await expect(dialog).toHaveCount(0)
    const { record, doc_no } = await acc!.doc('supplier_payment', second)
    expect(record.settled).toMatchObject([{ bill_no: 'MILL-2601', amount_paise: amount - half }])
    expect(record.on_account_paise).toBe(50_000)

    // The statement of the supplier tells both.
    await books.goto(`/supplierStatement?party=${supplier.id}`)
    await expect(books.getByRole('row').filter({ hasText: String(doc_no) })).toHaveCount(1)
  },
)

test('a row of an order has more room for its goods than for its figures, and the list shows whole names', async ({
  as,
}) => {
  const page = await as('PURCH')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/purchase_order/add')
  const lines = page.getByRole('region', { name: 'Lines' })
  await lines.getByRole('button', { name: 'Add a row' }).click()
  const sku = lines.getByRole('combobox', { name: 'SKU' })
  const width = async (cell: Locator) => (await cell.boundingBox())!.width
  const room = await width(lines.locator('[data-field="lines.0.sku"]'))
  expect(room).toBeGreaterThan(240)
  for (const figure of ['pcs', 'weight_g'])
    expect(room).toBeGreaterThan(1.5 * (await width(lines.locator(`[data-field="lines.0.${figure}"]`))))
  await sku.fill('angle 50x50x6')
  const name = page.getByRole('option').first().locator('span').first()
  await expect(name).toContainText('50')
  const cut = (at: Locator) => at.evaluate((one) => one.scrollWidth > one.clientWidth)
  expect(await cut(name)).toBe(false)
  await page.keyboard.press('Enter')
  await expect(sku).toHaveValue(/Angle/)
  expect(await cut(sku)).toBe(false)
})
