// Customers, vendors and suppliers: warnings, and what waits for an approver and how they see it.
import { today } from './support/story'
import { expect, test } from './support/test'

interface Stocked {
  sku: string
  name: string
  free_pcs: number
}

test('a firm with nearly the same name is told of under the name, and kept all the same', async ({ as, person }) => {
  const sales = await person('SALES')
  await sales.create('customer', { name: 'Trimurti Gate Works' })
  const page = await as('SALES')
  await page.goto('/customer/add')
  const name = page.getByRole('textbox', { name: 'Firm name' })
  await name.fill('Trimurthi Gate Works')
  await expect(name).toHaveAccessibleDescription(/Trimurti Gate Works \(C-\d+, Draft\) has nearly the same name/)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Trimurthi Gate Works' })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Warnings' })).toContainText('Trimurti Gate Works')
})

test('a vendor waits for accounts, who approve it from the approval view', async ({ as, person }) => {
  const logi = await person('LOGI')
  const state = await logi.one('state', 'gst_code:eq:27')
  const made = await logi.create('vendor', {
    name: 'Anand Crane Service',
    kind: 'Crane',
    gst_category: 'Unregistered',
    contact_person: 'Anand',
    mobile: '9867000111',
    billing: { line1: 'Market Yard', state: state.id, pin: '411037' },
    bank: { bank: 'HDFC Bank', ifsc: 'HDFC0000412', account: '041211800777', account_again: '041211800777' },
  })
  await logi.act(made, 'submit')
  const page = await as('ACC')
  await page.goto(`/vendor-users/view/pending/${made.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Vendor approval' })).toBeVisible()
  await page
    .getByRole('region', { name: 'Actions' })
    .getByRole('button', { name: /^Approve/ })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve/ })
    .click()
  await expect(page.getByRole('main').getByText('Active', { exact: true }).first()).toBeVisible()
  expect((await logi.doc('vendor', made.id)).status).toBe('Active')
  await page.goto('/vendor-users/view/nonsense/x')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('a change of an approved party is shown beside what is in force', async ({ as, person }) => {
  const [purch, acc] = [await person('PURCH'), await person('ACC')]
  const supplier = await purch.one('supplier', 'status:eq:Active')
  const doc = await purch.doc('supplier', supplier.id)
  const bank = doc.record.bank as Record<string, unknown>
  await purch.save(doc, { bank: { ...bank, account: '999888777666', account_again: '999888777666' } })
  const page = await as('ACC')
  await page.goto(`/supplier-users/view/approved/${supplier.id}`)
  const waits = page.getByRole('region', { name: 'Changes that wait for approval' })
  const row = waits.getByRole('row', { name: /Account number/ })
  await expect(row).toContainText(String(bank.account))
  await expect(row).toContainText('999888777666')
  await acc.act(await acc.doc('supplier', supplier.id), 'approve')
  await page.reload()
  await expect(waits).toBeHidden()
})

test('what is held cannot be ordered until it is given back', async ({ as, person, server }) => {
  const bm = await person('BM')
  const yard = await bm.one('yard', 'code:eq:PUN1')
  const seen = () => bm.get<{ rows: Stocked[] }>(`/api/catalogue?yard=${yard.id}&q=pipe`)
  const goods = (await seen()).rows.find((row) => row.free_pcs > 1)!
  const free = async () => (await seen()).rows.find((row) => row.sku === goods.sku)!.free_pcs
  const [reason] = (await bm.list('reason', ['kind:eq:stock'], 1)).rows
  const made = await bm.create('stock_hold', {
    yard: yard.id,
    sku: goods.sku,
    pcs: goods.free_pcs - 1,
    kind: 'management',
    to: await today(server.url),
    reason: reason!.code,
    remarks: 'Kept for the count of the year',
  })

  const sales = await as('SALES')
  await sales.goto('/order/add')
  await sales.getByRole('combobox', { name: 'Yard', exact: true }).fill('PUN1')
  await sales.getByRole('option', { name: 'PUN1 Chakan' }).first().click()
  const line = sales.getByRole('combobox', { name: 'Add a line: size, name or code' })
  await line.fill(goods.name)
  const option = sales.getByRole('option', { name: goods.name }).first()
  await expect(option, 'one piece is left').toContainText('1 free')
  await option.click()
  await sales.getByLabel('Pieces, line 1').fill('2')
  await expect(sales.getByRole('button', { name: 'Take 1', exact: true })).toBeVisible()
  expect(await free()).toBe(1)

  const page = await as('BM')
  await page.goto(`/stockhold?id=${made.id}`)
  const view = page.getByRole('dialog')
  await view.getByRole('button', { name: /^Release/ }).click()
  const asks = page.getByRole('dialog', { name: /Release/ })
  await asks.getByRole('textbox', { name: /Remarks/ }).fill('Looked over and found good')
  await asks.getByRole('button', { name: /^Release/ }).click()
  await expect(view.getByText('Released', { exact: true }).first()).toBeVisible()
  expect(await free(), 'given back').toBe(goods.free_pcs)
})

test('the plan of counts, the reasons and what stands open show real data', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/stockauditnew')
  await expect(page.getByRole('region', { name: 'Counted by others' }).getByRole('link').first()).toBeVisible()
  await page.goto('/stockaudit')
  await expect(page.getByRole('grid').getByRole('link', { name: /^AUD-/ }).first()).toBeVisible()
  await page.goto('/dumpstock')
  await expect(page.getByRole('region', { name: 'Reasons' }).getByRole('link', { name: 'Rust' })).toBeVisible()
  await page.goto('/batchclosing')
  await expect(page.getByRole('region', { name: 'Reasons' }).getByRole('link', { name: 'Weighing loss' })).toBeVisible()
})
