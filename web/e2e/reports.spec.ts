// Reports in the browser: every one opens, its figures lead to documents, its question stands in the address.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, go, test } from './support/test'

interface Route {
  path: string
  area: string
}
const ROUTES = (JSON.parse(readFileSync(new URL('files/routes.json', import.meta.url), 'utf8')) as Route[]).filter(
  (route) => route.area === 'report',
)

const table = (page: Page) => page.getByRole('grid')
const lines = (page: Page) => table(page).getByRole('row')

async function stands(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByLabel('Where this comes from')).toContainText('computed on this device')
  await expect(lines(page).nth(1)).toBeVisible()
}

test('every report opens with figures, and its total stays in sight', async ({ as, person }) => {
  const page = await as('ADMIN')
  const sku = (await (await person('ADMIN')).one('sku')).id
  for (const { path } of ROUTES) {
    await page.goto(path.replace(/:\w+/, sku))
    await stands(page)
    await expect(table(page).getByText('Total', { exact: true })).toBeVisible()
  }
})

test('a figure leads to the documents behind it', { tag: '@smoke' }, async ({ as }) => {
  const page = await as('ACC')
  await page.goto('/ProductWiseReport')
  await stands(page)
  await table(page).getByTitle('Show source documents').first().click()
  const behind = page.getByRole('dialog', { name: /^Documents behind/ })
  await expect(behind.getByRole('grid').getByRole('link').first()).toHaveText(/^INV|\/\d\d-\d\d\//)
  await behind.getByRole('grid').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/invoice\//)
})

test('days, basis and filters stand in the address and survive a reload', async ({ as }) => {
  const page = await as('BM')
  await page.goto('/ProductWiseReport')
  await stands(page)
  await page.getByRole('button', { name: 'Ordered' }).click()
  await page.getByRole('button', { name: 'Period' }).click()
  await page.getByRole('menuitem', { name: 'Last 90 days' }).click()
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('menuitem', { name: 'Make' }).click()
  await page.getByRole('combobox', { name: 'Make' }).fill('Nav')
  await page.getByRole('option', { name: 'Navkar' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/basis=ordered/)
  await expect(page).toHaveURL(/make=Navkar/)
  const rows = lines(page)
  await expect(rows.filter({ hasText: 'Trishul' })).toHaveCount(0)
  await page.reload()
  await stands(page)
  await expect(page.getByText('Navkar').first()).toBeVisible()
  await expect(rows.filter({ hasText: 'Trishul' })).toHaveCount(0)
})

test('a question that the device cannot work out says so, and the next one is answered', async ({ as }) => {
  const page = await as('BM')
  await page.goto('/ProductWiseReport')
  await stands(page)
  // As the module does when it finds no more memory.
  await page.workers()[0]!.evaluate(() => {
    JSON.parse = () => {
      throw new WebAssembly.RuntimeError('unreachable')
    }
  })
  await page.getByRole('button', { name: 'Ordered' }).click()
  await expect(page.getByText('This is more than this device can work out at once.')).toBeVisible()
  await page.getByRole('button', { name: 'Loaded' }).click()
  await stands(page)
  await go(page, '/DistrictWiseReport')
  await stands(page)
})

test('a worker that is killed is begun anew, and answers the next question', async ({ as }) => {
  const page = await as('BM')
  await page.goto('/ProductWiseReport')
  await stands(page)
  const [worker] = page.workers()
  const gone = worker!.waitForEvent('close')
  await worker!.evaluate(() => {
    setTimeout(() => self.close())
  })
  await gone
  await page.getByRole('button', { name: 'Ordered' }).click()
  await expect(page).toHaveURL(/basis=ordered/)
  await expect.poll(() => page.workers().length).toBe(1)
  expect(page.workers()[0]).not.toBe(worker)
  await stands(page)
  await go(page, '/DistrictWiseReport')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('District-wise sales')
  await stands(page)
})

test('the lines of a long list come as they are scrolled to, and its file has all of them', async ({ as, person }) => {
  const page = await as('ADMIN')
  const days = 'from=2020-01-01&to=2099-12-31'
  await page.goto(`/salesExport?${days}`)
  await stands(page)
  const told = await page.getByLabel('Where this comes from').textContent()
  const count = Number(/([\d,]+) lines/.exec(told ?? '')?.[1]?.replaceAll(',', ''))
  expect(count).toBeGreaterThan(200)
  await page.locator('.ag-grid-viewport').evaluate((view) => view.scrollTo(0, view.scrollHeight))
  // The heads are the first row, and the total is no line.
  await expect(table(page).locator(`[role=row][aria-rowindex="${count + 1}"]`)).toContainText(/\d\d-\d\d-\d{4}/)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV', exact: true }).click(),
  ])
  const served = await (await person('ADMIN')).bytes(`/api/reports/sales_export?${days}`, 'text/csv')
  expect(readFileSync(await file.path()).equals(served), 'the bytes of the server').toBe(true)
})

test('a group folds, and the lines below it move up', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/ProductWiseReport?from=2020-01-01&to=2099-12-31')
  await stands(page)
  const shown = table(page).locator('[role=row][aria-rowindex]')
  const before = await shown.allTextContents()
  await table(page)
    .getByRole('button', { name: /^Fold / })
    .first()
    .click()
  await expect(shown.nth(2)).not.toHaveText(before[2]!)
  expect(before).toContain(await shown.nth(2).textContent())
  await table(page)
    .getByRole('button', { name: /^Open / })
    .first()
    .click()
  await expect(shown.nth(2)).toHaveText(before[2]!)
})

test("columns of a list are chosen, and a SKU's card leads to who buys it", async ({ as, person }) => {
  const page = await as('ADMIN')
  await page.goto('/salesExport')
  await stands(page)
  await expect(table(page).getByRole('columnheader', { name: 'Customer', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Customer', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/hide=customer/)
  await expect(table(page).getByRole('columnheader', { name: 'Customer', exact: true })).toHaveCount(0)
  await expect(table(page).getByText('Total', { exact: true })).toBeVisible()

  const admin = await person('ADMIN')
  const { record } = await admin.doc('invoice', (await admin.one('invoice', 'status:eq:Posted')).id)
  await page.goto(`/ProductSkuReport/view/${(record.lines as { sku: string }[])[0]?.sku}`)
  await stands(page)
  await page.getByRole('navigation', { name: 'Related' }).getByRole('link', { name: 'Who buys it' }).click()
  await expect(page).toHaveURL(/salePurchaseColumnSel.*rows=customer.*sku=/)
  await stands(page)
})

test('the pivot is built by picking fields, without a mouse to drag', async ({ as }) => {
  const page = await as('ACC')
  await page.goto('/salePurchaseColumnSel')
  await stands(page)
  await page.getByRole('button', { name: 'Add to rows' }).click()
  await page.getByRole('menuitem', { name: 'Make' }).click()
  await expect(page).toHaveURL(/rows=product%7Csize%7Cmake/)
  await page.getByRole('region', { name: 'Columns' }).getByRole('button', { name: 'Yard', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Move to rows' }).click()
  await expect(page).toHaveURL(/columns=(&|$)/)
  await expect(table(page).getByRole('columnheader', { name: /Product type, Nominal size, Make, Yard/ })).toBeVisible()
})

test('without the server the last frames go on, and the page says so', async ({ as }) => {
  const page = await as('ACC')
  await page.goto('/ProductWiseReport')
  await stands(page)
  await page.route('**/api/**', (route) => route.abort())
  await page.route('**/healthz', (route) => route.abort())
  await page.getByRole('button', { name: 'Loaded' }).click()
  await stands(page)
})

test('who may not open a report is told so, and amounts stay out of what a yard receives', async ({ as }) => {
  const page = await as('YARD')
  await page.goto('/ProductWiseReport')
  await expect(page.getByRole('heading', { name: /^You do not have access/ })).toBeVisible()
  await page.goto('/ProductSkuReport')
  await stands(page)
  await expect(table(page).getByRole('columnheader', { name: /₹/ })).toHaveCount(0)
})

test("a file that the browser makes has the bytes of the server's", async ({ as, person }) => {
  const page = await as('ADMIN')
  const admin = await person('ADMIN')
  await page.goto('/ProductWiseReport')
  await stands(page)
  for (const [name, media] of [
    ['CSV', 'text/csv'],
    ['XLSX', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ] as const) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name, exact: true }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`product-wise-sales.${name.toLowerCase()}`)
    const served = await admin.bytes('/api/reports/product_wise_report', media)
    expect(readFileSync(await file.path()).equals(served), `${name}: the same bytes`).toBe(true)
  }
})

test('vouchers are given to Tally once, and an account without a name is told first', async ({ as, person }) => {
  const page = await as('ACC')
  const admin = await person('ADMIN')
  const sales = await admin.doc('tally_ledger', (await admin.one('tally_ledger', 'name:eq:Sales GST')).id)
  await admin.act(sales, 'deactivate')
  await page.goto('/tallyReport')
  await stands(page)
  await expect(page.getByRole('alert')).toContainText('no ledger in Tally: Sales')
  await expect(page.getByRole('button', { name: 'Tally XML' })).toBeDisabled()
  await admin.act(await admin.doc('tally_ledger', sales.id), 'activate')
  await page.reload()
  await stands(page)
  await expect(page.getByRole('button', { name: 'Tally XML' })).toBeEnabled()
  const from = await page.getByRole('textbox', { name: 'From' }).inputValue()
  const query = `from=${from.split('-').reverse().join('-')}`
  const served = await (
    await person('ACC')
  ).bytes(`/api/reports/tally_report?tally_state=0|2|3&${query}`, 'application/xml')
  const noted = async () => (await admin.list('tally_export', [], 1)).total
  const before = await noted()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Tally XML' }).click(),
  ])
  expect(readFileSync(await file.path()).equals(served), 'the bytes of the server').toBe(true)
  // What was given is noted behind the file.
  await expect.poll(noted).toBeGreaterThan(before)
  expect(served.toString()).toContain('ACTION="Create"')
  await page.reload()
  await stands(page)
  await expect(page.getByText(/^Tally has every voucher of/)).toBeVisible()
  await page.getByRole('button', { name: 'All in this period' }).click()
  const [again] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Tally XML' }).click(),
  ])
  expect(readFileSync(await again.path(), 'utf8')).not.toContain('ACTION="Create"')

  // The same vouchers in the other forms that Tally imports.
  for (const [form, ends] of [
    ['Excel', 'xlsx'],
    ['JSON', 'json'],
  ] as const) {
    await page.getByRole('button', { name: form, exact: true }).click()
    const [other] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Tally ${form}` }).click(),
    ])
    expect(other.suggestedFilename()).toMatch(new RegExp(`^tally-vouchers-.*\\.${ends}$`))
    const bytes = await (await person('ACC')).bytes(`/api/reports/tally_report?tally_form=${ends}&${query}`, '*/*')
    expect(readFileSync(await other.path()).equals(bytes), `${form}: the bytes of the server`).toBe(true)
  }

  // What its import log names is given again; what is no log says so.
  const files = page.getByRole('list', { name: 'Files given to Tally' })
  const log = files.locator('input[type=file]').first()
  await log.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await expect(files.getByRole('alert')).toContainText("This is not Tally's log of an import")
  const number = /<VOUCHERNUMBER>([^<]+)</.exec(served.toString())![1]!
  const told = `<ENVELOPE><BODY><DATA><IMPORTRESULT><CREATED>4</CREATED><ALTERED>1</ALTERED><ERRORS>1</ERRORS>
    <LINEERROR>Voucher ${number}: Ledger 'Freight' does not exist!</LINEERROR></IMPORTRESULT></DATA></BODY></ENVELOPE>`
  await log.setInputFiles({ name: 'tally.xml', mimeType: 'application/xml', buffer: Buffer.from(told) })
  await expect(files.getByRole('listitem').first()).toContainText('4 created, 1 altered, 1 in error')
  await page.reload()
  await stands(page)
  await expect(page.getByText(/^1 voucher of/)).toBeVisible()
})

test('a question is saved, found again, shared with a role and deleted', async ({ as }) => {
  const page = await as('BM')
  await page.goto('/ProductWiseReport?basis=ordered')
  await stands(page)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('What was ordered')
  await dialog.getByRole('checkbox', { name: /Branch manager/ }).check()
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog).toBeHidden()
  const other = await as('BM2')
  await other.goto('/ProductWiseReport')
  await stands(other)
  await other.getByRole('button', { name: 'Views' }).click()
  await other.getByRole('menuitem', { name: 'What was ordered' }).click()
  await expect(other).toHaveURL(/basis=ordered/)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Delete the view What was ordered' }).click()
  await expect(page.getByRole('menuitem', { name: /What was ordered/ })).toHaveCount(0)
})

test('the pivot has its layouts', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/salePurchaseColumnSel')
  await stands(page)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Districts by month' }).click()
  await expect(page).toHaveURL(/columns=month/)
  await stands(page)
})

test('the trial balance comes to nothing, and leads to the ledger of an account', async ({ as }) => {
  const page = await as('ACC')
  await page.goto('/trialBalance')
  await stands(page)
  await expect(lines(page).filter({ hasText: 'Customers' })).toHaveCount(1)
  const total = table(page).getByRole('row').filter({ hasText: 'Total' })
  const sum = (key: string) => total.locator(`[col-id="${key}"]`)
  await expect(sum('book_closing')).toHaveText('–')
  expect(await sum('book_debit').textContent()).toBe(await sum('book_credit').textContent())
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await page.getByRole('combobox', { name: 'Account' }).fill('Bank')
  await page.getByRole('option', { name: 'Bank', exact: true }).click()
  await expect(page).toHaveURL(/book_account=/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Related' }).getByRole('link', { name: 'Ledger' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ledger' })).toBeVisible()
  await stands(page)
  await expect(lines(page).nth(1)).toContainText('Opening')
  await expect(lines(page).nth(2)).toContainText('Bank')
})

test("the browser's own key prints the pages of a report and not the lines in sight", async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/ProductSkuReport')
  await stands(page)
  const printed = await page.evaluateHandle(() => {
    const pages: number[] = []
    window.print = () => void pages.push(document.querySelectorAll('.paper-page').length)
    return pages
  })
  await page.keyboard.press('Control+p')
  await expect(page.getByRole('article').first()).toBeVisible()
  const pages = await page.getByRole('article').count()
  expect(pages).toBeGreaterThan(1)
  await expect.poll(() => printed.jsonValue()).toEqual([pages])
})

test('a state of the map opens its districts, and one of them becomes the filter', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/DistrictWiseReport')
  await stands(page)
  const map = page.getByRole('region', { name: 'Map' })
  await expect(map.getByRole('group', { name: 'Legend' })).toContainText('over')
  await map.getByRole('button', { name: /^Gujarat: / }).focus()
  await page.keyboard.press('Enter')
  await expect(map.getByRole('heading', { name: /^Gujarat/ })).toBeVisible()
  await map.getByTitle('Show Valsad alone').click()
  await expect(page).toHaveURL(/district=/)
  await stands(page)
  await expect(map.getByRole('button', { name: /^Maharashtra: nothing/ })).toBeDisabled()
})

test('SKUs are narrowed by a property, and grouped by the band of their thickness', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/ProductSkuReport')
  await stands(page)
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('menuitem', { name: 'Property' }).click()
  await page.getByRole('combobox', { name: 'Property' }).fill('Thickness: 3')
  await page.getByRole('option', { name: 'Thickness: 3.2 mm' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: 'Property' })).toHaveCount(0)
  await expect(page).toHaveURL(/property=Thickness/)
  await stands(page)
  await page.getByRole('link', { name: 'By thickness band' }).click()
  await expect(lines(page).filter({ hasText: 'Over 3 to 6 mm' }).first()).toBeVisible()
  await expect(lines(page).filter({ hasText: 'Up to 3 mm' })).toHaveCount(0)
})

test("a branch's month is told against its target", async ({ as }) => {
  const page = await as('BM')
  await page.goto('/dashboard/BM')
  const tile = page.getByRole('link', { name: /^Target of the month/ })
  await expect(tile).toContainText('% of target')
  await tile.click()
  await stands(page)
  await page.getByRole('link', { name: 'Branches against their targets' }).click()
  await expect(table(page).getByRole('columnheader', { name: 'Target MT' })).toBeVisible()
})

test('on a phone a line is a card with the figure that is selected', async ({ as }) => {
  const page = await as('ADMIN', { viewport: { width: 390, height: 844 } })
  await page.goto('/ProductWiseReport')
  await stands(page)
  const shown = page.getByRole('combobox', { name: 'Figure shown' })
  const first = () => lines(page).nth(1).getByRole('gridcell').allTextContents()
  const before = await first()
  expect(before, 'the name and one figure').toHaveLength(2)
  await shown.click()
  const other = page.getByRole('option', { selected: false }).first()
  const name = (await other.textContent())!
  await other.click()
  await expect(shown).toHaveText(name)
  await expect(table(page).getByRole('columnheader').last()).toContainText(name.replace(/^.*: /, ''))
  await expect.poll(first).not.toEqual(before)
})
