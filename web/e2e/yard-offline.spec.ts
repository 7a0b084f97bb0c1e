// The yard without a network from a cold start: an order that was never opened on this phone is loaded, with photos.
import { peopleAt } from './support/api'
import { keptOn } from './support/kept'
import { photoOf } from './support/photo'
import { startServer, type Server } from './support/server'
import { narrow, orderOf, prepare } from './support/story'
import { expect, go, installed, test } from './support/test'
import { fillLoading } from './support/weighbridge'

const PHONE = { width: 390, height: 844 }
const BUYER = { name: 'Joshi Steels', gstin: '27AABFT1234K1Z9', stateCode: '27', pin: '411001', mobile: '9822012388' }
const EIGHT_MB = 8 * 1024 * 1024

let server: Server
const { person, forget } = peopleAt(() => server)
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.end())

test('the orders and the stock open without the server on a phone that never opened them', async ({ browser }) => {
  const first = await installed(browser, server.url, 'YARD', { viewport: PHONE })
  await expect
    .poll(() => keptOn(first))
    .toEqual(expect.arrayContaining(['/api/docs/order?limit=50', '/api/stock?&limit=60&offset=0']))
  const context = first.context()
  await server.stop()
  await first.close()
  const page = await context.newPage()
  await page.goto('/order')
  await expect(page.getByText(/ORD\/PN\//).first()).toBeVisible()
  await page.goto('/ViewStock')
  await expect(page.getByRole('heading', { level: 1, name: 'View stock' })).toBeVisible()
  await expect(page.getByText(/pcs · [\d.]+ MT/).first()).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await context.close()
  await server.start()
  forget()
})

test('the very tab that signed in first opens its other pages without the server', async ({ browser }) => {
  const page = await installed(browser, server.url, 'YARD', { viewport: PHONE })
  await expect.poll(() => page.evaluate(() => !!navigator.serviceWorker.controller)).toBe(true)
  await expect.poll(() => keptOn(page)).toEqual(expect.arrayContaining(['/api/stock?&limit=60&offset=0']))
  await server.stop()
  await go(page, '/ViewStock')
  await expect(page.getByRole('heading', { level: 1, name: 'View stock' })).toBeVisible()
  await expect(page.getByText(/pcs · [\d.]+ MT/).first()).toBeVisible()
  await page.context().close()
  await server.start()
  forget()
})

test('an order never opened before is loaded without the server from a cold start, with two photos of 8 MB', async ({
  browser,
}) => {
  await narrow(server.url, ['SALES', 'BM', 'PCT', 'CREDIT', 'YARD'])
  const goods = await prepare(server.url, person, BUYER, '6612')
  const order = await orderOf(server.url, person, goods, 'Waiting for Loading')
  const first = await installed(browser, server.url, 'YARD', { viewport: PHONE })
  const { lines, yard } = (await (await person('YARD')).doc('order', order.id)).record as {
    lines: { sku: string }[]
    yard: string
  }
  const stock = `/api/stock?${new URLSearchParams([
    ['limit', '500'],
    ['yard', yard],
    ['sku', lines[0]!.sku],
  ])}`
  await expect.poll(() => keptOn(first)).toEqual(expect.arrayContaining([stock, `/api/docs/order/${order.id}`]))
  const context = first.context()
  const photos = [await photoOf(first, 4_711), await photoOf(first, 815)].map((taken) => {
    const bytes = Buffer.from(taken, 'base64')
    return Buffer.concat([bytes, Buffer.alloc(EIGHT_MB - bytes.length)])
  })
  await server.stop()
  await first.close()

  const page = await context.newPage()
  await fillLoading(page, order.id, goods, 'W1-6612', ['8000', '9021'])
  const slip = page.getByRole('region', { name: 'Slip and vehicle' })
  for (const [at, buffer] of photos.entries()) {
    const chosen = page.waitForEvent('filechooser')
    await slip.getByRole('button', { name: 'Add' }).click()
    await (await chosen).setFiles({ name: `IMG_${at}.jpg`, mimeType: 'image/jpeg', buffer })
    await expect(slip.getByText('Waits to be sent')).toHaveCount(at + 1)
  }
  await page.getByRole('button', { name: 'Save loading' }).click()
  await expect(page.getByRole('link', { name: '1 unsent change' })).toBeVisible()

  await server.start()
  forget()
  await expect(page.getByRole('link', { name: 'No unsent changes' })).toBeVisible()
  const man = await person('YARD')
  const loadings = await man.list('loading', [`order:eq:${order.id}`])
  expect(loadings.total).toBe(1)
  const loading = await man.doc('loading', loadings.rows[0]!.id)
  expect(loading.status).toBe('Posted')
  const ids = loading.record.photos as string[]
  expect(new Set(ids).size).toBe(2)
  for (const id of ids) expect((await man.bytes(`/api/files/${id}`, 'image/jpeg')).length).toBeLessThan(600 * 1024)
  await context.close()
})
