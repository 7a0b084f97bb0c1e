// A phone upright and on its side: what a page is for has the screen, and not what stands around it.
import type { Locator } from '@playwright/test'
import { paths } from '../src/docs/paths'
import { expect, test } from './support/test'

const UPRIGHT = { width: 390, height: 844 }
const ON_ITS_SIDE = { width: 844, height: 390 }
const hand = (viewport: typeof UPRIGHT) => ({ viewport, hasTouch: true, isMobile: true })

const box = async (of: Locator) => (await of.boundingBox())!
/** How much of a part is hidden in a box of its own. */
const hidden = (of: Locator) => of.evaluate((one) => one.scrollHeight - one.clientHeight)

for (const [how, viewport] of [
  ['upright', UPRIGHT],
  ['on its side', ON_ITS_SIDE],
] as const) {
  test(`with a phone ${how} a batch is found by its digits, and its count is one piece with the page`, async ({
    as,
    person,
  }) => {
    const admin = await person('ADMIN')
    const audit = await admin.one('stock_audit', 'status:eq:Counting')
    const { rows } = await admin.get<{ rows: { batch_no: string }[] }>(`/api/stock/audit/${audit.id}/sheet`)
    const no = rows.at(-1)!.batch_no
    const page = await as('ADMIN', hand(viewport))
    await page.goto(paths.counting(audit.id))
    const search = page.getByRole('textbox', { name: 'Batch number' })
    await search.fill(no.replace(/^\D+/, ''))
    await search.press('Enter')
    await expect(page.getByRole('form', { name: `Count of ${no}` })).toBeVisible()
    expect(await hidden(page.getByRole('region', { name: 'Count a batch' }))).toBeLessThanOrEqual(1)
    const save = page.getByRole('button', { name: 'Save count' })
    await save.scrollIntoViewIfNeeded()
    await expect(save).toBeInViewport({ ratio: 1 })
  })

  test(`with a phone ${how} both weights and the keys for them are seen together`, async ({ as, person }) => {
    const order = await (await person('YARD')).one('order', 'status:eq:Waiting for Loading')
    const page = await as('YARD', hand(viewport))
    await page.goto(`/yard/yardview/${order.id}?at=weigh`)
    const keys = page.getByRole('group', { name: 'Keypad' })
    await keys.getByRole('button', { name: '0', exact: true }).scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: /^Tare/ }).evaluate((tare) => tare.scrollIntoView({ block: 'start' }))
    for (const one of [/^Tare/, /^Gross/]) await expect(page.getByRole('button', { name: one })).toBeInViewport()
    for (const digit of ['1', '5', '0'])
      await expect(keys.getByRole('button', { name: digit, exact: true })).toBeInViewport({ ratio: 0.9 })
    const foot = await box(page.getByRole('button', { name: 'Save loading' }))
    const last = await box(keys.getByRole('button', { name: '0', exact: true }))
    expect(last.y + last.height, 'above the bar').toBeLessThanOrEqual(foot.y)
  })
}

test('on a phone a report has most of the screen, and a name that is cut says so', async ({ as }) => {
  const page = await as('ADMIN', hand(UPRIGHT))
  await page.goto('/ProductWiseReport')
  const table = page.locator('.report-table')
  await expect(table.locator('.ag-row').nth(3)).toBeVisible()
  expect((await box(table)).height).toBeGreaterThan(0.6 * UPRIGHT.height)
  const cut = await table
    .locator('.ag-cell a *')
    .evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => getComputedStyle(one).textOverflow),
    )
  expect(cut.filter((how) => how !== 'ellipsis')).toEqual([])
  expect(await table.locator('.ag-cell a').evaluateAll((all) => all.every((one) => one.children.length > 0))).toBe(true)
})

for (const path of ['/dumpstock', '/batchclosing'])
  test(`on a phone the rows of ${path} are cards, and none runs off the screen`, async ({ as }) => {
    const page = await as('ADMIN', hand(UPRIGHT))
    await page.goto(path)
    const rows = page.getByRole('region').locator('table').last().locator('tbody tr')
    await expect(rows.first()).toBeVisible()
    const wide = await rows
      .locator('td')
      .evaluateAll((all, most) => all.filter((one) => one.getBoundingClientRect().right > most).length, UPRIGHT.width)
    expect(wide).toBe(0)
  })

test('on a phone a loading says its vehicle, its net weight and its day', async ({ as, person }) => {
  const row = await (await person('ADMIN')).one('loading', 'status:eq:Posted')
  const page = await as('ADMIN', hand(UPRIGHT))
  await page.goto(`${paths.list('loading')}?q=${encodeURIComponent(String(row.doc_no))}`)
  const shown = page.getByRole('listitem').filter({ hasText: String(row.doc_no) })
  await expect(shown).toContainText(String(row.vehicle_no))
  await expect(shown).toContainText(/[\d,.]+ kg · \d\d-\d\d-\d{4}/)
})

test('with a phone on its side the list of orders has the screen once one scrolls to it', async ({ as }) => {
  const page = await as('ADMIN', hand(ON_ITS_SIDE))
  await page.goto(paths.list('order'))
  const list = page.locator('.grid-card')
  await expect(list.locator('.ag-row').nth(3)).toBeAttached()
  expect((await box(list)).height).toBeGreaterThan(0.8 * ON_ITS_SIDE.height)
  await list.evaluate((one) => one.scrollIntoView({ block: 'start' }))
  await expect(page.getByRole('banner')).not.toBeInViewport()
})

test('on the road a phone shows the next stop first', async ({ as, person }) => {
  const trip = await (await person('ADMIN')).one('trip', 'status:eq:Dispatched')
  const page = await as('LOGI', hand(UPRIGHT))
  await page.goto(paths.view('trip', trip.id))
  await expect(page.getByRole('button', { name: 'Hand over' }).first()).toBeInViewport()
})

test('a notch and the bar of gestures cover neither what is above a page nor what is below it', async ({
  as,
  person,
}) => {
  const order = await (await person('YARD')).one('order', 'status:eq:Waiting for Loading')
  const page = await as('YARD', hand(UPRIGHT))
  const [top, bottom] = [47, 34]
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { top, bottom } })
  await page.goto(`/yard/yardview/${order.id}?at=weigh`)
  const save = page.getByRole('button', { name: 'Save loading' })
  await expect(save).toBeVisible()
  expect((await box(page.getByRole('banner'))).y).toBeGreaterThanOrEqual(top)
  const foot = await box(save)
  expect(foot.y + foot.height).toBeLessThanOrEqual(UPRIGHT.height - bottom)
})
