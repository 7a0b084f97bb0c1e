// The audit page: who did what when, as a file too, and the proof that this browser works out.
import { readFile } from 'node:fs/promises'
import { expect, test } from './support/test'

test('an administrator finds who did what, and takes it away as a file', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const made = await admin.create('country', { name: 'Bhutan of the audit', iso2: 'QB' })
  await admin.save(made, { dial: '+975' })
  const page = await as('ADMIN')
  await page.goto(`/audit?type=country&id=${made.id}`)
  const rows = page.getByRole('region', { name: 'Entries' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText('Changed')
  await expect(rows.nth(2)).toContainText('Made')
  await expect(rows.nth(2).getByRole('link', { name: 'Bhutan of the audit' })).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  const waiting = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Filtered entries as CSV' }).click()
  const file = await (await waiting).path()
  const lines = (await readFile(file, 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('Bhutan of the audit')
})

test('the browser follows the chain itself, and names the entry that somebody altered', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/audit')
  const [check, outcome] = [
    page.getByRole('button', { name: 'Check the whole history' }),
    page.getByRole('status', { name: 'Outcome' }),
  ]
  await check.click()
  await expect(outcome).toContainText('This history is complete and unaltered')
  const hash = /[0-9a-f]{64}/.exec(await outcome.innerText())![0]

  await page.getByRole('textbox', { name: 'A hash that you noted earlier' }).fill(hash)
  await check.click()
  await expect(outcome).toContainText('The hash that you noted is that of entry')
  await page.getByRole('textbox', { name: 'A hash that you noted earlier' }).fill('0'.repeat(63) + '1')
  await check.click()
  await expect(outcome).toContainText('No entry has the hash that you noted')
  await page.getByRole('textbox', { name: 'A hash that you noted earlier' }).fill('')

  await page.route('**/api/audit/titles?since=0', async (route) => {
    const answer = await route.fetch()
    const lines = (await answer.text()).split('\n')
    lines[40] = lines[40]!.replace(/"time":\d/, '"time":9')
    await route.fulfill({ response: answer, body: lines.join('\n') })
  })
  await check.click()
  await expect(outcome).toContainText('Entry 42 does not follow from the one before it')
})

test('the audit opens to administrators alone', async ({ as, person }) => {
  const page = await as('BM')
  await page.goto('/audit')
  await expect(page.getByText('You do not have access')).toBeVisible()
  expect(await (await person('BM')).status('/api/audit')).toBe(403)
})
