// Masters as a spreadsheet: typed, pasted, taken back, replaced and saved together; conflicts keep both typings.
import type { Page } from '@playwright/test'
import { expect, test } from './support/test'

const focused = (page: Page) => page.locator('[role=gridcell]:focus')
const cell = (page: Page, text: string) => page.getByRole('gridcell', { name: text, exact: true })

async function open(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('treegrid').or(page.getByRole('grid'))).toBeVisible()
}

/** What a spreadsheet puts on the clipboard, pasted at the focused cell. */
async function paste(page: Page, text: string) {
  await page.evaluate((clip) => {
    const data = new DataTransfer()
    data.setData('text/plain', clip)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, text)
}

test('cells are typed into, errors are told in the words of the form, good rows are kept', async ({ as, person }) => {
  const page = await as('ADMIN')
  await open(page, '/workbench/truck_type')
  await cell(page, 'LCV 14 ft').click()
  await page.keyboard.press('Control+ArrowDown')
  await expect(focused(page)).toHaveText('')
  await paste(
    page,
    'Name\tWheels\tLargest load kg\tLongest piece mm\n' +
      'Crane 6 wheels\t6\t12,000\t5000\n' +
      'Crane 30 wheels\t30\t12000\t5000\n' +
      'Crane 8 wheels\t8\t14 MT\t5 m\n',
  )
  await expect(page.getByRole('button', { name: /1 to fix in 1 row/ })).toBeVisible()
  await page.getByRole('button', { name: /Save 3 rows/ }).click()
  await expect(page.getByText('1 not saved')).toBeVisible()
  const admin = await person('ADMIN')
  const saved = await admin.doc('truck_type', (await admin.one('truck_type', 'name:eq:crane 8 wheels')).id)
  expect(saved.record).toMatchObject({ wheels: 8, max_g: 14_000_000, max_length_mm: 5_000 })
  await page.keyboard.press('F8')
  await expect(page.getByText('Wheels must be between 3 and 22', { exact: false }).last()).toBeVisible()
  await expect(focused(page)).toContainText('30')
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /to fix/ })).toHaveCount(0)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('not saved')).toHaveCount(0)
  expect((await admin.one('truck_type', 'name:eq:crane 30 wheels')).wheels).toBe(12)
})

test('every step is taken back, and what is replaced is shown before', async ({ as }) => {
  const page = await as('ADMIN')
  await open(page, '/workbench/truck_type')
  await cell(page, 'LCV 17 ft').click()
  await page.keyboard.type('Light 17 ft')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Light 17 ft')).toBeVisible()
  await page.getByRole('button', { name: 'Find and replace' }).click()
  await page.getByRole('textbox', { name: 'Find' }).fill('LCV')
  await page.getByRole('textbox', { name: 'Replace with' }).fill('Small')
  await expect(page.getByRole('list', { name: 'Changes' }).getByRole('listitem').first()).toContainText('Small')
  await page.getByRole('button', { name: /Replace \d+ cell/ }).click()
  await expect(cell(page, 'Small 14 ft')).toBeVisible()
  await page.getByRole('button', { name: 'Close find and replace' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cell(page, 'LCV 14 ft')).toBeVisible()
  await cell(page, 'LCV 14 ft').click()
  await page.keyboard.press('Control+z')
  await expect(cell(page, 'LCV 17 ft')).toBeVisible()
  await expect(page.getByText('not saved')).toHaveCount(0)
})

test('a row that another changed meanwhile keeps both typings', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const made = await admin.create('truck_type', {
    name: 'Shared 10 wheels',
    wheels: 10,
    max_g: 20_000_000,
    max_length_mm: 9_000,
  })
  const page = await as('ADMIN')
  await open(page, '/workbench/truck_type?q=Shared')
  await cell(page, 'Shared 10 wheels').click()
  await admin.save(made, { max_g: 21_000_000 })
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /Save 1 row/ }).click()
  await page.getByRole('button', { name: '1 row was changed by someone else' }).click()
  const dialog = page.getByRole('dialog', { name: /was changed by/ })
  await expect(dialog.getByRole('row', { name: /Largest load/ })).toContainText('21,000')
  await dialog.getByRole('button', { name: 'Keep both changes' }).click()
  await page.getByRole('button', { name: /Save 1 row/ }).click()
  await expect(page.getByText('not saved')).toHaveCount(0)
  expect((await admin.doc('truck_type', made.id)).record).toMatchObject({ wheels: 12, max_g: 21_000_000 })
})

for (const [path, heading] of [
  ['/employeeNew', 'Employees, workbench'],
  ['/customerNew', 'Customers, workbench'],
  ['/SkuMastersNew', 'SKUs, workbench'],
  ['/skutypenew', 'Product groups, workbench'],
] as const) {
  test(`${path} is a workbench, and leaving it with something typed asks first`, async ({ as }) => {
    const page = await as('ADMIN')
    await open(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    const first = page.getByRole('gridcell').nth(1)
    await first.click()
    await page.keyboard.type('Changed')
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 not saved')).toBeVisible()
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page.getByRole('button', { name: 'Stay' }).click()
    await expect(page.getByText('1 not saved')).toBeVisible()
  })
}

test('a note is a cell of several lines: typed with Shift and Enter, copied and pasted whole', async ({
  as,
  person,
}) => {
  const admin = await person('ADMIN')
  const state = (await admin.one('state', 'name:eq:maharashtra')).id
  const branch = (await admin.list('branch')).rows[0]!.id
  const yard = (name: string, code: string) =>
    admin.create('yard', { code, name, branch, state, pin: '411019', address: 'Old lane' })
  const [one, two] = [await yard('Notes one', 'NOT1'), await yard('Notes two', 'NOT2')]
  const page = await as('ADMIN')
  await open(page, '/workbench/yard?q=Notes')
  await cell(page, 'Old lane').first().click()
  await page.keyboard.press('F2')
  const box = page.getByRole('textbox', { name: /Input Editor/ })
  await box.fill('Plot 7, MIDC')
  await box.press('Shift+Enter')
  await box.pressSequentially('Behind the "weighbridge"')
  await box.press('Enter')
  const lines = 'Plot 7, MIDC\nBehind the "weighbridge"'
  await page.getByRole('gridcell', { name: /^Plot 7/ }).click()
  const clip = await page.evaluate(() => {
    const data = new DataTransfer()
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }),
    )
    return data.getData('text/plain')
  })
  await cell(page, 'Old lane').click()
  await paste(page, clip)
  await page.getByRole('button', { name: /Save 2 rows/ }).click()
  await expect(page.getByText('not saved')).toHaveCount(0)
  for (const made of [one, two]) expect((await admin.doc('yard', made.id)).record.address).toBe(lines)
})
