// Live changes: what one person does, another sees without asking, in lists, documents and the queue.
import type { Page, Request } from '@playwright/test'
import { expect, test } from './support/test'

const TRUCK = { wheels: 22, max_g: 40_000_000, max_length_mm: 12_000 }

/** Open and told: from now on nothing is missed. */
async function followed(page: Page, path: string) {
  const stream = page.waitForResponse((response) => response.url().includes('/api/changes'))
  await page.goto(path)
  await stream
}

test('a list shows what another adds once it is asked to, and what they change where it stands', async ({
  as,
  person,
}) => {
  const admin = await person('ADMIN')
  const page = await as('ADMIN')
  await followed(page, '/trucktypemaster')
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('link', { name: 'LCV 14 ft' })).toBeVisible()
  const made = await admin.create('truck_type', { name: 'Aaa low bed', ...TRUCK })
  await page.getByRole('button', { name: '1 new, show' }).click()
  await expect(grid.getByRole('link', { name: 'Aaa low bed' })).toBeVisible()
  await admin.save(made, { name: 'Aaa low bed of 22 wheels' })
  await expect(grid.getByRole('link', { name: 'Aaa low bed of 22 wheels' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'new, show' })).toBeHidden()
})

test('a document that is open follows what another does with it', { tag: '@smoke' }, async ({ as, person }) => {
  const admin = await person('ADMIN')
  const made = await admin.create('truck_type', { name: 'Tanker', ...TRUCK })
  const page = await as('ADMIN')
  await followed(page, `/trucktypemaster?id=${made.id}`)
  const drawer = page.getByRole('dialog', { name: 'Tanker' })
  await expect(drawer.getByText('Active', { exact: true }).first()).toBeVisible()
  await admin.act(made, 'deactivate')
  await expect(drawer.getByText('Inactive', { exact: true }).first()).toBeVisible()
})

test('all tabs of a browser share one stream, and the next one listens when the first is closed', async ({
  as,
  person,
}) => {
  const admin = await person('ADMIN')
  const first = await as('ADMIN')
  const asked: Request[] = []
  first.context().on('request', (request) => {
    if (request.url().includes('/api/changes')) asked.push(request)
  })
  await followed(first, '/trucktypemaster')
  const second = await first.context().newPage()
  await second.goto('/trucktypemaster')
  await expect(second.getByRole('grid').getByRole('link', { name: 'LCV 14 ft' })).toBeVisible()
  const made = await admin.create('truck_type', { name: 'Aab trailer', ...TRUCK })
  await expect(second.getByRole('button', { name: '1 new, show' })).toBeVisible()
  expect(asked).toHaveLength(1)
  const next = second.waitForResponse((response) => response.url().includes('/api/changes'))
  await first.close()
  await next
  await second.getByRole('button', { name: '1 new, show' }).click()
  await admin.save(made, { name: 'Aab trailer, long' })
  await expect(second.getByRole('grid').getByRole('link', { name: 'Aab trailer, long' })).toBeVisible()
})
