// Rows from files: checked here before anything is sent, the good ones stored, the bad ones explained; and lists as
// files.
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { expect, test } from './support/test'

const FILES = 'e2e/files'

async function choose(page: Page, file: string) {
  await page.getByLabel('CSV or XLSX file').setInputFiles(`${FILES}/${file}`)
}

const problems = (page: Page) => page.getByRole('table', { name: 'Errors to fix' })

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8')
}

test(
  'a file is checked before it is sent, its good rows are stored and its bad ones say why',
  { tag: '@smoke' },
  async ({ as, person }) => {
    const page = await as('ADMIN')
    await page.goto('/trucktypemaster')
    await page.getByRole('button', { name: 'Export, import' }).click()
    await page.getByRole('menuitem', { name: 'Import from a file' }).click()
    await expect(page).toHaveURL('/import/truck_type')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/import/')) sent.push(request.url())
    })
    await choose(page, 'truck-types.csv')
    await expect(page.getByRole('heading', { name: '3 good, 4 to fix' })).toBeVisible()
    const row = (no: string) => problems(page).getByRole('row', { name: new RegExp(`^${no} `) })
    await expect(row('3')).toContainText('Wheels must be between 3 and 22')
    await expect(row('4')).toContainText('Name is required')
    await expect(row('6')).toContainText('Largest load must be a weight in kg with at most 3 decimals, like 1,238.400')
    await expect(row('7')).toContainText('Name Tipper 14 wheels is already in row 2')
    expect(sent, 'nothing was sent yet').toEqual([])

    const waits = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the list' }).click()
    expect(await textOf(await waits)).toContain('3,Wheels,Wheels must be between 3 and 22')

    await page.getByRole('button', { name: 'Check on the server first' }).click()
    await expect(page.getByRole('heading', { name: 'The server would accept 2 truck types' })).toBeVisible()
    await expect(problems(page).last(), 'only the server knows that a name is taken').toContainText(
      'Name Container 32 ft already exists',
    )
    await page.getByRole('button', { name: 'Import 2 truck types' }).click()
    await expect(page.getByRole('heading', { name: '2 truck types imported' })).toBeVisible()
    await page.getByRole('link', { name: 'Open truck types' }).click()
    await expect(page.getByRole('grid').getByRole('link', { name: 'Container 34 ft' })).toBeVisible()
    const admin = await person('ADMIN')
    const made = await admin.doc('truck_type', (await admin.one('truck_type', 'name:eq:container 34 ft')).id)
    expect(made.record).toMatchObject({ wheels: 10, max_g: 16_000_000, max_length_mm: 9_700 })
  },
)

test('the same file again finds its names taken, or changes what it names', async ({ as, person }) => {
  const page = await as('ADMIN')
  await page.goto('/import/truck_type')
  await choose(page, 'truck-types.xlsx')
  await expect(page.getByRole('heading', { name: '2 rows, no errors' })).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 truck types' }).click()
  await expect(page.getByRole('heading', { name: '2 truck types imported' })).toBeVisible()
  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose(page, 'truck-types.xlsx')
  await page.getByRole('radio', { name: 'All rows or none' }).check()
  await page.getByRole('button', { name: 'Import 2 truck types' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing was imported' })).toBeVisible()
  await expect(problems(page)).toContainText('Name Bulker 10 wheels already exists')
  await page.getByRole('button', { name: 'Import another file' }).click()
  await page.getByRole('radio', { name: /Update existing, add new/ }).check()
  await choose(page, 'truck-types.xlsx')
  await page.getByRole('button', { name: 'Import 2 truck types' }).click()
  await expect(page.getByRole('heading', { name: '2 truck types imported' })).toBeVisible()
  const admin = await person('ADMIN')
  expect((await admin.one('truck_type', 'name:eq:bulker 12 wheels')).version).toBe(2)
})

test('a file that cannot be taken says what is wrong with it', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/import/truck_type')
  for (const [file, words] of [
    ['wrong-headings.csv', 'Colour is not a column of truck types'],
    ['wrong-headings.csv', 'The column Wheels appears twice'],
    ['wrong-headings.csv', 'The column Largest load (kg) is missing'],
    ['half-written.xlsx', 'The file is not a complete XLSX workbook'],
  ] as const) {
    await choose(page, file)
    await expect(page.getByRole('alert')).toContainText(words)
  }
  await page.goto('/import/vehicle')
  await page.getByRole('button', { name: 'Paste rows' }).click()
  await page
    .getByRole('textbox', { name: /Rows copied from a spreadsheet/ })
    .fill('Registration number\tTruck type\tOwner\tCapacity\nMH12QQ1234\tNo such truck\tOwn\t9000')
  await page.getByRole('button', { name: 'Preview rows' }).click()
  await expect(page.getByRole('heading', { name: /good|do not match yet/ })).toBeVisible()
})

test('another program’s columns are matched once, and a wrong cell is corrected where it is shown', async ({
  as,
  person,
}) => {
  const page = await as('ADMIN')
  const brought = (name: string, rows: string[]) =>
    page.getByLabel('CSV or XLSX file').setInputFiles({
      name: 'lorries.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Lorry,Tyres,GVW,Bed,Colour', ...rows, `${name},12,16000,9000,red`].join('\n')),
    })
  await page.goto('/import/truck_type')
  await brought('Half body 12 tyres', ['Flat bed 14 tyres,fourteen,25000,12000,blue'])
  await expect(page.getByRole('alert')).toContainText('Lorry is not a column of truck types')
  const columns = page.getByRole('table', { name: 'Columns of the file' })
  await expect(columns.getByRole('row', { name: /^Lorry/ })).toContainText('Flat bed 14 tyres, Half body 12 tyres')
  const use = page.getByRole('button', { name: 'Use these columns' })
  await expect(page.getByText('Not matched yet: Name, Wheels, Largest load (kg), Longest piece (mm)')).toBeVisible()
  for (const [head, column] of [
    ['Lorry', 'Name'],
    ['Tyres', 'Wheels'],
    ['GVW', 'Largest load (kg)'],
    ['Bed', 'Longest piece (mm)'],
  ] as const) {
    await page.getByRole('combobox', { name: `Column for ${head}` }).fill(column)
    await page.getByRole('option', { name: column, exact: true }).click()
  }
  await use.click()
  await expect(page.getByRole('heading', { name: '1 good, 1 to fix' })).toBeVisible()
  const cell = problems(page).getByRole('textbox', { name: 'Wheels, row 2' })
  await expect(cell).toHaveValue('fourteen')
  await cell.fill('14')
  await page.getByRole('button', { name: 'Check 1 corrected cell' }).click()
  await expect(page.getByRole('heading', { name: '2 rows, no errors' })).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 truck types' }).click()
  await expect(page.getByRole('heading', { name: '2 truck types imported' })).toBeVisible()
  const admin = await person('ADMIN')
  const made = await admin.doc('truck_type', (await admin.one('truck_type', 'name:eq:flat bed 14 tyres')).id)
  expect(made.record).toMatchObject({ wheels: 14, max_g: 25_000_000 })

  // The next file with these headings is matched already.
  await page.reload()
  await brought('Half body 10 tyres', [])
  await expect(page.getByRole('combobox', { name: 'Column for GVW' })).toHaveValue('Largest load (kg)')
  await use.click()
  await expect(page.getByRole('heading', { name: '1 row, no errors' })).toBeVisible()
})

test('a list leaves as a file with the rows of its filter', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/trucktypemaster?q=LCV')
  await page.getByRole('button', { name: 'Export, import' }).click()
  const csv = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export filtered rows as CSV' }).click()
  const text = await textOf(await csv)
  expect(text).toContain('Name,Wheels,Largest load (kg),Longest piece (mm),Body,Document status')
  expect(
    text
      .trim()
      .split('\r\n')
      .slice(1)
      .every((line) => line.startsWith('LCV')),
  ).toBe(true)
  await page.getByRole('button', { name: 'Export, import' }).click()
  const xlsx = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export filtered rows as XLSX' }).click()
  expect((await xlsx).suggestedFilename()).toBe('truck-types.xlsx')
})

test('who may not write is offered no import', async ({ as }) => {
  const page = await as('AUDIT')
  await page.goto('/trucktypemaster')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Export filtered rows as CSV' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Import from a file' })).toHaveCount(0)
  await page.goto('/import/truck_type')
  await expect(page.getByText(/do not have access/)).toBeVisible()
})
