// Lists: days and age, groups with totals, saved views, steps of a row, a cell edited in place, many rows at once.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Groups } from '../src/net/answers.gen'
import type { Person } from './support/api'
import { today } from './support/story'
import { expect, test } from './support/test'

const grid = (page: Page) => page.getByRole('grid')
const cell = (page: Page, row: string, column: string) =>
  grid(page).getByRole('row').filter({ hasText: row }).locator(`[col-id="${column}"]`)
const menu = (page: Page) => page.getByRole('menu', { name: 'Actions of the row' })
const firstOf = (page: Page) => grid(page).locator('[row-index="0"] .ag-cell').first()

const truck = (name: string) => ({ name, wheels: 6, max_g: 9_000_000, max_length_mm: 6_000, body: 'open' })

test(
  'a list is cut by a period, by days and by age, and its address says so',
  { tag: '@smoke' },
  async ({ as, person, server }) => {
    const admin = await person('ADMIN')
    const month = await admin.list('order', ['date:during:this_month'])
    expect(month.total).toBeGreaterThan(0)
    const day = await today(server.url)
    const page = await as('ADMIN')
    await page.goto('/order')
    await page.getByRole('button', { name: 'Date', exact: true }).click()
    const days = page.getByRole('dialog', { name: 'Days of date' })
    await days.getByRole('button', { name: 'This month' }).click()
    await expect(page).toHaveURL('/order?where=date%3Aduring%3Athis_month')
    await expect(page.locator('#content').getByText('This month')).toBeVisible()
    await expect(page.locator('footer').getByText(new RegExp(`^${month.total}`))).toBeVisible()
    await page.getByRole('button', { name: 'Date', exact: true }).click()
    await days.getByRole('textbox', { name: 'From' }).fill(day.split('-').reverse().join('-'))
    await days.getByRole('textbox', { name: 'From' }).press('Enter')
    await expect(page).toHaveURL(`/order?where=date%3Aduring%3A${day}%7C`)
    await days.getByRole('button', { name: '3 days or longer' }).click()
    await expect(page.locator('#content').getByText('3 days or longer')).toBeVisible()
    await page.getByRole('button', { name: 'Remove filter Date' }).click()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Remove filter In status' })).toBeVisible()
    const old = await admin.list('order', ['since:older:3'])
    expect(old.total).toBeGreaterThan(0)
  },
)

test('a master has its days too, and says how long nothing changed', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/trucktypemaster')
  await expect(grid(page).getByRole('link', { name: 'LCV 14 ft' })).toBeVisible()
  await page.getByRole('button', { name: 'Last changed', exact: true }).click()
  await page.getByRole('dialog', { name: 'Days of last changed' }).getByRole('button', { name: 'Yesterday' }).click()
  await expect(page).toHaveURL('/trucktypemaster?where=updated_at%3Aduring%3Ayesterday')
})

test('groups have counts and totals, and one opens as the list of its rows', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const told = await admin.get<Groups>('/api/groups/order?by=customer&where=status:ne:Draft')
  const first = told.groups[0]!
  expect(told.groups.reduce((sum, group) => sum + group.rows, 0)).toBe(told.rows)
  const page = await as('ADMIN')
  await page.goto('/order?where=status:ne:Draft')
  await page.getByRole('button', { name: 'Group', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Customer', exact: true }).click()
  const table = page.getByRole('table', { name: 'Orders by customer' })
  const row = table.getByRole('row').filter({ hasText: first.label }).first()
  await expect(row.getByRole('cell').first()).toHaveText(String(first.rows))
  await row.getByRole('button', { name: first.label }).click()
  await expect(grid(page).getByRole('row').filter({ hasText: first.label }).first()).toBeVisible()
  await expect(page.getByRole('table', { name: 'Orders by customer' })).toHaveCount(0)
  await page.goBack()
  await expect(table).toBeVisible()
})

test('a view keeps filters and columns, opens the list, and is shared with a role', async ({ as, person }) => {
  const page = await as('BM')
  await page.goto('/vehiclemaster')
  await expect(firstOf(page)).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: /^Capacity/ }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Active', exact: false }).first().click()
  await expect(page).toHaveURL('/vehiclemaster?where=status%3Aeq%3AActive')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Running')
  await dialog.getByRole('checkbox', { name: 'Open this list with it' }).check()
  await dialog
    .getByRole('checkbox', { name: /^Share with everyone in the role/ })
    .first()
    .check()
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('The view Running was saved')

  // It opens the list of its person, and of a colleague in the role, with its columns.
  for (const who of ['BM', 'BM2']) {
    const other = await as(who)
    await other.goto('/vehiclemaster')
    await expect(other, who).toHaveURL('/vehiclemaster?where=status%3Aeq%3AActive')
    await expect(other.getByRole('columnheader', { name: /^Capacity/ }), who).toHaveCount(0)
  }
  const sales = await person('SALES')
  expect((await sales.list('list_view')).total).toBe(0)
})

test('J finds a row, A offers the steps of its status, and one is taken there', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const made = await admin.create('truck_type', truck('AAA rigid'))
  const page = await as('ADMIN')
  await page.goto('/trucktypemaster')
  await expect(grid(page).getByRole('link', { name: 'AAA rigid' })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  const doc = await admin.doc('truck_type', made.id)
  // What belongs to another status is told on the document's page.
  for (const action of doc.actions)
    await expect(menu(page).getByRole('menuitem', { name: new RegExp(`^${action.label}`) })).toHaveCount(
      action.allowed ? 1 : 0,
    )
  await menu(page)
    .getByRole('menuitem', { name: /^Deactivate/ })
    .click()
  const box = page.getByRole('dialog', { name: /Deactivate/ })
  if (await box.isVisible()) await box.locator('button[type=submit]').click()
  await expect(cell(page, 'AAA rigid', 'status')).toHaveText('Inactive')
})

test('a cell is edited where it stands, and refused there', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const made = await admin.create('truck_type', truck('AAB rigid'))
  const page = await as('ADMIN')
  await page.goto('/trucktypemaster?q=AAB')
  await cell(page, 'AAB rigid', 'wheels').click({ button: 'right' })
  await menu(page).getByRole('menuitem', { name: 'Edit wheels' }).click()
  const edit = page.getByRole('dialog', { name: 'AAB rigid' })
  await edit.getByRole('textbox', { name: /Wheels/ }).fill('99')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toContainText('22')
  await edit.getByRole('textbox', { name: /Wheels/ }).fill('10')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(cell(page, 'AAB rigid', 'wheels')).toHaveText('10')
  expect((await admin.doc('truck_type', made.id)).record).toMatchObject({ wheels: 10, max_length_mm: 6_000 })

  // Another's change between is not overwritten.
  await cell(page, 'AAB rigid', 'wheels').click({ button: 'right' })
  await menu(page).getByRole('menuitem', { name: 'Edit wheels' }).click()
  await edit.getByRole('textbox', { name: /Wheels/ }).fill('12')
  await admin.save(await admin.doc('truck_type', made.id), { wheels: 8 })
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit.getByRole('alert')).toBeVisible()
  expect((await admin.doc('truck_type', made.id)).record).toMatchObject({ wheels: 8 })
})

async function thousand(admin: Person, url: string) {
  for (const piece of [0, 1]) {
    const rows = Array.from({ length: 500 }, (_, at) => ({ record: truck(`Bulk ${piece * 500 + at}`) }))
    const answer = await fetch(`${url}/api/bulk/truck_type/save`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ command_id: randomUUID(), rows }),
    })
    expect(answer.status).toBe(200)
  }
}

test('a step on 1,000 rows is followed, cut off by a reload, and goes on', async ({ as, person, server }) => {
  test.slow()
  const admin = await person('ADMIN')
  await thousand(admin, server.url)
  const page = await as('ADMIN')
  await page.goto('/trucktypemaster?q=bulk')
  await expect(page.getByText('1,000 truck types')).toBeVisible()
  await grid(page).getByRole('checkbox').first().check()
  const bar = page.getByRole('region', { name: 'Selected truck types' })
  await bar.getByRole('button', { name: 'Select all 1,000' }).click()
  await expect(bar.getByText('1,000 selected')).toBeVisible()
  // The second piece never arrives.
  let calls = 0
  await page.route('**/api/bulk/truck_type/deactivate', (route) => (++calls === 2 ? undefined : route.continue()))
  await bar.getByRole('button', { name: /^Deactivate/ }).click()
  const box = page.getByRole('dialog', { name: /^Deactivate/ })
  if (await box.isVisible()) await box.locator('button[type=submit]').click()
  await expect(bar.getByRole('status')).toContainText('500 of 1,000 done')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  const left = page.getByRole('region', { name: 'Interrupted action' })
  await expect(left).toContainText('Deactivate was interrupted after 500 of 1,000 truck types')
  await left.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('dialog', { name: 'Deactivate: 1,000 of 1,000' })).toBeVisible({ timeout: 60_000 })
  const all = await admin.list('truck_type', ['name:has:bulk', 'status:eq:Inactive'], 1)
  expect(all.total).toBe(1_000)
})

test('a list in its own order shows which column that is, and one click turns it round', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/order')
  const date = grid(page).getByRole('columnheader', { name: 'Date' })
  await expect(firstOf(page)).toBeVisible()
  await expect(date).toHaveAttribute('aria-sort', 'descending')
  await date.click()
  await expect(page).toHaveURL('/order?sort=date')
  await expect(date).toHaveAttribute('aria-sort', 'ascending')
  // Its rows are there: the heads are drawn no more.
  await expect(firstOf(page)).toBeVisible()
  await date.click()
  await expect(date).toHaveAttribute('aria-sort', 'descending')
  // What was searched for stands by how well it answers, and by no column.
  await page.goto('/order?q=steel')
  await expect(firstOf(page)).toBeVisible()
  await expect(date).toHaveAttribute('aria-sort', 'none')
})

test('the list of menus draws the icons that it names, and stands in groups by parent', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/menumaster')
  await expect(firstOf(page)).toBeVisible()
  const icon = grid(page).locator('[row-index="0"] [col-id="icon"]')
  await expect(icon).toHaveText(/^[a-z_0-9]+$/)
  await expect(icon.locator('svg')).toBeVisible()
  await page.getByRole('button', { name: 'Group' }).click()
  await page.getByRole('menuitem', { name: 'Parent' }).click()
  await expect(page.getByRole('button', { name: 'Grouped by parent' })).toBeVisible()
})

test('the list of customers has their city, what they owe and their limit, and is found by the city', async ({
  as,
  person,
}) => {
  const credit = await person('CREDIT')
  const owing = (await credit.list('customer', ['status:eq:Active'], 200)).rows.find(
    (row) => Number(row.balance_paise) > 0 && Number(row.granted_paise) > 0 && row.city,
  )!
  const page = await as('CREDIT', { viewport: { width: 2400, height: 900 } })
  await page.goto(`/customer?q=${encodeURIComponent(String(owing.city))}`)
  for (const head of ['City', 'Balance', 'Limit'])
    await expect(grid(page).getByRole('columnheader', { name: new RegExp(`^${head}`) }), head).toBeAttached()
  const name = String(owing.name)
  await expect(cell(page, name, 'city')).toHaveText(String(owing.city))
  await expect(cell(page, name, 'balance_paise')).not.toBeEmpty()
  await expect(cell(page, name, 'granted_paise')).not.toBeEmpty()
  await expect(grid(page).getByRole('checkbox').first()).toBeVisible()
})
