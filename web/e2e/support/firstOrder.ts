// The first order of a new company, from its price and the stock in its yard to the money in the bank, by the people
// whose work it is.
import type { Page } from '@playwright/test'
import { paths } from '../../src/docs/paths'
import * as brought from './newcomer'
import { all, bring, button, field, fill, hands, open, save } from './office'
import { expect } from './test'

type Who = (typeof brought.PEOPLE)[number][0]
/** Today where the company is, as a person writes it. */
const todayShown = () => new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata' }).format().replaceAll('/', '-')

type At = (id: Who) => Page

const PIECES = 50
const BAR = { d: 12, len: 12 }
const step = (page: Page, name: RegExp) =>
  page.getByRole('region', { name: 'Actions' }).getByRole('button', { name }).first()

export async function priceAndStock(admin: Page, at: At) {
  const bm = at('BM')
  await open(bm, paths.add('price'))
  await hands.pick(bm, 'Product group', 'TMT Bar')
  await hands.choose(bm, 'Rate is', 'per MT')
  await fill(bm, { Rate: '55000', 'Floor rate': '53000' })
  await save(bm)
  await bring(admin, {
    way: 'Import opening stock',
    name: 'stock',
    text: brought.stockFile(todayShown()),
    minutes: 6,
    count: `${brought.SKUS} additional inwards`,
  })
  await all(admin, paths.list('additional_inward'), /^Send for approval/)
  await all(bm, paths.list('additional_inward'), /^Approve/)
}

/** The order is typed and sent for approval; its id. */
export async function typed(sales: Page): Promise<string> {
  await open(sales, paths.add('order'))
  await hands.pick(sales, 'Customer', brought.customerName(1))
  await hands.type(field(sales, 'Delivery by'), 't')
  await hands.type(sales.getByRole('combobox', { name: 'Add a line: size, name or code' }), 'tmt 12 12')
  await hands.click(sales.getByRole('option').first())
  await hands.type(sales.getByLabel('Pieces, line 1'), String(PIECES))
  await hands.press(sales, 'Control+Enter')
  await expect(sales).toHaveURL(/\/order\/view\//)
  return sales.url().split('/').at(-1)!
}

export async function approved(at: At, order: string) {
  const [bm, pct, credit] = [at('BM'), at('PCT'), at('CREDIT')]
  await open(bm, `/order/bmApproval/${order}`)
  await hands.click(step(bm, /^Approve/))
  await expect(bm.getByText(/is now Preliminary/).first()).toBeVisible()
  await open(pct, `/order/creditApproval/${order}`)
  await hands.click(pct.getByRole('radio', { name: 'Forward to credit' }))
  await hands.choose(pct, 'Recommendation', 'Approve')
  await hands.click(step(pct, /^Forward to credit/))
  await expect(pct.getByText(/is now Credit Approval/).first()).toBeVisible()
  await open(credit, `/order/creditApproval/${order}`)
  await hands.click(credit.getByRole('radio', { name: 'Approve credit' }))
  await hands.click(step(credit, /^Approve credit/))
  await expect(credit.getByText(/is now Waiting for Loading/).first()).toBeVisible()
}

export async function loaded(yard: Page, order: string) {
  await open(yard, `/yard/yardview/${order}`)
  await hands.type(yard.getByRole('textbox', { name: /^Pieces from/ }).first(), String(PIECES))
  await hands.click(button(yard, 'To the weighbridge'))
  await hands.pick(yard, 'Vehicle', 'MH12AB1234')
  await expect(yard.getByRole('combobox', { name: 'Driver', exact: true })).toHaveValue(/^Ramesh/)
  await hands.type(yard.getByRole('textbox', { name: 'Weighbridge slip' }), 'W1')
  for (const [row, digits] of [
    [/^Tare/, '8000'],
    [/^Gross/, String(8000 + brought.weightOf(BAR, PIECES))],
  ] as const) {
    await hands.click(button(yard, row))
    await hands.keys(yard, digits)
  }
  await hands.click(button(yard, 'Save loading'))
  await expect(yard.getByText(/is now Order Loaded/).first()).toBeVisible()
}

export async function invoiced(acc: Page, order: string) {
  await open(acc, `/order/view/${order}`)
  await hands.click(acc.getByRole('link', { name: /^Create invoice/ }).first())
  await hands.click(button(acc, /^Create draft invoice/))
  await hands.click(step(acc, /^Post/))
  await hands.click(acc.getByRole('dialog').getByRole('button', { name: /^Post/ }))
  await expect(acc.getByText(/is now Posted/).first()).toBeVisible()
}

/** What was billed is paid in full by bank transfer, as the salesperson enters it and accounts confirm it. */
export async function paid(at: At) {
  const [sales, acc] = [at('SALES'), at('ACC')]
  await open(sales, paths.add('receipt'))
  await hands.pick(sales, 'Customer', brought.customerName(1))
  const due =
    (await sales
      .getByRole('row')
      .filter({ hasText: /\d\d-\d\d\// })
      .getByRole('cell')
      .nth(2)
      .textContent()) ?? ''
  await fill(sales, { Amount: due.replaceAll(',', ''), UTR: 'HDFCN52026112701' })
  await save(sales)
  const receipt = sales.url().split('/').at(-1)!
  await hands.click(step(sales, /^Send for confirmation/))
  await hands.click(sales.getByRole('dialog').locator('button[type=submit]'))
  await expect(sales.getByText(/is now Pending Confirmation/).first()).toBeVisible()
  await open(acc, paths.view('receipt', receipt))
  await hands.click(step(acc, /^Confirm/))
  await hands.click(acc.getByRole('dialog').locator('button[type=submit]'))
  await expect(acc.getByText(/is now (Cleared|Confirmed)/).first()).toBeVisible()
  // Nothing is open of the customer any more.
  await expect(acc.getByRole('region', { name: 'Set against', exact: true })).toContainText(due)
}

/** What the first month's reports have to say of one order: the goods that were sold, its papers, and its vouchers. */
const REPORTS: [Who, string, RegExp, string][] = [
  ['BM', '/ProductWiseReport', /TMT Bar/, '0.533'],
  ['ACC', '/salesExport', /TMT Bar 12 mm × 12 m/, '29,333'],
  ['ACC', '/transactionReport', /Receipt/, brought.customerName(1)],
  ['ACC', '/tallyReport', /^Sales/, '29,333'],
]

export async function reported(at: At) {
  for (const [id, path, row, figure] of REPORTS) {
    const page = at(id)
    await open(page, path)
    await expect(page.getByRole('grid').getByRole('row').filter({ hasText: row }).first()).toContainText(figure)
  }
}
