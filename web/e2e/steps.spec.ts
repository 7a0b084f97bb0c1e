// Steps by keys and menus: each key takes its own step, once, and only of what its person has seen.
import type { Page } from '@playwright/test'
import { paths } from '../src/docs/paths'
import type { DocView } from '../src/core/types.gen'
import type { Person } from './support/api'
import { today } from './support/story'
import { expect, test } from './support/test'

const grid = (page: Page) => page.getByRole('grid')
const selected = (page: Page) => page.getByRole('region', { name: 'Selected orders' })
const actions = (page: Page) => page.getByRole('region', { name: 'Actions' })
const notices = (page: Page) => page.getByRole('region', { name: 'Notices' })
const said = (page: Page) => page.locator('[aria-live=polite].visually-hidden')

type Persons = (id: string) => Promise<Person>

/** So many days after a day. */
const after = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** Orders of SALES that wait for the branch manager, each a tenth of one of the demo's. */
async function waiting(person: Persons, day: string, many: number): Promise<DocView[]> {
  const sales = await person('SALES')
  const like = await sales.doc('order', (await sales.one('order', 'status:eq:BM Approval Pending')).id)
  const { customer, yard, payment_term, price_basis } = like.record
  const delivery_by = after(day, 3)
  const lines = (like.record.lines as { sku: string; pcs: number }[]).map(({ sku, pcs }) => ({
    sku,
    pcs: Math.ceil(pcs / 10),
  }))
  const made: DocView[] = []
  for (let at = 0; at < many; at += 1) {
    const order = await sales.create('order', { customer, yard, payment_term, price_basis, delivery_by, lines })
    made.push(await sales.act(order, 'submit', { confirm: true }))
  }
  return made
}

/** The branch manager at an order that waits for them. */
async function atWaiting(as: (id: string) => Promise<Page>, person: Persons, server: { url: string }) {
  const [order] = await waiting(person, await today(server.url), 1)
  const page = await as('BM')
  await page.goto(paths.view('order', order!.id))
  return { page, order: order! }
}

/** The list of these alone. */
const listOf = (orders: DocView[]) =>
  `/order?${new URLSearchParams({ where: `id:in:${orders.map(({ id }) => id).join('|')}` })}`

async function tick(page: Page, many: number) {
  const boxes = grid(page).getByRole('checkbox')
  await expect(boxes).toHaveCount(many)
  for (let at = 0; at < many; at += 1) await boxes.nth(at).check()
}

test('A approves those of the selected orders that may be, says how many, and never takes another step', async ({
  as,
  person,
  server,
}) => {
  const day = await today(server.url)
  const bm = await person('BM')
  const [first, ...rest] = await waiting(person, day, 3)
  const reason = (await bm.one('reason', 'kind:eq:bm_hold')).code
  const hold = { reason, remarks: 'Later', hold_until: after(day, 2) }
  const held = await bm.act(await bm.doc('order', first!.id), 'hold', hold)

  const page = await as('BM')
  await page.goto(listOf([held]))
  await tick(page, 1)
  await expect(selected(page).getByRole('button', { name: /^Resume/ })).toBeVisible()
  await page.keyboard.press('a')
  await expect(notices(page)).toContainText('None of the selected orders can be approved')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto(listOf([held, ...rest]))
  await tick(page, 3)
  await expect(selected(page).getByRole('button', { name: /^Approve 2 of 3/ })).toBeVisible()
  const box = page.getByRole('dialog', { name: 'Approve 2 orders' })
  // While the rows are read again, because one of them changed, the key says so and does nothing.
  await expect(async () => {
    if (!(await box.isVisible())) await page.keyboard.press('a')
    await expect(box).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await box.locator('button[type=submit]').click()
  for (const { id } of rest)
    await expect.poll(async () => (await bm.doc('order', id)).status).not.toBe('BM Approval Pending')
  expect((await bm.doc('order', held.id)).status).toBe('Hold order from BM')
})

/** Presses A at the next order as soon as its bar is there, until the page says something of it. */
function pressEarly(was: string) {
  const press = setInterval(() => {
    const buttons = [...document.querySelectorAll('[aria-label=Actions] button')]
    const approve = buttons.find((one) => one.textContent?.startsWith('Approve'))
    if (location.href === was || !approve) return
    const told = document.querySelector('[aria-live=polite].visually-hidden')?.textContent?.startsWith('Another')
    if (told || approve.hasAttribute('aria-keyshortcuts')) return clearInterval(press)
    dispatchEvent(new KeyboardEvent('keydown', { key: 'a', cancelable: true }))
  }, 20)
}

test('a key approves no order that was not in sight, and says so', async ({ as, person, server }) => {
  const orders = await waiting(person, await today(server.url), 2)
  const bm = await person('BM')
  const pending = async () => {
    const all = await Promise.all(orders.map(({ id }) => bm.doc('order', id)))
    return all.filter(({ status }) => status === 'BM Approval Pending').length
  }
  const page = await as('BM')
  await page.goto(listOf(orders))
  await grid(page).getByRole('link').first().click()
  await expect(actions(page).getByRole('button', { name: /^Approve/ })).toHaveAttribute('aria-keyshortcuts', /A/)
  await page.evaluate(pressEarly, page.url())
  await page.keyboard.press('a')
  await expect(said(page)).toContainText('Another document is shown now')
  expect(await pending()).toBe(1)
  await expect(actions(page).getByRole('button', { name: /^Approve/ })).toHaveAttribute('aria-keyshortcuts', /A/)
  await page.keyboard.press('a')
  await expect.poll(pending).toBe(0)
})

test('whoever may not approve is not offered the key, and a row offers its own steps alone', async ({ as, person }) => {
  const page = await as('SALES')
  const foot = page.locator('footer').filter({ hasText: 'move' })
  await page.goto('/order?where=status:eq:Order Completed')
  await expect(foot).toContainText('open')
  await expect(foot).not.toContainText('approve')
  const manager = await as('ADMIN')
  await manager.goto('/order?where=status:eq:Order Completed')
  await expect(manager.locator('footer').filter({ hasText: 'move' })).toContainText('approve')

  const href = await grid(manager).getByRole('link').first().getAttribute('href')
  await grid(manager).getByRole('link').first().press('Tab')
  await grid(manager).locator('[row-index="0"] [col-id="status"]').click({ button: 'right' })
  const menu = manager.getByRole('menu', { name: 'Actions of the row' })
  await expect(menu.getByRole('menuitem', { name: /^Comment/ })).toBeVisible()
  const doc = await (await person('ADMIN')).doc('order', href!.split('/').at(-1)!)
  const names = await menu.getByRole('menuitem').allTextContents()
  expect(names.filter((name) => name.includes('is not allowed'))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeLessThan(doc.actions.length)
})

test('the reason that a bar shows is one of its reader’s own steps', async ({ as, person, server }) => {
  const { page } = await atWaiting(as, person, server)
  await expect(actions(page).getByRole('button', { name: /^Approve/ })).toBeVisible()
  await expect(actions(page).getByRole('button', { name: /not available, and why/ })).toBeVisible()
  await expect(actions(page).locator('[data-locked=submit]')).toHaveCount(0)
})

test('the place in the queue stands beside the buttons of a bar that needs two rows', async ({
  as,
  person,
  server,
}) => {
  const [order] = await waiting(person, await today(server.url), 1)
  const bm = await person('BM')
  const pct = await person('PCT')
  const passed = await bm.act(await bm.doc('order', order!.id), 'approve')
  await pct.act(await pct.doc('order', passed.id), 'forward', { recommendation: 'approve' })
  const page = await as('CREDIT')
  await page.setViewportSize({ width: 1100, height: 800 })
  await page.goto(paths.creditApproval(passed.id))
  const main = actions(page).getByRole('button', { name: /^Approve credit/ })
  const place = actions(page).getByText(/^\d+ of \d+$/)
  await expect(place).toBeVisible()
  const [left, right, bar] = await Promise.all([main.boundingBox(), place.boundingBox(), actions(page).boundingBox()])
  expect(right!.x).toBeGreaterThan(left!.x + left!.width)
  expect(right!.x + right!.width).toBeLessThan(bar!.x + bar!.width)
  const tools = await actions(page)
    .getByRole('button', { name: /^The next in the queue/ })
    .boundingBox()
  expect(Math.abs(right!.y + right!.height / 2 - (tools!.y + tools!.height / 2))).toBeLessThan(4)
})

test('Ctrl Enter in a drop-down decides its form, and what is missing there gets the focus', async ({
  as,
  person,
  server,
}) => {
  const { page } = await atWaiting(as, person, server)
  await actions(page).getByRole('button', { name: /^Hold/ }).click()
  const box = page.getByRole('dialog', { name: /^Hold/ })
  const reason = box.getByRole('combobox', { name: 'Reason' })
  await expect(reason).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(reason).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(reason).toBeFocused()
  // The keys go on from there.
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(box).toBeVisible()

  const sales = await as('SALES')
  await sales.goto('/credit-limit/add')
  await sales.getByRole('combobox', { name: 'Type' }).focus()
  await sales.keyboard.press('Control+Enter')
  await expect(sales.getByText('Customer is required').first()).toBeVisible()
  await expect(sales.getByRole('listbox')).toHaveCount(0)
})

test('a double click on a step leaves its box open, and two presses submit an order once', async ({
  as,
  person,
  server,
}) => {
  const { page, order } = await atWaiting(as, person, server)
  await actions(page).getByRole('button', { name: /^Hold/ }).dblclick()
  await expect(page.getByRole('dialog', { name: 'Hold' })).toBeVisible()

  const seller = await person('SALES')
  const { customer, yard, payment_term, price_basis, delivery_by, lines } = order.record
  const draft = await seller.create('order', {
    customer,
    yard,
    payment_term,
    price_basis,
    delivery_by,
    lines: (lines as { sku: string }[]).map(({ sku }) => ({ sku, pcs: 7 })),
  })
  const sales = await as('SALES')
  await sales.goto(paths.edit('order', draft.id))
  await expect(sales.getByLabel('Pieces, line 1')).toHaveValue('7')
  let sent = 0
  await sales.route('**/api/docs/order/*/submit', (route) => {
    sent += 1
    return route.continue()
  })
  await sales.evaluate(() => {
    for (let press = 0; press < 2; press += 1)
      dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, cancelable: true }))
  })
  await expect(sales).toHaveURL(paths.view('order', draft.id))
  await expect(notices(sales).getByText(/is now BM Approval Pending/)).toHaveCount(1)
  expect(sent).toBe(1)
})

test('a view without a name says so under its field', async ({ as }) => {
  const page = await as('BM')
  await page.goto('/vehiclemaster')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toContainText('Name is required')
  await expect(name).toBeFocused()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await name.fill('With a name')
  await page.keyboard.press('Control+Enter')
  await expect(notices(page)).toContainText('The view With a name was saved')
})
