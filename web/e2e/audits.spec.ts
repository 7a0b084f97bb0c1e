// Stock audits: their pages, and one from the sheet in two people's hands without signal to what its approval posts.
import type { Page } from '@playwright/test'
import type { Person } from './support/api'
import { today } from './support/story'
import { expect, test } from './support/test'

const PHONE = { width: 390, height: 844 }
const NOBODY = '00000000-0000-4000-8000-000000000000'

interface Stocked {
  batch: string
  batch_no: string
  sku: string
  free_pcs: number
  hold_pcs: number
  reserved_pcs: number
}

const heading = (page: Page, name?: RegExp | string) =>
  page.getByRole('heading', { level: 1, ...(name !== undefined && { name }) })
const box = (page: Page) => page.getByRole('dialog')

/** Takes a step of the bar: what it may be told is left out. */
async function step(page: Page, label: string) {
  await page
    .getByRole('button', { name: new RegExp(`^${label}`) })
    .first()
    .click()
  const submit = box(page).locator('button[type=submit]')
  await submit.click()
  await expect(box(page)).toHaveCount(0)
}

async function find(page: Page, no: string) {
  const search = page.getByRole('textbox', { name: 'Batch number' })
  await search.fill(no)
  await search.press('Enter')
  await expect(page.getByRole('form', { name: `Count of ${no}` })).toBeVisible()
}

async function enter(page: Page, no: string, pcs: number) {
  await find(page, no)
  await page
    .getByRole('form', { name: `Count of ${no}` })
    .getByRole('textbox', { name: 'Pieces' })
    .fill(String(pcs))
  await page.getByRole('button', { name: 'Save count' }).click()
}

/** Batches of a yard that nobody holds, reserves or counts. */
async function spare(admin: Person, yard: string): Promise<Stocked[]> {
  const { rows } = await admin.get<{ rows: Stocked[] }>(`/api/stock?yard=${yard}&limit=500`)
  const counted = new Set<string>()
  for (const { id } of (await admin.list('stock_audit', ['status:in:Counting|Recount Needed|Variance Review'])).rows) {
    const sheet = await admin.get<{ rows: { batch: string }[] }>(`/api/stock/audit/${id}/sheet`)
    sheet.rows.forEach(({ batch }) => counted.add(batch))
  }
  return rows.filter((row) => row.free_pcs >= 60 && row.reserved_pcs === 0 && !row.hold_pcs && !counted.has(row.batch))
}

test('both pages of stock audits open, an unknown audit is not found, and sales has no right to them', async ({
  as,
  person,
}) => {
  const admin = await person('ADMIN')
  const page = await as('ADMIN')
  for (const status of [
    'Planned',
    'Counting',
    'Recount Needed',
    'Variance Review',
    'Approved',
    'Rejected',
    'Cancelled',
  ]) {
    const { id, doc_no } = await admin.one('stock_audit', `status:eq:${status}`)
    for (const path of ['/stockaudit', '/stockauditnew']) {
      await page.goto(`${path}?id=${id}`)
      await expect(heading(page, String(doc_no)), `${path} ${status}`).toBeVisible()
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    }
  }
  for (const path of ['/stockaudit', '/stockauditnew']) {
    await page.goto(path)
    await expect(heading(page)).toBeVisible()
    await page.goto(`${path}?id=${NOBODY}`)
    await expect(heading(page, /^Page not found/), path).toBeVisible()
  }
  const sales = await as('SALES')
  for (const path of ['/stockaudit', '/stockauditnew']) {
    await sales.goto(path)
    await expect(heading(sales, /^You do not have access/), path).toBeVisible()
  }
})

test(
  'two people count without signal, another counts again what is off, and the approval posts the difference',
  { tag: '@smoke' },
  async ({ as, person, server }) => {
    test.slow()
    const [admin, audit] = [await person('ADMIN'), await person('AUDIT')]
    const place = await admin.one('yard', 'code:eq:PUN1')
    const [first, second] = (await spare(admin, place.id)) as [Stocked, Stocked]
    const helper = await admin.one('employee', 'emp_id:eq:YARD2')
    const doc = await admin.doc('employee', helper.id)
    await admin.save(doc, { yards: [...(doc.record.yards as string[]), place.id] })
    const keeper = await admin.one('employee', 'emp_id:eq:YARD')
    const made = await audit.create('stock_audit', {
      yard: place.id,
      counted: 'batches',
      batches: [first.batch, second.batch],
      counters: [keeper.id, helper.id],
      planned_on: await today(server.url),
      blind: true,
    })
    const path = `/stockauditnew?id=${made.id}`

    const one = await as('YARD', { viewport: PHONE })
    await one.goto('/stockauditnew')
    await one.getByRole('region', { name: 'Yours to count' }).locator(`a[href="${path}"]`).click()
    await step(one, 'Start counting')
    await expect(one.getByText('0 of 2')).toBeVisible()
    const two = await as('YARD2', { viewport: PHONE })
    await two.goto(path)
    await expect(two.getByText('0 of 2')).toBeVisible()
    expect(await one.getByRole('main').innerText(), 'blind').not.toContain('Books')

    await one.context().setOffline(true)
    await two.context().setOffline(true)
    await enter(one, first.batch_no, first.free_pcs - 10)
    await expect(one.getByText('1 of 2')).toBeVisible()
    await enter(two, second.batch_no, second.free_pcs)
    await enter(two, first.batch_no, first.free_pcs - 10)
    await expect(two.getByText('2 of 2')).toBeVisible()
    await one.context().setOffline(false)
    await expect(one.getByRole('link', { name: 'No unsent changes' })).toBeVisible()
    await two.context().setOffline(false)
    const refused = two.getByRole('link', { name: '1 unsent change, 1 refused' })
    await expect(refused, 'the second is told').toBeVisible()
    await refused.click()
    await expect(two.getByRole('alert').filter({ hasText: `Batch ${first.batch_no} was counted by` })).toBeVisible()
    await two.getByRole('button', { name: 'Discard change' }).click()
    await two.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(two.getByRole('link', { name: 'No unsent changes' })).toBeVisible()

    await one.reload()
    await expect(one.getByText('2 of 2')).toBeVisible()
    await step(one, 'Finish counting')
    await expect(one.getByText('Recount Needed').first()).toBeVisible()
    await find(one, first.batch_no)
    await expect(one.getByText('You counted this batch before; another person counts it now.')).toBeVisible()
    await two.goto(path)
    await enter(two, first.batch_no, first.free_pcs - 10)
    await expect(two.getByText('1 of 1')).toBeVisible()
    await step(two, 'Finish counting')
    await expect(two.getByText('Variance Review').first()).toBeVisible()

    const bm = await as('BM')
    await bm.goto(`/stockaudit?id=${made.id}`)
    const row = bm.getByRole('row').filter({ hasText: first.batch_no })
    await expect(row).toContainText('−10 pcs')
    await step(bm, 'Approve and post')
    await expect(bm.getByText('Approved').first()).toBeVisible()
    const { rows } = await admin.get<{ rows: Stocked[] }>(`/api/stock?yard=${place.id}&limit=500`)
    expect(rows.find(({ batch }) => batch === first.batch)?.free_pcs).toBe(first.free_pcs - 10)
    expect(rows.find(({ batch }) => batch === second.batch)?.free_pcs).toBe(second.free_pcs)
    const life = await admin.get<{ rows: { doc_label: string; kind: string; pcs: number }[] }>(
      `/api/stock/batch/${first.batch}`,
    )
    expect(life.rows.at(-1)).toMatchObject({ doc_label: 'Stock audit', kind: 'lost', pcs: -10 })
  },
)

test('a number that the sheet does not have is counted as found where the batch lies here', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const place = await admin.one('yard', 'code:eq:PUN1')
  const audit = await admin.one('stock_audit', 'status:eq:Counting')
  const [extra] = (await spare(admin, place.id)).slice(-1) as [Stocked]
  const page = await as('YARD', { viewport: PHONE })
  await page.goto(`/stockauditnew?id=${audit.id}`)
  const search = page.getByRole('textbox', { name: 'Batch number' })
  await search.fill('NO-SUCH-BATCH')
  await search.press('Enter')
  await expect(page.getByRole('alert')).toContainText('NO-SUCH-BATCH was not found')
  await find(page, extra.batch_no)
  await expect(page.getByText('This batch is not on the sheet. Count it only if it lies here.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Pieces' }).fill(String(extra.free_pcs))
  await page.getByRole('button', { name: 'Save count' }).click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText(`Count of ${extra.batch_no} saved`)
})
