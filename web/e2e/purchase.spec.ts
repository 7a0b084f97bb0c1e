// A purchase from its order to its payment: written, approved, received in two parts, billed, matched and paid.
import type { Page } from '@playwright/test'
import { expect, test } from './support/test'
import { today } from './support/story'

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
    await books.goto(`/supplier_bill/view/${bill.id}`)
    await step(books, 'Match')
    await expect(books.getByText('Waiting for Goods').first()).toBeVisible()
    await receive(15, 'CH-1')
    expect((await purch!.doc('purchase_order', order.id)).status).toBe('Received')
    await expect(books.getByText('Matched').first()).toBeVisible()
    await step(books, 'Post')
    await expect.poll(async () => (await acc!.doc('supplier_bill', bill.id)).status).toBe('Posted')

    // The payment is set against that bill by hand, and another person lets it go.
    const amount = await taxed()
    const payment = await acc!.create('supplier_payment', {
      date: day,
      branch: acc!.branches[0],
      party_kind: 'supplier',
      supplier: supplier.id,
      mode: 'rtgs',
      utr: 'HDFCR52026112100901',
      amount_paise: amount,
      spread: 'hand',
      allocations: [{ supplier_bill: bill.id, amount_paise: amount }],
    })
    await acc!.act(payment, 'submit')
    await manager.goto(`/supplier_payment/view/${payment.id}`)
    await step(manager, 'Approve and post')
    await expect.poll(async () => (await acc!.doc('supplier_payment', payment.id)).status).toBe('Posted')
    const { record, doc_no } = await acc!.doc('supplier_payment', payment.id)
    expect(record.settled).toMatchObject([{ bill_no: 'MILL-2601', amount_paise: amount }])

    // The statement of the supplier tells both.
    await books.goto(`/supplierStatement?party=${supplier.id}`)
    await expect(books.getByRole('row').filter({ hasText: String(doc_no) })).toHaveCount(1)
  },
)
