// Documents on paper: many in one file, on a roll, with the company's logo, and as they stand on the screen.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { paths } from '../src/docs/paths'
import { expect, signInAt, test } from './support/test'

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
  const context = await browser.newContext({ ...test.info().project.use, baseURL: server.url, serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.goto('/session/signin')
  await signInAt(page, 'ADMIN')
  await expect(page).toHaveURL(/\/dashboard\//)
  await page.evaluate(() => navigator.serviceWorker.ready)
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
  const context = await browser.newContext({ ...test.info().project.use, baseURL: server.url, serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.goto('/session/signin')
  await signInAt(page, 'ADMIN')
  await expect(page).toHaveURL(/\/dashboard\//)
  await page.evaluate(() => navigator.serviceWorker.ready)
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

test('every paper stands on a page of its own, with the copies that the document has', async ({ as, person }) => {
  test.slow()
  const admin = await person('ADMIN')
  const page = await as('ADMIN')
  for (const type of ['receipt', 'transfer', 'trip', 'work_order', 'sales_return'] as const) {
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
