// The lines of an order as they are found: pasted rows, the catalogue, and what is said of goods that are not in stock.
import type { Page } from '@playwright/test'
import type { Catalogue, CatalogueRow } from '../src/core/types.gen'
import { paths } from '../src/docs/paths'
import type { Person } from './support/api'
import { pick } from './support/walked'
import { expect, test } from './support/test'

/** A new order of some customer, from a yard of Pune. */
async function begun(page: Page, path: string, sales: Person) {
  const { name } = await sales.one('customer', 'status:eq:Active')
  await page.goto(path)
  await pick(page, 'Customer', String(name))
  const yard = page.getByRole('combobox', { name: 'Yard', exact: true })
  if ((await yard.inputValue()) === '') await pick(page, 'Yard', 'PUN1')
}

test('a pasted row that fits several sizes offers them, and goes in as the one that is selected', async ({
  as,
  person,
}) => {
  const page = await as('SALES')
  await begun(page, '/order/add', await person('SALES'))
  await page.getByRole('button', { name: 'Paste rows' }).click()
  const box = page.getByRole('dialog', { name: 'Paste rows' })
  await box
    .getByRole('textbox')
    .fill(
      ['Size\tPieces\tRate', 'angle 50x50\t10\t60200', 'angle 50x50x6\tten\t60200', 'unheard of\t3\t60200'].join('\n'),
    )
  await expect(box.getByRole('status')).toHaveText('0 good, 3 to fix')
  await expect(box.getByText('“ten” is not a number of pieces')).toBeVisible()
  await expect(box.getByText('No size, name or code matches “unheard of”')).toBeVisible()
  const size = box.getByRole('combobox', { name: /^Size of row/ })
  await expect(size).toHaveText('“angle 50x50” matches several sizes')
  await size.click()
  expect(await page.getByRole('option').count(), 'what is said of it, and the sizes').toBeGreaterThan(2)
  const option = page.getByRole('option').nth(1)
  const name = (await option.textContent())!.split(',')[0]!
  await option.click()
  await box.getByRole('button', { name: 'Add 1 row' }).click()
  await expect(box.getByRole('status')).toHaveText('1 row added. 0 good, 2 to fix')
  await box.getByRole('button', { name: 'Back' }).click()
  await expect(box).toHaveCount(0)
  const line = page.getByRole('row').filter({ hasText: name })
  await expect(line).toBeVisible()
})

test('rows that are still to be fixed stay in the dialog when the good ones go in', async ({ as, person }) => {
  const page = await as('SALES')
  await begun(page, '/order/add', await person('SALES'))
  await page.getByRole('button', { name: 'Paste rows' }).click()
  const box = page.getByRole('dialog', { name: 'Paste rows' })
  const text = box.getByRole('textbox')
  await text.fill('Size\tPieces\nangle 50x50x6\t10\nunheard of\t3\nangle 50x50x5\tten')
  await expect(box.getByRole('status')).toHaveText('1 good, 2 to fix')
  const row = box.getByRole('row', { name: /Angle 50 . 50 . 6/ })
  await expect(row.getByRole('cell').nth(3), 'what ten of them weigh').toHaveText(/^[\d,]+\.\d{3}$/)
  await box.getByRole('button', { name: 'Add 1 row' }).click()
  await expect(text).toHaveValue('Size\tPieces\nunheard of\t3\nangle 50x50x5\tten')
  await text.fill('Size\tPieces\nangle 50x50x5\t4')
  await box.getByRole('button', { name: 'Add 1 row' }).click()
  await expect(box).toHaveCount(0)
  const pieces = page.getByRole('textbox', { name: /^Pieces, line/ })
  await expect(pieces).toHaveCount(2)
  await expect(pieces.nth(0)).toHaveValue('10')
  await expect(pieces.nth(1)).toHaveValue('4')
})

test('goods that are a line already are said to be, and what is typed next changes no pieces', async ({
  as,
  person,
}) => {
  const page = await as('SALES')
  await begun(page, '/order/add', await person('SALES'))
  const search = page.getByRole('combobox', { name: 'Add a line: size, name or code' })
  const take = async () => {
    await search.fill('angle 50x50x6')
    await page.keyboard.press('Enter')
  }
  const pieces = page.getByRole('textbox', { name: 'Pieces, line 1' })
  await take()
  await expect(pieces).toBeFocused()
  await page.keyboard.type('10')
  await take()
  await expect(page.getByText(/Angle 50 . 50 . 6.* is already line 1/).first()).toBeVisible()
  await expect(page.locator('[data-line="0"]')).toBeFocused()
  await page.keyboard.type('7')
  await expect(pieces).toHaveValue('10')
  await page.keyboard.press('Tab')
  await expect(pieces).toBeFocused()
})

test('the largest numbers that a line can hold are shown whole', async ({ as, person }) => {
  const page = await as('SALES')
  await page.setViewportSize({ width: 1280, height: 800 })
  await begun(page, '/order/add', await person('SALES'))
  await page.getByRole('combobox', { name: 'Add a line: size, name or code' }).fill('angle 50x50x6')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Pieces, line 1' })).toBeFocused()
  for (const [name, typed] of [
    ['Pieces, line 1', '9,99,99,999'],
    ['Rate, line 1', '9,99,99,999.00'],
  ] as const) {
    const field = page.getByRole('textbox', { name })
    await field.fill(typed)
    await page.keyboard.press('Tab')
    await expect(field).toHaveValue(typed)
    expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0)
    await field.fill('10')
  }
})

test.describe('the quick order', () => {
  const cartOf = (page: Page) => page.getByRole('region', { name: /^Cart/ })
  const search = (page: Page) => page.getByRole('searchbox', { name: 'Search the catalogue' })

  test('keeps the rate of a pasted row', async ({ as, person }) => {
    const page = await as('SALES')
    await begun(page, '/order/addNew', await person('SALES'))
    await page.getByRole('button', { name: 'Paste rows' }).click()
    const box = page.getByRole('dialog', { name: 'Paste rows' })
    await box.getByRole('textbox').fill('angle 50x50x6\t10\t56123')
    await box.getByRole('button', { name: 'Add 1 row' }).click()
    await expect(cartOf(page).getByText(/rate ₹56,123\.00/)).toBeVisible()
    await page.getByRole('button', { name: 'Continue to order' }).click()
    await expect(page.getByRole('textbox', { name: 'Rate, line 1' })).toHaveValue('56,123.00')
  })

  test('keeps pieces as they were typed, says what is wrong with them and does not count them', async ({
    as,
    person,
  }) => {
    const page = await as('SALES')
    await begun(page, '/order/addNew', await person('SALES'))
    await search(page).fill('angle 50x50x6')
    await page.keyboard.press('Enter')
    const pieces = cartOf(page).getByRole('textbox', { name: /^Pieces of/ })
    await expect(pieces).toBeFocused()
    await pieces.fill('10')
    await expect(page.getByText(/^10 pieces · /)).toBeVisible()
    for (const [typed, said] of [
      ['2.5', 'Pieces must be a whole number'],
      ['12,5', 'Pieces must be a whole number'],
      ['abc', 'Pieces must be a whole number'],
      ['0', /^Pieces must be /],
      ['-7', /^Pieces must be /],
    ] as const) {
      await pieces.fill(typed)
      await expect(page.getByText(/^0 pieces · /)).toBeVisible()
      await page.keyboard.press('Tab')
      await expect(pieces).toHaveValue(typed.replace('-', '−'))
      await expect(pieces).toHaveAccessibleDescription(said)
      await page.getByRole('button', { name: 'Continue to order' }).click()
      await expect(page).toHaveURL('/order/addNew')
      await expect(pieces).toBeFocused()
    }
    await pieces.fill('12')
    await expect(page.getByText(/^12 pieces · /)).toBeVisible()
    await expect(pieces).toHaveAccessibleDescription('')
  })

  test('is filled from its search by keyboard alone', async ({ as, person }) => {
    const page = await as('SALES')
    await begun(page, '/order/addNew', await person('SALES'))
    const pieces = cartOf(page).getByRole('textbox', { name: /^Pieces of/ })
    await search(page).focus()
    await page.keyboard.type('angle 50x50x6')
    await page.keyboard.press('Enter')
    await expect(pieces.nth(0)).toBeFocused()
    await page.keyboard.type('25')
    await page.keyboard.press('Enter')
    await expect(search(page)).toBeFocused()
    await page.keyboard.type('angle 50x50x5')
    await expect(page.getByRole('button', { name: /^Pick MS Angle 50 . 50 . 5/ }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Pick / }).first()).toHaveAccessibleName(/50 . 50 . 5 /)
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('button', { name: /^Pick MS Angle 50 . 50 . 5/ }).first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(pieces.nth(1)).toBeFocused()
    await page.keyboard.type('8')
    await page.keyboard.press('Enter')
    await expect(search(page)).toBeFocused()
    await expect(pieces.nth(0)).toHaveValue('25')
    await expect(pieces.nth(1)).toHaveValue('8')
  })
})

test('an order whose goods are not in stock can be submitted, and is not called ready', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const yard = await admin.one('yard', 'code:eq:PUN1')
  const { rows } = await admin.get<Catalogue>(`/api/catalogue?yard=${yard.id}&limit=200`)
  const priced = rows.filter(({ rate_paise }) => rate_paise)
  const gone = priced.find(({ free_pcs }) => free_pcs === 0)!
  const there = priced.find(({ free_pcs }) => free_pcs > 10)!
  const page = await as('SALES')
  await begun(page, '/order/add', await person('SALES'))
  await page.getByRole('button', { name: 'Paste rows' }).click()
  const box = page.getByRole('dialog', { name: 'Paste rows' })
  await box.getByRole('textbox').fill(`${there.name}\t5`)
  await box.getByRole('button', { name: 'Add 1 row' }).click()
  await page.getByRole('textbox', { name: 'Delivery by' }).fill('+3')
  const said = page.getByRole('region', { name: 'Before you submit' })
  await expect(said.getByText(/^(Ready to submit|Can be submitted as it stands)$/)).toBeVisible()
  await page.getByRole('button', { name: 'Paste rows' }).click()
  await box.getByRole('textbox').fill(`${gone.name}\t5`)
  await box.getByRole('button', { name: 'Add 1 row' }).click()
  await expect(said.getByText('Ready to submit')).toHaveCount(0)
})

test('the catalogue is narrowed to one product group, and to what is in stock', async ({ as, person }) => {
  const group = await (await person('ADMIN')).one('product_group', 'name:eq:MS ERW Pipe')
  const page = await as('SALES')
  await begun(page, '/order/addNew', await person('SALES'))
  const shown = async (part: string, act: () => Promise<unknown>): Promise<CatalogueRow[]> => {
    const told = page.waitForResponse((answer) => answer.url().includes(part) && answer.ok())
    await act()
    return ((await (await told).json()) as Catalogue).rows
  }
  const all = await shown(`group=${group.id}`, () => pick(page, 'Product group', 'MS ERW Pipe'))
  expect(all.some(({ free_pcs }) => free_pcs === 0)).toBe(true)
  const left = await shown('in_stock=true', () => page.getByRole('checkbox', { name: 'In stock only' }).check())
  expect(left.every(({ free_pcs }) => free_pcs > 0)).toBe(true)
  expect(left.length).toBeLessThan(all.length)
  for (const { name } of left.slice(0, 3)) await expect(page.getByText(name, { exact: true }).first()).toBeVisible()
})

test('what a form still lacks is counted as it is marked at the fields', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto(paths.add('vehicle'))
  const form = page.getByRole('dialog', { name: 'New vehicle' })
  await form.getByRole('button', { name: 'Save vehicle' }).click()
  const marked = form.getByText(/ is required$/)
  await expect(marked).toHaveText(['Number', 'Truck type', 'Owner', 'Capacity'].map((label) => `${label} is required`))
  await expect(form.getByRole('alert')).toContainText('4 things to fix first')
  await form.getByRole('textbox', { name: 'Number' }).fill('MH12ZZ0001')
  await expect(form.getByRole('alert')).toContainText('3 things to fix first')
})
