// SKUs by their properties: what one would be at every key, a twin that is told, many at once; and the formula behind
// the weights.
import type { Page } from '@playwright/test'
import { expect, test } from './support/test'

const card = (page: Page) => page.getByRole('region', { name: 'This SKU' })

async function size(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await page.getByRole('textbox', { name: label }).fill(value)
}

async function builder(page: Page, group: string) {
  await page.goto('/Sku/addnew')
  await page.getByRole('group', { name: 'Product group' }).getByRole('button', { name: group, exact: true }).click()
  await expect(page.getByRole('region', { name: 'Properties' })).toContainText(`${group}, `)
}

test('an SKU is weighed, named and drawn while it is typed, and made once', async ({ as }) => {
  const page = await as('PURCH')
  await builder(page, 'MS RHS')
  await size(page, { 'Width a': '100', 'Height b': '50', Thickness: '3.2' })
  await expect(card(page)).toContainText('MS RHS 100 × 50 × 3.2 × 6 m YST 310 Navkar')
  await expect(card(page)).toContainText('New, no duplicate')
  const section = page.getByRole('region', { name: 'Section' })
  await expect(section.getByRole('img')).toContainText('7.214 kg/m')
  await expect(section.getByRole('img')).toContainText('in a 6 m piece 43.287 kg')
  await size(page, { Thickness: '3.25' })
  await page.getByRole('textbox', { name: 'Thickness' }).blur()
  await expect(page.getByRole('textbox', { name: 'Thickness' })).toHaveAccessibleDescription(
    'Thickness must go in steps of 0.1',
  )
  await size(page, { Thickness: '3.2 mm' })
  await page.getByRole('button', { name: 'Create SKU' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'MS RHS 100 × 50 × 3.2 × 6 m YST 310 Navkar' }),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Weight of a piece' })).toContainText('By MS RHS, version 1')

  await builder(page, 'MS RHS')
  await size(page, { 'Width a': '100.0', 'Height b': '50', Thickness: '3.20' })
  await expect(card(page).getByRole('link', { name: 'Already exists' })).toBeVisible()
  await page.getByRole('button', { name: 'Create SKU' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'already exists' }).first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Width a' }), 'nothing typed is lost').toHaveValue('100')
})

test('sizes that do not exist are picked from the table and made together', async ({ as }) => {
  const page = await as('PURCH')
  await builder(page, 'MS Flat')
  await size(page, { Width: '50', Thickness: '12' })
  for (const name of ['Pick 65 × 12', 'Pick 75 × 12']) await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Create 3 SKUs' }).click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('3 SKUs created')
  await expect(page.getByRole('button', { name: /^65 × 12 exists, 6\.12 kg/ })).toBeVisible()
  await expect(card(page)).toContainText('Already exists')
})

test('another weight needs a reason, and one far off is warned of', async ({ as }) => {
  const page = await as('PURCH')
  await builder(page, 'MS Angle')
  await size(page, { 'Width a': '80', 'Height b': '50', Thickness: '6' })
  await page.getByRole('button', { name: 'Set another weight' }).click()
  const weight = page.getByRole('textbox', { name: 'Weight per piece' })
  await weight.fill('45')
  await expect(card(page)).toContainText(/45\.000 kg is 28 % above the formula's 35\.042 kg/)
  await page.getByRole('button', { name: 'Create SKU' }).click()
  const reason = page.getByRole('textbox', { name: 'Reason for another weight' })
  await expect(reason).toHaveAccessibleDescription("Give a reason for a weight other than the formula's 35.042 kg")
  await reason.fill('Table of the mill')
  await page.getByRole('button', { name: 'Create SKU' }).click()
  await expect(page.getByRole('region', { name: 'Weight of a piece' })).toContainText(
    'another weight counts: Table of the mill',
  )
})

test('a formula is told its mistakes at the field and its test rows come out as it is typed', async ({ as }) => {
  const page = await as('PURCH')
  await page.goto('/formulamaster')
  await page.getByRole('grid').getByRole('link', { name: 'TMT Bar, version 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'New version' }).click()
  const form = page.getByRole('dialog', { name: 'New formula' })
  const expression = form.getByRole('textbox', { name: 'Expression' })
  for (const [typed, said] of [
    ['dia * dia * 0.0061654', "Unknown name 'dia' in formula. Available: d, len"],
    ['d * d / (2 - 2)', 'Formula divides by zero, whatever the values'],
    ['(d * d * 0.0061654', 'The ( at character 1 is not closed'],
    ['d * d', 'Units do not match: this gives mm², not kg per metre. Multiply by a factor such as 0.00785'],
  ] as const) {
    await expression.fill(typed)
    await expression.blur()
    await expect(expression).toHaveAccessibleDescription(said)
  }
  await expression.fill('d * d / 162.2')
  await form.getByRole('textbox', { name: 'From' }).fill('01-12-2026')
  const outcomes = form.getByRole('region', { name: 'Outcomes of the test rows' })
  await expect(outcomes.getByRole('listitem')).toHaveText(['Row 1 gives 0.888 kg', 'Row 2 gives 6.313 kg'])
  await expression.fill('d * d / 160')
  await expect(outcomes.getByRole('listitem').first()).toHaveText('Row 1 gives 0.900 kg, expected 0.888 kg')
  await form.getByRole('button', { name: 'Save formula' }).click()
  const view = page.getByRole('dialog', { name: 'TMT Bar, version 2' })
  await expect(view.getByText('Test row 1 gives 0.900 kg, expected 0.888 kg')).toBeVisible()
  await view.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Expression' }).fill('d * d / 162.2')
  await page.getByRole('button', { name: 'Save formula' }).click()
  await view.getByRole('button', { name: 'Activate', exact: true }).click()
  await expect(view.getByText('Active', { exact: true }).first()).toBeVisible()
})

test('a card for each SKU says its price, its stock and what happened to it', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/SkuMastersInfo')
  await page.getByRole('searchbox', { name: 'Search the SKUs' }).fill('rhs 100')
  const one = page.getByRole('region', { name: 'MS RHS 100 × 50 × 4 × 6 m YST 310 Navkar' })
  await expect(one).toContainText(/₹[\d,]+ per MT from/)
  await expect(one.getByRole('img', { name: /^The rate since/ })).toBeVisible()
  await expect(one).toContainText('Created by')
  await expect(one).toContainText(/MT|None in your yards/)
})

test('a size that cannot be is called neither new nor a duplicate, and the table of sizes stays', async ({ as }) => {
  const page = await as('PURCH')
  await builder(page, 'MS Flat')
  await size(page, { Width: '50', Thickness: '14' })
  await expect(card(page)).toContainText('New, no duplicate')
  const sizes = page.getByRole('region', { name: 'Size range' })
  const rows = await sizes.getByRole('row').count()
  await size(page, { Thickness: '-3' })
  await expect(card(page).getByText('New, no duplicate')).toHaveCount(0)
  await size(page, { Thickness: '14', Length: 'six' })
  await expect(card(page).getByText('New, no duplicate')).toHaveCount(0)
  await expect(sizes.getByRole('row')).toHaveCount(rows)
  await expect(sizes.getByRole('button').first()).toBeVisible()
})
