// What a browser asks for: once for a click, nothing for its own change that comes back, and of another's only what is
// shown.
import type { Page } from '@playwright/test'
import { orderOf, prepare } from './support/story'
import { expect, test } from './support/test'

const BUYER = {
  name: 'Request Traders',
  gstin: '27AAECR1234M1ZA',
  stateCode: '27',
  pin: '411001',
  mobile: '9822012399',
}

/** The calls of a page, without the feed itself. */
function callsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/') && pathname !== '/api/changes')
      asked.push(`${request.method()} ${pathname}${search}`)
  })
  return asked
}

const count = (asked: string[], call: string | RegExp) =>
  asked.filter((one) => (typeof call === 'string' ? one === call : call.test(one))).length

/** Opened, told by the feed, and done with what it fetches ahead: the queue comes last of that. */
async function settled(page: Page, path: string, asked: string[]) {
  const stream = page.waitForResponse((response) => response.url().includes('/api/changes'))
  await page.goto(path)
  await stream
  await expect.poll(() => count(asked, 'GET /api/queue')).toBeGreaterThanOrEqual(2)
  await page.evaluate(() => {
    const told: number[] = []
    Object.assign(globalThis, { told })
    new BroadcastChannel('godown.live').onmessage = ({ data }: MessageEvent<{ told?: { seq: number } }>) => {
      if (data.told) told.push(data.told.seq)
    }
  })
}

/** The feed has told this page of an entry. */
async function toldOf(page: Page, seq: number) {
  await page.waitForFunction((at) => (globalThis as unknown as { told: number[] }).told.some((one) => one >= at), seq)
}

test('an approve click asks once, and what comes back of it asks for nothing', async ({ as, person, server }) => {
  const goods = await prepare(server.url, person, BUYER, '5150')
  const order = await orderOf(server.url, person, goods, 'BM Approval Pending')
  const page = await as('BM')
  const asked = callsOf(page)
  await settled(page, `/order/bmApproval/${order.id}`, asked)
  const approve = page
    .getByRole('region', { name: 'Actions' })
    .getByRole('button', { name: /^Approve/ })
    .first()
  await expect(approve).toBeEnabled()
  asked.length = 0
  const answer = page.waitForResponse((response) => response.url().endsWith(`/api/docs/order/${order.id}/approve`))
  await approve.click()
  const seq = Number((await answer).headers()['godown-seq'])
  expect(seq).toBeGreaterThan(0)
  await toldOf(page, seq)
  // Another's change of another order: once the queue was asked for again, what came before it was looked at.
  const admin = await person('ADMIN')
  // One that the branch manager sees too.
  const seen = await (await person('BM')).one('order', 'status:eq:Waiting for Loading')
  const other = await admin.doc('order', seen.id)
  await admin.act(other, 'comment', { remarks: 'Is it on its way?' })
  await expect.poll(() => count(asked, 'GET /api/queue')).toBeGreaterThanOrEqual(2)
  expect(count(asked, `POST /api/docs/order/${order.id}/approve`)).toBe(1)
  expect(count(asked, new RegExp(`^GET /api/docs/order/${order.id}`))).toBe(0)
  expect(count(asked, 'GET /api/menu')).toBe(0)
})

test("another's commit makes a page ask for what it shows of it alone", async ({ as, person }) => {
  const admin = await person('ADMIN')
  const page = await as('ADMIN')
  const asked = callsOf(page)
  await settled(page, '/trucktypemaster', asked)
  await expect(page.getByRole('grid').getByRole('link', { name: 'LCV 14 ft' })).toBeVisible()
  asked.length = 0
  // Nothing of a country is shown here.
  await admin.create('country', { name: 'Nepal', iso2: 'NP' })
  const truck = { name: 'Aac low bed', wheels: 22, max_g: 40_000_000, max_length_mm: 12_000 }
  await admin.create('truck_type', truck)
  await expect(page.getByRole('button', { name: '1 new, show' })).toBeVisible()
  expect(count(asked, /^GET \/api\/docs\/truck_type\?/)).toBe(1)
  expect(count(asked, 'GET /api/queue')).toBe(0)
  expect(count(asked, 'GET /api/menu')).toBe(0)
  // An order can wait for somebody: the queue is shown on every page.
  const waiting = await admin.doc('order', (await admin.one('order', 'status:eq:BM Approval Pending')).id)
  await admin.act(waiting, 'comment', { remarks: 'Looked at' })
  await expect.poll(() => count(asked, 'GET /api/queue')).toBe(1)
  expect(count(asked, 'GET /api/menu')).toBe(0)
})
