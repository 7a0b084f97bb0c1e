// Dashboards: their figures come of the frames in this browser, and each leads to what it counts.
import { expect, test } from './support/test'

const BOARDS = [
  {
    path: '/dashboard/default',
    who: 'ADMIN',
    tiles: ['Booked today', 'Loaded today', 'Invoiced today'],
    charts: ['Stock by yard', 'Overdue by age'],
  },
  {
    path: '/dashboard/BM',
    who: 'BM',
    tiles: ['Sold this month', 'Margin this month', 'Orders on hold'],
    charts: ['Sold by day, MT', 'Top customers of the quarter', 'Sold by salesman this month'],
  },
  {
    path: '/dashboard/credit',
    who: 'CREDIT',
    tiles: ['Utilised', 'Overdue', 'Customers over their limit', 'Received this month'],
    charts: ['Overdue by age', 'Largest exposure'],
  },
]

for (const { path, who, tiles, charts } of BOARDS) {
  test(`${path} shows ${who} its tiles and charts, each with where it leads`, async ({ as }) => {
    const page = await as(who)
    await page.goto(path)
    for (const tile of tiles) await expect(page.getByRole('link', { name: new RegExp(`^${tile}`) })).toBeVisible()
    for (const chart of charts) await expect(page.getByRole('region', { name: chart })).toBeVisible()
    await page.getByRole('link', { name: new RegExp(`^${tiles[0]}`) }).click()
    await expect(page).not.toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
}

test('the statuses on the road count what the list counts, and change when an order is held', async ({
  as,
  person,
}) => {
  const page = await as('BM')
  const bm = await person('BM')
  const counted = async () => (await bm.list('order', ['status:eq:Hold order from BM'], 1)).total
  const road = page.getByRole('region', { name: 'Orders by status' })
  await page.goto('/dashboard/BM')
  const before = await counted()
  await expect(road.getByRole('link', { name: /Hold order from BM/ })).toContainText(String(before))
  const waiting = await bm.doc('order', (await bm.one('order', 'status:eq:BM Approval Pending')).id)
  const [reason] = (await bm.list('reason', ['kind:eq:bm_hold'], 1)).rows
  const until = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await bm.act(waiting, 'hold', {
    reason: reason!.code,
    remarks: 'Rate to be checked with the mill',
    hold_until: until,
  })
  await page.reload()
  await expect(road.getByRole('link', { name: /Hold order from BM/ })).toContainText(String(before + 1))
  expect(await counted()).toBe(before + 1)
})

test('who may not open the branch dashboard is told so', async ({ as }) => {
  const page = await as('YARD')
  await page.goto('/dashboard/BM')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('You do not have access')
})

test('each figure of the largest exposure stands under its heading', async ({ as }) => {
  const page = await as('CREDIT')
  await page.goto('/dashboard/credit')
  const chart = page.getByRole('region', { name: 'Largest exposure' })
  await expect(chart.getByRole('columnheader')).toHaveText(['Customer', /^Utilised/, /^Limit/, /^Overdue/])
  const first = chart.getByRole('row').nth(1)
  await expect(first.getByRole('rowheader').getByRole('link')).toBeVisible()
  expect(await first.getByRole('cell').count(), 'a bar and three figures').toBe(4)
})
