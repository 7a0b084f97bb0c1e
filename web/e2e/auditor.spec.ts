// The auditor's folder: opened from a disk without a server or a network, read, checked, and altered.
import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, type Page } from '@playwright/test'
import { MADE, binary } from './support/server'

// The check of every file is the one thing here that takes long: code that is compiled for speed pays.
test.use({
  launchOptions: async ({ launchOptions }, give) =>
    give({ ...launchOptions, args: launchOptions.args?.filter((flag) => !flag.startsWith('--js-flags')) }),
})

let place: string
let folder: string
let seal: string

test.beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'godown-auditor-'))
  folder = join(place, 'USB stick', 'Books 2026-27')
  const data = join(place, 'data')
  await cp(process.env[MADE]!, data, { recursive: true })
  const args = ['--data', data, 'export', folder, '--auditor', '2026-04-01', '2027-03-31']
  const said = execFileSync(binary, args, { encoding: 'utf8', env: { ...process.env, GODOWN_LOG: 'warn' } })
  seal = /seal ([0-9a-f]{64})/.exec(said)![1]!
  await rm(data, { recursive: true })
})

test.afterAll(() => rm(place, { recursive: true, force: true }))

async function open(page: Page, hash = '') {
  await page.context().setOffline(true)
  // The same address again would load nothing anew.
  await page.goto('about:blank')
  await page.goto(pathToFileURL(join(folder, 'index.html')).href + hash)
}

/** The answer of the page's own check of every file. */
async function compared(page: Page, asked = '') {
  await open(page, '#check')
  await page.getByLabel('The seal as it was told to you').fill(asked)
  await page.getByLabel('This folder').setInputFiles(folder)
  const outcome = page.getByRole('status', { name: 'Outcome of the files' })
  await expect(outcome).toContainText('The seal that follows from these files')
  return outcome
}

test('an auditor reads the books and follows them to a document and its history', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const failed: string[] = []
  page.on('pageerror', (error) => failed.push(error.message))
  await open(page)
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
  await page.getByRole('link', { name: 'Trial balance' }).click()
  const balance = page.getByRole('table', { name: 'Trial balance' })
  const total = balance.getByRole('row', { name: /^Total/ }).getByRole('cell')
  await expect(total.nth(2)).toHaveText(/^₹[\d,]+\.\d\d$/)
  expect(await total.nth(2).innerText()).toBe(await total.nth(3).innerText())
  await balance.getByRole('link', { name: 'Customers' }).click()
  await page.getByRole('table', { name: 'Customers' }).getByRole('link').first().click()
  await expect(page.getByRole('cell', { name: 'Closing balance' })).toBeVisible()
  await page
    .getByRole('link', { name: /^Invoice / })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 2 })).toContainText('Invoice')
  const history = page.getByRole('list', { name: 'History' })
  await expect(history).toContainText(/Entry \d+, [0-9a-f]{64}/)
  await page.getByRole('link', { name: 'Day book' }).click()
  await expect(page.getByRole('table', { name: 'Day book' }).getByRole('row').nth(1)).toContainText('04-2026')
  expect(failed).toEqual([])
  expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([])
})

test('an auditor finds a document by what is typed, with its lines, its steps and its attachment', async ({ page }) => {
  await open(page, '#docs/inward')
  const list = page.getByRole('table')
  const first = list.getByRole('link').first()
  const number = await first.innerText()
  await page.getByRole('searchbox', { name: 'Search' }).fill(number.toLowerCase())
  await expect(page.getByRole('status')).toContainText('1 of 1')
  await list.getByRole('link', { name: number }).first().click()
  await expect(page.getByRole('heading', { level: 2 })).toContainText(number)
  await expect(page.getByRole('table', { name: 'Lines' })).toBeVisible()
  const steps = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(steps.first()).toContainText(/by .+, \d\d-\d\d-\d{4}/)
})

test('the entries follow from one another, and the page says what is proven and what is not', async ({ page }) => {
  await open(page, '#check')
  await page.getByRole('button', { name: 'Follow the entries' }).click()
  const outcome = page.getByRole('status', { name: 'Outcome of the entries' })
  await expect(outcome).toContainText('The entries follow from one another')
  await expect(outcome).toContainText('none was altered, left out, added or moved')
  await expect(outcome).toContainText('godown verify --head')
  const files = await compared(page, seal)
  await expect(files).toContainText('as they were sealed')
  await expect(files).toContainText(seal)
  await expect(await compared(page, '0'.repeat(64))).toContainText('is not the seal that you were told')
})

test('one byte that was changed in any file is named', async ({ page }) => {
  const data = await readdir(join(folder, 'data'))
  const entries = data.filter((name) => name.startsWith('entries-')).toSorted()
  const [attachment] = await readdir(join(folder, 'files'))
  const changed = [
    `data/${entries.at(-1)}`,
    data.filter((name) => name.startsWith('list-order-')).map((name) => `data/${name}`)[0]!,
    `files/${attachment}`,
    'page/page.js',
    'page/rules.js',
    'SHA256SUMS',
    'SEAL.txt',
  ]
  for (const name of changed) {
    const path = join(folder, name)
    const before = await readFile(path)
    const after = Buffer.from(before)
    // Within a comment of the page, or a text: what is changed still runs.
    const at = name.startsWith('page/page')
      ? 3
      : name === 'page/rules.js'
        ? before.indexOf('/**') + 5
        : before.length >> 1
    after[at]! ^= 1
    await writeFile(path, after)
    const named = await compared(page)
    await expect(named.getByRole('listitem')).toHaveCount(1)
    await expect(named.getByRole('listitem').locator('code')).toHaveText(name)
    await writeFile(path, before)
  }
  const path = join(folder, `data/${entries.at(-1)}`)
  const before = await readFile(path, 'utf8')
  await writeFile(
    path,
    before.replace(/"time":(\d)/, (_, digit: string) => `"time":${(Number(digit) + 1) % 10}`),
  )
  await open(page, '#check')
  await page.getByRole('button', { name: 'Follow the entries' }).click()
  const outcome = page.getByRole('status', { name: 'Outcome of the entries' })
  await expect(outcome).toContainText(`data/${entries.at(-1)} was changed`)
  await expect(outcome).toContainText('does not follow from the one before it')
  await writeFile(path, before)
})
