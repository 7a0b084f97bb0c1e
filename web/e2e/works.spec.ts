// Work orders: every address of theirs, who may open which view, and one from the office to its close.
import type { Page } from '@playwright/test'
import { ROUTES } from '../src/kit/routes'
import type { Person } from './support/api'
import { expect, go, test } from './support/test'
import { open } from './support/typing'

const PHONE = { width: 390, height: 844 }
const PATHS = ROUTES.map((row) => row.path).filter((path) => /^\/(yard-)?work-order/.test(path))
/** The views that an address may name, with somebody who works in each. */
const VIEWS: Record<string, string> = { yard: 'YARD', bm: 'BM', account: 'ACC', audit: 'AUDIT', admin: 'ADMIN' }
const STATUSES = ['pending', 'approved', 'rejected', 'in-process', 'output-recorded', 'closing-pending', 'closed']
const NOBODY = '00000000-0000-4000-8000-000000000000'

const heading = (page: Page, name?: RegExp) => page.getByRole('heading', { level: 1, ...(name && { name }) })
const fill = (path: string, id: string, hint = '') => path.replace(/:userType|:woStatus/, hint).replace(/:\w+/, id)

interface Stocked {
  batch: string
  batch_no: string
  yard: string
  sku: string
  free_pcs: number
  free_g: number
  reserved_pcs: number
}

/** A batch of the yard with pieces that nobody reserved. */
async function spare(yard: Person): Promise<Stocked> {
  const { rows } = await yard.get<{ rows: Stocked[] }>('/api/stock?limit=200')
  return rows.find((row) => row.free_pcs >= 20 && row.reserved_pcs === 0 && row.free_g > 0)!
}

test('every route of work orders opens in each of its views, and in no other', async ({ as, person }) => {
  test.slow()
  const admin = await person('ADMIN')
  const order = await admin.one('work_order', 'status:eq:In Process')
  const draft = await admin.one('work_order', 'status:eq:Draft')
  expect(PATHS).toHaveLength(15)
  const page = await as('ADMIN')
  await page.goto('/')
  for (const path of PATHS) {
    const hints = path.includes(':userType') ? Object.keys(VIEWS) : path.includes(':woStatus') ? STATUSES : ['']
    for (const hint of hints) {
      const address = fill(path, path.includes('/edit/') ? draft.id : order.id, hint)
      await open(page, address)
      await expect(heading(page, /^(Page not found|You do not have access)/), address).toHaveCount(0)
      await expect(heading(page), address).toBeVisible()
      await expect(page.getByRole('button', { name: 'Try again' }), address).toHaveCount(0)
    }
    if (path.includes(':userType') || path.includes(':woStatus')) {
      await open(page, fill(path, order.id, 'nobody'))
      await expect(heading(page, /^Page not found/), path).toBeVisible()
    }
    if (path.includes('/view/') || path.includes('approval')) {
      await open(page, fill(path, NOBODY, path.includes(':userType') ? 'yard' : 'approved'))
      await expect(heading(page, /^Page not found/), path).toBeVisible()
    }
  }
})

test('a view of work orders refuses who does not work in it, and work orders who has no right to them', async ({
  as,
  person,
}) => {
  const admin = await person('ADMIN')
  const order = await admin.one('work_order', 'status:eq:In Process')
  const [yard, sales] = [await as('YARD'), await as('SALES')]
  await yard.goto('/')
  for (const view of ['account', 'bm', 'admin', 'audit']) {
    await open(yard, `/work-order/view/${view}/${order.id}`)
    await expect(heading(yard, /^You do not have access/), view).toBeVisible()
  }
  await sales.goto('/')
  for (const path of PATHS) {
    const address = fill(path, order.id, path.includes(':userType') ? 'yard' : 'approved')
    await open(sales, address)
    await expect(heading(sales, /^You do not have access/), address).toBeVisible()
  }
})

test(
  'a batch is cut in the yard, its pieces are batches that know it, and accounts close the work',
  { tag: '@smoke' },
  async ({ as, person }) => {
    test.slow()
    const [yard, bm, admin] = [await person('YARD'), await person('BM'), await person('ADMIN')]
    const goods = await spare(yard)
    const each = Math.floor(goods.free_g / goods.free_pcs)
    const made = await bm.create('work_order', {
      entry: 'office',
      work: 'cut_to_length',
      yard: goods.yard,
      inputs: [{ batch: goods.batch, pcs: 10 }],
      outputs: [{ sku: goods.sku, pcs: 9, weight_g: each * 9 }],
      scrap_g: each,
    })
    await bm.act(made, 'submit')
    await admin.act(await admin.doc('work_order', made.id), 'approve')
    const name = (await admin.doc('work_order', made.id)).doc_no!

    const page = await as('YARD', { viewport: PHONE })
    await page.goto(`/yard-work-order/view/yard/${made.id}`)
    const issue = page.getByRole('form', { name: 'Issue material' })
    await issue.getByRole('textbox', { name: 'Pieces' }).fill('11')
    await issue.getByRole('button', { name: 'Issue material' }).click()
    await expect(issue.getByText(/^Only 10 pcs/).first()).toBeVisible()
    await issue.getByRole('textbox', { name: 'Pieces' }).fill('6')
    await issue.getByRole('button', { name: 'Issue material' }).click()
    await expect(page.getByRole('status').filter({ hasText: `${name} is now In Process` })).toBeVisible()

    await page.getByRole('group', { name: 'What is entered' }).getByRole('button', { name: 'Return unused' }).click()
    const back = page.getByRole('form', { name: 'Return unused' })
    await back.getByRole('textbox', { name: 'Pieces' }).fill('1')
    await back.getByRole('button', { name: 'Return unused' }).click()
    await expect(page.getByRole('table').filter({ hasText: 'In work' })).toContainText('5 pcs')

    await page.getByRole('group', { name: 'What is entered' }).getByRole('button', { name: 'Record output' }).click()
    const output = page.getByRole('form', { name: 'Record output' })
    await output.getByRole('textbox', { name: 'Pieces' }).last().fill('4')
    await output
      .getByRole('textbox', { name: /^Weight/ })
      .last()
      .fill(String((each * 4) / 1_000))
    await output.getByRole('textbox', { name: 'Scrap' }).fill(String(Math.floor(each / 2) / 1_000))
    await output.getByRole('textbox', { name: 'Remarks' }).fill('The saw took more than it should')
    await output.getByRole('button', { name: 'Record output' }).click()
    await expect(page.getByRole('status').filter({ hasText: `${name} is now Output Recorded` })).toBeVisible()
    const order = await admin.doc('work_order', made.id)
    const rows = order.record.made as { batch: string; pcs: number; scrap?: boolean }[]
    expect(rows.map(({ pcs, scrap }) => [pcs ?? 0, scrap ?? false])).toEqual([
      [4, false],
      [0, true],
    ])
    expect((await admin.doc('batch', rows[0]!.batch)).record.parents).toEqual([goods.batch])

    await bm.act(await bm.doc('work_order', made.id), 'hand_over')
    const accounts = await as('ACC')
    await accounts.goto(`/work-order/view/account/${made.id}`)
    const close = accounts.getByRole('region', { name: 'Actions' }).getByRole('button', { name: /^Close/ })
    await close.click()
    const box = accounts.getByRole('dialog')
    await box.getByRole('textbox', { name: /Remarks/ }).fill('Seen with the yard manager')
    await box
      .getByRole('button', { name: /^Close/ })
      .last()
      .click()
    await expect.poll(async () => (await admin.doc('work_order', made.id)).status).toBe('Closed')
    await go(accounts, `/work-order/view/${made.id}`)
    await expect(accounts.getByText('Closed', { exact: true }).first()).toBeVisible()
  },
)
