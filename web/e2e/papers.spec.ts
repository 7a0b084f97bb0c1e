// Documents on paper: many in one file, on a roll, with the company's logo, and as they stand on the screen.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { ReportTable } from '../src/core/types.gen'
import { paths } from '../src/docs/paths'
import { pngsOf, strayInk, textsOf } from './support/drawn'
import { expect, installed, test } from './support/test'

const LOGO = '../core/tests/rules/printed/logo.png'
const rows = (page: Page) => page.getByRole('grid').locator('[role=row][row-id]')
const selected = (page: Page) => page.getByRole('region', { name: /^Selected / })

async function tick(page: Page, many: number) {
  for (let at = 0; at < many; at++) await rows(page).nth(at).getByRole('checkbox').check()
}

async function pdf(page: Page, name = 'PDF'): Promise<Buffer> {
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name, exact: true }).click()
  return readFile(await (await waiting).path())
}

test('ticked documents leave as one PDF, with the server and without it', async ({ browser, person, server }) => {
  test.slow()
  const admin = await person('ADMIN')
  const page = await installed(browser, server.url, 'ADMIN')
  const context = page.context()
  await page.goto(paths.list('receipt'))
  await tick(page, 2)
  await expect(selected(page)).toContainText('2 selected')
  const ids = await rows(page).evaluateAll((all) => all.slice(0, 2).map((row) => row.getAttribute('row-id')))
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/print/receipt'))
  const served = await pdf(page)
  expect(((await asked).postDataJSON() as { ids: string[] }).ids.sort()).toEqual([...ids].sort())
  expect(served.subarray(0, 5).toString()).toBe('%PDF-')
  // Of what this device has, it makes the same file; of the rest it says which is missing.
  for (const id of ids) {
    await page.goto(paths.view('receipt', id!))
    await expect(page.getByRole('button', { name: 'PDF' })).toBeVisible()
  }
  await page.goto(paths.list('receipt'))
  await expect(rows(page).first()).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByRole('banner').getByRole('status')).toContainText('Offline')
  await tick(page, 2)
  expect((await pdf(page)).equals(served)).toBe(true)
  await rows(page).nth(2).getByRole('checkbox').check()
  const third = (await admin.list('receipt')).rows.find(({ id }) => !ids.includes(id))
  await page.getByRole('button', { name: 'PDF', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('this device does not have')
  expect(third).toBeTruthy()
  await context.close()
})

test('a paper has the company’s logo, here and from the server, on a sheet and on a roll', async ({
  browser,
  person,
  server,
}) => {
  test.slow()
  const admin = await person('ADMIN')
  const page = await installed(browser, server.url, 'ADMIN')
  const context = page.context()
  const logo = await admin.upload('logo.png', await readFile(LOGO))
  await admin.save(await admin.doc('company', 'company'), { logo })
  const receipt = await admin.one('receipt')
  await page.goto(paths.print('receipt', receipt.id))
  await expect(page.getByRole('img', { name: 'Logo' }).first()).toBeVisible()
  for (const [size, query] of [
    ['A4', ''],
    ['80 mm roll', '?size=thermal80'],
  ] as const) {
    await page.getByRole('button', { name: size }).click()
    const served = await admin.bytes(`/api/print/receipt/${receipt.id}${query}`, 'application/pdf')
    expect(served.includes('/Subtype /Image')).toBe(true)
    await context.setOffline(true)
    await expect(page.getByRole('banner').getByRole('status')).toContainText('Offline')
    expect((await pdf(page)).equals(served), size).toBe(true)
    await context.setOffline(false)
    await expect(page.getByRole('banner').getByRole('status')).not.toContainText('Offline')
  }
  await expect(page.locator('.paper-roll').first()).toBeVisible()
  await context.close()
})

test('a statement of account is the same from the server and without it, and only for who opens the report', async ({
  browser,
  person,
  server,
}) => {
  test.slow()
  const admin = await person('ADMIN')
  const report = await admin.get<ReportTable>('/api/reports/customer_statement')
  const balances = report.rows.map((row) => ({ id: row.opens![1], paise: row.cells[4] as number }))
  const { id, paise } = balances.find((one) => one.paise > 0)!
  const page = await installed(browser, server.url, 'ADMIN')
  const context = page.context()
  await page.goto(`/customerStatement?party=${id}`)
  await page.getByRole('link', { name: 'Print' }).click()
  await expect(page).toHaveURL(paths.print('customer', id))
  const closing = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 }).format(paise / 100)
  await expect(page.getByRole('article').last()).toContainText(`${closing} Dr`)
  const served = await admin.bytes(`/api/print/customer/${id}`, 'application/pdf')
  await page.goto(`${paths.print('customer', id)}?from=2026-04-01&to=2026-04-30`)
  await expect(page.getByRole('article').first()).toContainText('01-04-2026 to 30-04-2026')
  const april = await admin.bytes(`/api/print/customer/${id}?from=2026-04-01&to=2026-04-30`, 'application/pdf')
  await context.setOffline(true)
  await expect(page.getByRole('banner').getByRole('status')).toContainText('Offline')
  expect((await pdf(page)).equals(april)).toBe(true)
  await page.goto(paths.print('customer', id))
  await expect(page.getByRole('article').first()).toContainText('STATEMENT OF ACCOUNT')
  expect((await pdf(page)).equals(served)).toBe(true)
  await context.close()
  // The branch's customers are seen by logistics; what they owe is not.
  const logi = await person('LOGI')
  expect(await logi.status(`/api/docs/customer/${id}`)).toBe(200)
  expect(await logi.status(`/api/print/customer/${id}`)).toBe(403)
})

test('what Chromium draws of a paper is what its PDF draws, in Devanagari as well', async ({ as, person }) => {
  test.slow()
  const admin = await person('ADMIN')
  const page = await as('ADMIN', { deviceScaleFactor: 2, viewport: { width: 1440, height: 2600 } })
  const company = await admin.doc('company', 'company')
  await admin.save(company, { name: 'श्री क्षितिज स्टील ट्रेडर्स ₹' })
  const { rows: accounts } = await admin.get<ReportTable>('/api/reports/customer_statement')
  const papers = [
    ['customer', accounts[0]!.opens![1]],
    ['receipt', (await admin.one('receipt', 'status:eq:Cleared')).id],
    ['invoice', (await admin.one('invoice', 'status:eq:Posted')).id],
  ] as const
  for (const [type, id] of papers) {
    await page.goto(paths.print(type, id))
    const sheets = page.locator('.paper-page svg')
    await expect(sheets.first()).toBeVisible()
    const printed = await pngsOf(await admin.bytes(`/api/print/${type}/${id}`, 'application/pdf'))
    await expect(sheets).toHaveCount(printed.length)
    for (const [at, png] of printed.entries()) {
      const drawn = await sheets.nth(at).screenshot()
      const strays = await strayInk(page, drawn, png)
      for (const { ink, share } of strays) {
        expect(ink, `${type}, page ${at + 1}`).toBeGreaterThan(5_000)
        expect(share, `${type}, page ${at + 1}: ${JSON.stringify(strays)}`).toBeLessThan(0.002)
      }
    }
  }
  // The measure tells papers apart: of another document's page a good part strays.
  const [other] = await pngsOf(await admin.bytes(`/api/print/customer/${accounts[0]!.opens![1]}`, 'application/pdf'))
  const strays = await strayInk(page, await page.locator('.paper-page svg').first().screenshot(), other!)
  expect(strays.every(({ share }) => share > 0.05)).toBe(true)
  await admin.save(await admin.doc('company', 'company'), { name: company.record.name })
})

test('every paper stands on a page of its own, with the copies that the document has', async ({ as, person }) => {
  test.slow()
  const admin = await person('ADMIN')
  const page = await as('ADMIN')
  for (const type of ['receipt', 'transfer', 'trip', 'work_order', 'sales_return', 'inward'] as const) {
    const one = await admin.one(type)
    await page.goto(paths.view(type, one.id))
    await page.getByRole('link', { name: 'Print' }).click()
    await expect(page).toHaveURL(new RegExp(`/${type}/print/${one.id}$`))
    await expect(page.getByRole('article').first()).toBeVisible()
  }
  const receipt = await admin.one('receipt', 'status:eq:Cleared')
  await page.goto(paths.print('receipt', receipt.id))
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Office copy' }).uncheck()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('checkbox', { name: 'For the customer' })).toBeDisabled()
})

test('a report of many columns and rows prints with its heads and its number on every page', async ({ as }) => {
  test.slow()
  const page = await as('ADMIN')
  await page.goto('/salesExport?from=2026-06-01&to=2026-07-20')
  await page.getByRole('button', { name: 'Print' }).click()
  const sheets = page.locator('.paper-page svg')
  await expect(sheets.first()).toBeVisible()
  const count = await sheets.count()
  expect(count).toBeGreaterThan(20)
  const printed = await textsOf(await page.pdf({ preferCSSPageSize: true }))
  const kept = await textsOf(await pdf(page))
  for (const pages of [printed, kept]) {
    expect(pages).toHaveLength(count)
    for (const [at, text] of pages.entries()) {
      expect(text).toContain('Sales lines')
      expect(text).toContain('Period: 01-06-2026 to 20-07-2026')
      expect(text).toMatch(/Date +Invoice/)
      expect(text).toContain(`Page ${at + 1} of ${count}`)
    }
  }
  expect(printed.at(-1)).toContain('Total')
  await page.getByRole('button', { name: 'Back to the report' }).click()
  await expect(page.getByRole('grid')).toBeVisible()
})
