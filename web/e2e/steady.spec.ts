// What arrives late moves nothing that is looked at: each test holds an answer back until it has chosen.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/test'

/** Holds the answers to some address until it is told to let them through. */
async function held(page: Page, address: string) {
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  const asked = page.waitForRequest(address)
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return { asked, release }
}

/** The point at an option's middle, where the pointer now rests. */
async function lookAt(page: Page, option: Locator) {
  await option.scrollIntoViewIfNeeded()
  const box = (await option.boundingBox())!
  const point = [box.x + box.width / 2, box.y + box.height / 2] as const
  await page.mouse.move(...point)
  return { box, point }
}

test('in the palette the option under the pointer stays when results arrive late', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/trucktypemaster')
  await expect(page.getByRole('grid').getByRole('link', { name: 'LCV 14 ft' })).toBeVisible()
  const answer = await held(page, '**/api/search?q=truck')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('truck')
  await answer.asked
  const option = page.getByRole('option', { name: 'Truck types Logistics' })
  await expect(option).toBeVisible()
  const options = page.getByRole('option')
  const before = await options.count()
  const { box, point } = await lookAt(page, option)
  answer.release()
  await expect.poll(() => options.count()).toBeGreaterThan(before)
  expect(await option.boundingBox()).toEqual(box)
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await page.mouse.click(...point)
  await expect(page).toHaveURL('/trucktypemaster')
  await expect(page.getByRole('combobox')).toBeHidden()
})

test('in the palette the selected option stays selected when results arrive late', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/dashboard/default')
  await expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeVisible()
  const answer = await held(page, '**/api/search?q=truck')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('truck')
  await answer.asked
  const options = page.getByRole('option')
  await expect(options.first()).toBeVisible()
  const before = await options.count()
  await page.keyboard.press('ArrowDown')
  const name = (await page.locator('[role=option][aria-selected=true]').textContent())!
  answer.release()
  await expect.poll(() => options.count()).toBeGreaterThan(before)
  await expect(page.locator('[role=option][aria-selected=true]')).toHaveText(name)
})

test('a link picker shows nothing of earlier words, and what is added meanwhile stands below', async ({
  as,
  person,
}) => {
  const admin = await person('ADMIN')
  const page = await as('ADMIN')
  const followed = page.waitForResponse((response) => response.url().includes('/api/changes'))
  await page.goto('/vehiclemaster?new')
  await followed
  const picker = page.getByRole('combobox', { name: 'Truck type' })
  await picker.click()
  await expect(page.getByRole('option', { name: 'LCV 14 ft' })).toBeVisible()
  const answer = await held(page, '**/api/docs/truck_type?*q=LCV*')
  await picker.fill('LCV')
  await answer.asked
  await expect(page.getByRole('option')).toHaveCount(0)
  answer.release()
  const option = page.getByRole('option', { name: 'LCV 14 ft' })
  await expect(option).toBeVisible()
  const { box, point } = await lookAt(page, option)
  const truck = { wheels: 6, max_g: 9_000_000, max_length_mm: 3_000 }
  await admin.create('truck_type', { name: 'LCV 10 ft', ...truck })
  await expect(page.getByRole('option').last()).toContainText('LCV 10 ft')
  expect(await option.boundingBox()).toEqual(box)
  await page.mouse.click(...point)
  await expect(picker).toHaveValue('LCV 14 ft')
})

test('a row of the queue stays under the pointer when figures come and then an older row', async ({ as, person }) => {
  const page = await as('BM')
  const figures = await held(page, '**/api/frames*')
  let older = false
  await page.route('**/api/queue', async (route) => {
    const answer = await route.fetch()
    const queue = (await answer.json()) as { rows: { since: number }[]; total: number }
    const first = queue.rows[0]!
    const before = { ...first, id: 'older', doc_no: 'Older', since: first.since - 1 }
    const rows = [before, ...queue.rows]
    await route.fulfill({ response: answer, json: older ? { ...queue, rows, total: queue.total + 1 } : queue })
  })
  const followed = page.waitForResponse((response) => response.url().includes('/api/changes'))
  await page.goto('/dashboard/default')
  await followed
  const rows = page.getByRole('region', { name: 'Waiting for you' }).getByRole('listitem')
  await expect(rows.first()).toBeVisible()
  const name = (await rows.first().getByRole('link').first().textContent())!
  // Letters of another font than the page's own take other lines.
  await page.evaluate(() => document.fonts.ready)
  const { box } = await lookAt(page, rows.first())
  await figures.asked
  figures.release()
  await expect(page.getByRole('region', { name: 'Stock by yard' })).toBeVisible()
  // A tile's note may be a line longer than the one that took its place.
  await expect.poll(async () => Math.abs((await rows.first().boundingBox())!.y - box.y)).toBeLessThan(box.height / 2)
  const count = page.getByRole('button', { name: 'documents are waiting for you' })
  const before = (await count.getAttribute('aria-label'))!
  older = true
  // The queue is asked for again when a document changes of which some wait for somebody.
  const bm = await person('BM')
  const waiting = await bm.doc('order', (await bm.one('order', 'status:eq:BM Approval Pending')).id)
  await bm.act(waiting, 'comment', { remarks: 'Looked at' })
  await expect(count).not.toHaveAccessibleName(before)
  await expect(rows.first().getByRole('link').first()).toHaveText(name)
  await page.mouse.move(0, 0)
  await expect(rows.first().getByRole('link').first()).toContainText('Older')
  await expect(rows.nth(1).getByRole('link').first()).toHaveText(name)
})
