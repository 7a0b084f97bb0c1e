// Photos without the server: made smaller, kept on the phone with the change that names them, and sent once.
import { peopleAt } from './support/api'
import { photoOf } from './support/photo'
import { startServer, type Server } from './support/server'
import { LINE, narrow, orderOf, prepare } from './support/story'
import { expect, installed, test } from './support/test'
import { chooseTruck, weigh } from './support/weighbridge'
import type { Browser, Page } from '@playwright/test'

const PHONE = { width: 390, height: 844 }
const BUYER = { name: 'Joshi Steels', gstin: '27AABFT1234K1Z9', stateCode: '27', pin: '411001', mobile: '9822012388' }

let server: Server
const { person, forget } = peopleAt(() => server)
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.end())

const enter = (browser: Browser) => installed(browser, server.url, 'YARD', { viewport: PHONE })

const photos = (page: Page) => page.getByRole('region', { name: 'Slip and vehicle' })

test('a loading and its photos made without the server outlive a reload, and are there once when it is back', async ({
  browser,
}) => {
  await narrow(server.url, ['SALES', 'BM', 'PCT', 'CREDIT', 'YARD'])
  const goods = await prepare(server.url, person, BUYER, '6612')
  const order = await orderOf(server.url, person, goods, 'Waiting for Loading')
  const page = await enter(browser)
  await page.goto(`/yard/yardview/${order.id}`)
  const pieces = page.getByRole('textbox', { name: `Pieces from ${goods.batch}` })
  await expect(pieces).toBeVisible()
  await pieces.fill(String(LINE.pcs))
  await page.getByRole('button', { name: 'To the weighbridge' }).click()
  await chooseTruck(page, goods)
  await page.getByRole('textbox', { name: 'Weighbridge slip' }).fill('W1-6612')
  await weigh(page, /^Tare/, '8000')
  await weigh(page, /^Gross/, '9021')
  await server.stop()
  await expect(page.getByRole('banner').getByRole('status')).toContainText('Offline')
  for (const [at, seed] of [4_711, 815].entries()) {
    const large = Buffer.from(await photoOf(page, seed), 'base64')
    expect(large.length).toBeGreaterThan(600 * 1024)
    const chosen = page.waitForEvent('filechooser')
    await photos(page).getByRole('button', { name: 'Add' }).click()
    // The phone asks whether it is the camera or the gallery.
    await expect(photos(page).locator('input[type=file]')).not.toHaveAttribute('capture')
    await (await chosen).setFiles({ name: `IMG_${seed}.jpg`, mimeType: 'image/jpeg', buffer: large })
    await expect(photos(page).getByText('Waits to be sent')).toHaveCount(at + 1)
  }
  await page.reload()
  await expect(photos(page).getByRole('img')).toHaveCount(2)
  await expect(photos(page).getByText('Waits to be sent')).toHaveCount(2)
  await page.getByRole('button', { name: 'Save loading' }).click()
  await expect(page).toHaveURL(`/order/view/${order.id}`)
  await expect(page.getByRole('link', { name: '1 unsent change' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: '1 unsent change' })).toBeVisible()
  await server.start()
  forget()
  await expect(page.getByRole('link', { name: 'No unsent changes' })).toBeVisible()
  const yard = await person('YARD')
  const loadings = await yard.list('loading', [`order:eq:${order.id}`])
  expect(loadings.total).toBe(1)
  const loading = await yard.doc('loading', loadings.rows[0]!.id)
  expect(loading.status).toBe('Posted')
  const ids = loading.record.photos as string[]
  expect(new Set(ids).size).toBe(2)
  for (const id of ids) {
    const bytes = await yard.bytes(`/api/files/${id}`, 'image/jpeg')
    expect(bytes.length).toBeLessThanOrEqual(600 * 1024)
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  }
  await page.goto(`/order_loaded/view/${loading.id}`)
  await expect(page.getByRole('region', { name: 'Photos' }).getByRole('img')).toHaveCount(2)
  await page.context().close()
})

test('a photo that the server refuses says why, and the change that names it waits to be corrected', async ({
  browser,
}) => {
  const yard = await person('YARD')
  const order = await yard.one('order', 'status:eq:Waiting for Loading')
  const page = await enter(browser)
  await page.goto(`/yard/yardview/${order.id}?at=weigh`)
  await expect(photos(page)).toBeVisible()
  const chosen = page.waitForEvent('filechooser')
  await photos(page).getByRole('button', { name: 'Add' }).click()
  const bytes = Buffer.from('this is no picture at all')
  await (await chosen).setFiles({ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: bytes })
  await expect(photos(page).getByRole('status')).toHaveText('Only PDF, JPG, PNG and XLSX files are accepted')
  await page.getByRole('button', { name: 'Keep draft' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('notes.jpg: Only PDF, JPG, PNG and XLSX')
  await photos(page).getByRole('button', { name: 'Remove photo 1' }).click()
  await expect(photos(page).getByRole('img')).toHaveCount(0)
  await page.context().close()
})
