// What was open when the books began: bills from a file, posted together, aged in the statement and paid by hand.
import type { Page } from '@playwright/test'
import type { OpenItems } from '../src/net/answers.gen'
import { today } from './support/story'
import { expect, test } from './support/test'

const HEADS = 'Bill of,Customer,Type,Bill number,Bill date,Due,As of,Amount still open (₹)'
const AS_OF = '31-03-2026'

async function choose(page: Page, rows: string[]) {
  const buffer = Buffer.from([HEADS, ...rows].join('\n'))
  await page.getByLabel('CSV or XLSX file').setInputFiles({ name: 'opening.csv', mimeType: 'text/csv', buffer })
}

const bar = (page: Page) => page.getByRole('region', { name: 'Selected opening bills' })
const tick = (page: Page, no: string) =>
  page.getByRole('row').filter({ hasText: no }).first().getByRole('checkbox').check()

test(
  'opening bills come from a file, are posted together with one result each, and one is paid by hand',
  { tag: '@smoke' },
  async ({ as, person }) => {
    test.slow()
    const acc = await person('ACC')
    const customer = await acc.one('customer', 'status:eq:Active')
    const row = (no: number, rupees: string, kind = 'Bill') =>
      `Customer,${String(customer.name)},${kind},SB/${no},10-02-2026,12-03-2026,${AS_OF},${rupees}`
    const before = await acc.get<OpenItems>(`/api/receipt/open/${customer.id}`)

    const page = await as('ACC')
    await page.goto('/import/opening_bill')
    await choose(page, [row(1, '1234.50'), row(2, '200.00'), row(3, '99.00', 'Advance'), row(4, '')])
    await expect(page.getByRole('heading', { name: '3 good, 1 to fix' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Errors to fix' })).toContainText('Amount still open is required')
    await page.getByRole('button', { name: 'Import 3 opening bills' }).click()
    await expect(page.getByRole('heading', { name: '3 opening bills imported' })).toBeVisible()

    // All of them at once: the advance waits for another person, and says so.
    await page.goto('/opening_bill?where=status:eq:Draft')
    await tick(page, 'SB/1')
    await expect(bar(page).getByText('1 selected')).toBeVisible()
    await bar(page).getByRole('button', { name: 'Select all 3' }).click()
    await expect(bar(page).getByText('3 selected')).toBeVisible()
    await expect(bar(page)).toContainText('another person must post it')
    await bar(page).getByRole('button', { name: 'Post 2 of 3' }).click()
    const report = page.getByRole('dialog', { name: 'Post: 2 of 3' })
    await expect(report).toContainText('You created this opening bill; another person must post it')
    await report.getByRole('button', { name: 'Back to the list' }).click()
    await expect(page.getByRole('grid').getByText('SB/3')).toBeVisible()
    await expect(page.getByRole('grid').getByText('SB/1')).toHaveCount(0)

    // They are open as invoices are, and the statement has them by name and day.
    const open = await acc.get<OpenItems>(`/api/receipt/open/${customer.id}`)
    expect(open.rows.length).toBe(before.rows.length + 2)
    await page.goto(`/customer/view/${customer.id}`)
    await page.getByRole('link', { name: 'Statement', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/customerStatement\\?party=${customer.id}`))
    await page.goto(`${page.url()}&from=2026-03-01`)
    const lines = page.getByRole('row').filter({ hasText: /^SB\/\d of 10-02-2026 \(OPB-\d{6}\)31-03-2026/ })
    await expect(lines).toHaveCount(2)

    // A receipt pays the second of them, though the first is due as early.
    await page.goto('/customer-reciept/add')
    await page.getByRole('combobox', { name: 'Customer' }).fill(String(customer.name))
    await page
      .getByRole('option', { name: String(customer.name) })
      .first()
      .click()
    await page.getByRole('combobox', { name: 'Set against' }).click()
    await page.getByRole('option', { name: 'By hand' }).click()
    await page.getByRole('textbox', { name: 'Amount', exact: true }).first().fill('200')
    await page.getByRole('textbox', { name: /UTR/ }).fill('HDFC262260099001')
    const [year, month, day] = (await today(new URL(page.url()).origin)).split('-')
    await page.getByRole('textbox', { name: 'Date', exact: true }).fill(`${day}-${month}-${year}`)
    await page.getByRole('button', { name: 'Pay this: SB/2' }).click()
    await page.getByRole('button', { name: /^Save/ }).first().click()
    await expect(page).toHaveURL(/\/customer-reciept\/view\//)
    const receipt = page.url().split('/').at(-1)!
    const record = (await acc.doc('receipt', receipt)).record
    const second = open.rows.find(({ name }) => name === 'SB/2')!
    expect(record.allocations).toEqual([{ item: second.id, amount_paise: 20_000 }])
  },
)
