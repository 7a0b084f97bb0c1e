// A master from its list: opened and written over the list, its mistakes told at the field, its conflicts keeping both
// typings.
import type { Page } from '@playwright/test'
import { paths } from '../src/docs/paths'
import { expect, test } from './support/test'
import { pick } from './support/walked'

const grid = (page: Page) => page.getByRole('grid')

async function fill(page: Page, name: string, wheels: string) {
  const form = page.getByRole('dialog', { name: 'New truck type' })
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('textbox', { name: 'Wheels' }).fill(wheels)
  await form.getByRole('textbox', { name: 'Largest load' }).fill('12,000')
  await form.getByRole('textbox', { name: 'Longest piece' }).fill('6500')
  return form
}

test('a list shows its documents, and search and filters stay in the address', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/vehiclemaster')
  await expect(grid(page).getByRole('link').first()).toBeVisible()
  await expect(page.getByRole('group', { name: 'Status' }).getByRole('button', { name: /^Active/ })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search vehicles' }).fill('GJ15')
  await expect(page).toHaveURL('/vehiclemaster?q=GJ15')
  await expect(grid(page).getByRole('link', { name: /^MH/ })).toHaveCount(0)
  await expect(grid(page).getByRole('link', { name: /^GJ15/ }).first()).toBeVisible()
  await page
    .getByRole('group', { name: 'Status' })
    .getByRole('button', { name: /^Inactive/ })
    .click()
  await expect(page.getByText('No vehicle matches these filters')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Search vehicles' })).toHaveValue('GJ15')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(grid(page).getByRole('link', { name: /^MH/ }).first()).toBeVisible()
})

test('a mistake is told at its field, in the words of the rule', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/trucktypemaster?new')
  const form = page.getByRole('dialog', { name: 'New truck type' })
  await form.getByRole('button', { name: 'Save truck type' }).click()
  const name = form.getByRole('textbox', { name: 'Name' })
  await expect(name).toHaveAccessibleDescription('Name is required')
  await expect(name).toBeFocused()
  await fill(page, 'LCV 14 ft', '99')
  await form.getByRole('button', { name: 'Save truck type' }).click()
  await expect(form.getByRole('textbox', { name: 'Wheels' })).toHaveAccessibleDescription(/22/)
  await form.getByRole('textbox', { name: 'Wheels' }).fill('6')
  await form.getByRole('button', { name: 'Save truck type' }).click()
  await expect(name, 'only the server knows that the name is taken').toHaveAccessibleDescription(
    /already|taken|exists/i,
  )
  await form.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toBeHidden()
})

test('a document is added, opened, changed and put aside', { tag: '@smoke' }, async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/trucktypemaster')
  await page.getByRole('button', { name: 'New truck type' }).first().click()
  const form = await fill(page, 'Tipper 10 wheels', '10')
  await form.getByRole('button', { name: 'Save truck type' }).click()
  const view = page.getByRole('dialog', { name: 'Tipper 10 wheels' })
  await expect(view.getByText('6,500 mm')).toBeVisible()
  await view.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Tipper 10 wheels' })
  await edit.getByRole('textbox', { name: 'Largest load' }).fill('16,500')
  await edit.getByRole('button', { name: 'Save truck type' }).click()
  await expect(view.getByText('16,500.000 kg').first()).toBeVisible()
  await expect(
    view.getByRole('list', { name: 'History' }).getByText('Largest load: 12,000.000 kg became 16,500.000 kg'),
  ).toBeVisible()
  await view.getByRole('region', { name: 'Actions' }).getByRole('button', { name: 'Deactivate' }).click()
  await expect(view.getByRole('banner').getByText('Inactive')).toBeVisible()
  await view.getByRole('button', { name: 'Close' }).click()
  await expect(grid(page).getByRole('link', { name: 'Tipper 10 wheels' })).toBeVisible()
})

test('two browsers change one document: both typings are kept', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const made = await admin.create('truck_type', {
    name: 'Trailer 14 wheels',
    wheels: 14,
    max_g: 25_000_000,
    max_length_mm: 9_000,
  })
  const [first, second] = [await as('ADMIN'), await as('ADMIN')]
  for (const page of [first, second]) {
    await page.goto(`/trucktypemaster?id=${made.id}&edit`)
    await expect(page.getByRole('dialog', { name: 'Edit Trailer 14 wheels' })).toBeVisible()
  }
  await first.getByRole('textbox', { name: 'Largest load' }).fill('27,000')
  await first.getByRole('button', { name: 'Save truck type' }).click()
  await expect(first.getByRole('dialog', { name: 'Trailer 14 wheels', exact: true })).toBeVisible()

  await second.getByRole('textbox', { name: 'Longest piece' }).fill('9800')
  await second.getByRole('button', { name: 'Save truck type' }).click()
  const conflict = second.getByRole('dialog', { name: /was changed by Anita Nair/ })
  await expect(conflict.getByRole('row', { name: /Largest load/ })).toContainText('27,000')
  await expect(conflict.getByRole('row', { name: /Longest piece/ })).toContainText('9,800')
  await conflict.getByRole('button', { name: 'Keep both changes' }).click()
  await expect(second.getByRole('dialog', { name: 'Trailer 14 wheels', exact: true })).toBeVisible()
  expect((await admin.doc('truck_type', made.id)).record).toMatchObject({ max_g: 27_000_000, max_length_mm: 9_800 })
})

test('the keyboard alone adds, searches, walks the rows and opens', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/trucktypemaster')
  await expect(grid(page).getByRole('link', { name: 'LCV 14 ft' })).toBeVisible()
  await page.keyboard.press('n')
  await fill(page, 'Tanker 12 wheels', '12')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog', { name: 'Tanker 12 wheels' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search truck types' })).toBeFocused()
  await page.keyboard.type('LCV')
  await expect(page).toHaveURL('/trucktypemaster?q=LCV')
  await expect(grid(page).getByRole('link')).toHaveCount(2)
  // From anywhere on the page: the first J takes the first row.
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('j')
  await expect(grid(page).getByRole('gridcell', { name: 'LCV 14 ft' })).toBeFocused()
  await page.keyboard.press('j')
  await expect(grid(page).getByRole('gridcell', { name: 'LCV 17 ft' })).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('region', { name: 'Selected truck types' })).toContainText('1 selected')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Selected truck types' })).toHaveCount(0)
  await page.keyboard.press('k')
  await expect(grid(page).getByRole('gridcell', { name: 'LCV 14 ft' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'LCV 14 ft' })).toBeVisible()
})

test('the palette reaches a page by its name and an order by its number', { tag: '@smoke' }, async ({ as, person }) => {
  const page = await as('ADMIN')
  const order = await (await person('ADMIN')).one('order', 'status:eq:Order Completed')
  await page.goto('/trucktypemaster')
  await expect(grid(page).getByRole('link', { name: 'LCV 14 ft' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Vehicles')
  await page
    .getByRole('option', { name: /Vehicles/ })
    .filter({ hasNotText: 'Active' })
    .first()
    .click()
  await expect(page).toHaveURL('/vehiclemaster')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(order.doc_no!)
  await page
    .getByRole('option', { name: new RegExp(order.doc_no!) })
    .first()
    .click()
  await expect(page).toHaveURL(`/order/view/${order.id}`)
})

test('a city that was made twice is merged into the other, and what named it says so', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const pune = await admin.one('city', 'name:eq:Pune')
  const { record } = await admin.doc('city', pune.id)
  const twice = await admin.create('city', { name: 'Poona', district: record.district })
  const yard = await admin.one('yard', 'code:eq:PUN1')
  const before = await admin.doc('yard', yard.id)
  await admin.save(before, { city: twice.id })
  const page = await as('ADMIN')
  await page.goto(paths.view('city', twice.id))
  await page.getByRole('button', { name: 'Merge into another' }).click()
  const box = page.getByRole('dialog', { name: 'Merge into another' })
  await pick(page, 'Merge into', 'Pune')
  await box.getByRole('button', { name: 'Merge into another' }).click()
  await expect(page.getByRole('dialog', { name: 'Poona' }).getByText('Inactive').first()).toBeVisible()
  expect((await admin.doc('yard', yard.id)).record.city).toBe(pune.id)
  await page.goto(paths.view('yard', yard.id))
  await expect(page.getByText('Poona was merged into Pune').first()).toBeVisible()
})
