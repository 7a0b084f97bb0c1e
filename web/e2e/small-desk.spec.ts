// The smallest screens of a desk, 1280 by 720 and a laptop's at 125 %: nothing is cut, and what scrolls sideways shows it.
import type { Locator } from '@playwright/test'
import type { Row } from '../src/core/types.gen'
import { expect, test } from './support/test'

const SMALL = { width: 1280, height: 720 }
/** 1440 by 900 at 125 %. */
const ENLARGED = { width: 1152, height: 720 }

const box = async (of: Locator) => (await of.boundingBox())!
/** The frame round what scrolls sideways; its sides that hide something. */
const edges = (of: Locator) => of.locator('.edges').first()
const shades = (frame: Locator) =>
  frame.evaluate((element) =>
    (['::before', '::after'] as const).map((side) => Number(getComputedStyle(element, side).opacity)),
  )
const NEITHER = [0, 0]
const [LEFT, RIGHT] = [
  [1, 0],
  [0, 1],
]
/** As much as the text of a part is wider than the part. */
const cut = (of: Locator) =>
  of.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent))

test('on a small desk the last status of the orders is whole, and so are the foot and every age', async ({ as }) => {
  const page = await as('SALES', { viewport: SMALL })
  await page.goto('/dashboard/default')
  const road = page.getByRole('region', { name: 'Orders by status' })
  const [last, all] = [await box(road.getByRole('link', { name: /Order Completed/ })), await box(road)]
  expect(last.x + last.width).toBeLessThanOrEqual(all.x + all.width)

  await page.goto('/order')
  await expect(page.locator('.ag-row').first()).toBeVisible()
  const rail = page.getByRole('group', { name: 'Status' })
  const [tile, tiles] = [await box(rail.getByRole('button', { name: /Order Completed/ })), await box(rail)]
  expect(tile.x + tile.width).toBeLessThanOrEqual(tiles.x + tiles.width)
  expect(await cut(rail.getByRole('button'))).toEqual([])
  const foot = page.locator('.grid-foot')
  await expect(foot).toContainText('open')
  expect(await cut(foot)).toEqual([])
  expect((await box(foot)).y + (await box(foot)).height).toBeLessThanOrEqual(SMALL.height)
  await page.getByRole('columnheader', { name: 'In status' }).scrollIntoViewIfNeeded()
  const ages = page.locator('.ag-cell[col-id="since"] .cell-text')
  await expect(ages.first()).toContainText(/\d (mo|d|h|m)/)
  expect(await cut(ages)).toEqual([])
})

test('a list, a report and a table show on which side they hide columns', async ({ as, person }) => {
  const page = await as('ADMIN', { viewport: SMALL })
  const order = await (await person('ADMIN')).one('order', 'status:eq:Order Completed')
  await page.goto(`/order/view/${order.id}`)
  await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible()
  const road = edges(page.locator('main'))
  await expect.poll(() => shades(road)).toEqual(NEITHER)
  await page.setViewportSize({ width: 900, height: SMALL.height })
  await expect.poll(() => shades(road)).toEqual(RIGHT)
  await page.setViewportSize(SMALL)
  for (const path of ['/order', '/ProductWiseReport']) {
    await page.goto(path)
    await expect(page.locator('.ag-row').first()).toBeVisible()
    const frame = page.locator('.edges:has(.ag-grid-viewport)')
    const viewport = frame.locator('.ag-grid-viewport')
    await expect.poll(() => shades(frame), path).toEqual(RIGHT)
    await viewport.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
    await expect.poll(() => shades(frame), path).toEqual(LEFT)
    await viewport.evaluate((element) => element.scrollTo({ left: 1 }))
    await expect.poll(() => shades(frame), path).toEqual(RIGHT)
  }
})

for (const [name, viewport] of Object.entries({ 'at 1280 pixels': SMALL, 'at 125 %': ENLARGED }))
  test(`the lines of an order keep rate and amount in sight ${name}`, async ({ as, person }) => {
    const bm = await person('BM')
    const own = (await bm.list('order', ['status:eq:BM Approval Pending'])).rows as Row[]
    const page = await as('BM', { viewport })
    await page.goto(`/order/edit/${own[0]!.id}`)
    const table = page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: 'Rate ₹' }) })
    await expect(table.getByRole('textbox', { name: 'Rate, line 1' })).toBeVisible()
    await expect(table.getByRole('columnheader', { name: 'Margin' })).toBeVisible()
    await expect.poll(() => shades(page.locator('.edges').filter({ has: table }))).toEqual(NEITHER)
    for (const head of ['Rate ₹', 'Amount ₹']) {
      const { x, width } = await box(table.getByRole('columnheader', { name: head }))
      expect(x + width, head).toBeLessThanOrEqual(viewport.width)
    }
  })
