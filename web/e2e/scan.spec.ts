// Labels printed and scanned: by the camera, by a scanner that types, and by two people at once.
import type { Page } from '@playwright/test'
import type { Labels } from '../src/core/types.gen'
import type { Person, Values } from './support/api'
import { typeIn } from './support/scanner'
import { LINE, orderOf, prepare, today, type Goods } from './support/story'
import { expect, pageOf, test } from './support/test'
import { chooseTruck, weigh } from './support/weighbridge'
import { cameraOn } from './support/video'

const PHONE = { width: 390, height: 844 }
const BUYER = { name: 'Patil Pipes', gstin: '27AABFT1234K1Z9', stateCode: '27', pin: '411001', mobile: '9822012399' }

let goods: Goods
/** It waits for all that the batch has. */
let order: string

test.beforeAll(async ({ server, person }) => {
  goods = await prepare(server.url, person, BUYER, '7731')
  order = (await orderOf(server.url, person, goods, 'Waiting for Loading')).id
})

async function labelsOf(who: Person, batchNo: string, query = 'size=100x50'): Promise<Labels> {
  const batch = await who.one('batch', `batch_no:eq:${batchNo}`)
  return who.get<Labels>(`/api/labels/batch/${batch.id}?${query}`)
}

/** What the label's QR code says. */
function textOf({ zpl }: Labels): string {
  const text = /\^FDQA,([^^]+)\^FS/.exec(zpl)?.[1]
  if (!text) throw new Error(`no code in ${zpl}`)
  return text.replaceAll(/_([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

const picked = (page: Page) => page.getByRole('textbox', { name: `Pieces from ${goods.batch}` })
const said = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('main').getByRole('status').filter({ hasText: text })).toBeVisible()

/** The truck, its slip and both weights, keyed on the weighbridge's own keys. */
async function weighed(page: Page, slip: string, [tare, gross]: [string, string]) {
  await chooseTruck(page, goods)
  await page.getByRole('textbox', { name: 'Weighbridge slip' }).fill(slip)
  await weigh(page, /^Tare/, tare)
  await weigh(page, /^Gross/, gross)
}

test('a rendered label is read by the camera and fills the line', async ({ server, person, as }) => {
  const yard = await person('YARD')
  const label = await labelsOf(yard, goods.batch)
  const drawing = await as('YARD')
  const camera = await cameraOn(drawing, label.pages[0]!)
  try {
    const page = await pageOf(camera.browser, server.url, yard, { viewport: PHONE, permissions: ['camera'] })
    const wrong: string[] = []
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
    await page.goto(`/yard/yardview/${order}`)
    await expect(picked(page)).toHaveValue('0')
    await page.getByRole('button', { name: 'Scan', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Scan a label' })).toBeVisible()
    await expect(picked(page)).toHaveValue(String(LINE.pcs))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await said(page, `${LINE.pcs} pcs of batch ${goods.batch}`)
    expect(wrong).toEqual([])
  } finally {
    await camera.end()
  }
})

test('a scanner that types fills the line from wherever the focus is, and spoils no field', async ({ person, as }) => {
  const yard = await person('YARD')
  const text = textOf(await labelsOf(yard, goods.batch))
  const page = await as('YARD', { viewport: PHONE })
  await page.goto(`/yard/yardview/${order}`)
  await expect(picked(page)).toHaveValue('0')
  await picked(page).fill('4')
  await picked(page).focus()
  await typeIn(page, text)
  await said(page, `32 pcs of batch ${goods.batch}`)
  await expect(picked(page)).toHaveValue(String(LINE.pcs))
  await typeIn(page, goods.batch)
  await said(page, `Batch ${goods.batch} is in this line already`)
  // On a button its Enter presses nothing.
  await page.getByRole('button', { name: 'To the weighbridge' }).focus()
  await typeIn(page, text)
  await expect(page).toHaveURL(/yardview/)
  await expect(picked(page)).toHaveValue(String(LINE.pcs))
  await typeIn(page, text.slice(0, -2))
  await said(page, 'This label is damaged and was not read whole')
  await typeIn(page, 'NOSUCH-001')
  await said(page, 'No batch has the number NOSUCH-001')
})

test('where no camera opens the number of a batch is typed in its place', async ({ as }) => {
  const page = await as('YARD', { viewport: PHONE })
  await page.goto(`/yard/yardview/${order}`)
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Scan a label' })
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Batch number' }).fill(goods.batch)
  await dialog.getByRole('button', { name: 'Find' }).click()
  await expect(dialog).toHaveCount(0)
  await said(page, new RegExp(`batch ${goods.batch}`, 'i'))
})

test('a label of other goods, of another yard or of none says why it fits no line', async ({ person, as }) => {
  const yard = await person('YARD')
  const { rows } = await (await person('ADMIN')).list('batch', ['status:eq:Closed'], 1)
  const other = await yard.get<{ rows: { batch_no: string; name: string; free_pcs: number }[] }>(
    `/api/stock?lies=free&limit=50`,
  )
  const page = await as('YARD', { viewport: PHONE })
  await page.goto(`/yard/yardview/${order}`)
  await expect(picked(page)).toBeVisible()
  const stranger = other.rows.find((row) => row.batch_no !== goods.batch && row.free_pcs > 0)!
  await typeIn(page, textOf(await labelsOf(yard, stranger.batch_no)))
  await said(page, `Batch ${stranger.batch_no} is ${stranger.name}. This loading takes ${goods.sku}`)
  const closed = rows[0]?.batch_no as string
  await typeIn(page, textOf(await labelsOf(await person('ADMIN'), closed)))
  await said(page, `Batch ${closed} was closed`)
})

test('of two people who scan one batch the second is told who was first, and keeps what they typed', async ({
  person,
  as,
}) => {
  const [yard, admin] = [await person('YARD'), await person('ADMIN')]
  const text = textOf(await labelsOf(yard, goods.batch))
  const page = await as('YARD', { viewport: PHONE })
  // The second does not hear of the first until they save.
  await page.route(/\/api\/changes/, (route) => route.abort())
  await page.goto(`/yard/yardview/${order}`)
  await expect(picked(page)).toBeVisible()
  await typeIn(page, text)
  await expect(picked(page)).toHaveValue(String(LINE.pcs))
  await page.getByRole('button', { name: 'To the weighbridge' }).click()
  await weighed(page, 'W7-7731', ['8000', '9021'])
  const [batch, vehicle] = [
    await admin.one('batch', `batch_no:eq:${goods.batch}`),
    await admin.one('vehicle', `reg_no:eq:${goods.vehicle}`),
  ]
  const driver = await admin.one('driver', `name:eq:${goods.driver}`)
  await admin.act(await admin.doc('order', order), 'load', {
    loading_record: {
      vehicle: vehicle.id,
      driver: driver.id,
      mobile: goods.mobile,
      slip_no: 'W8-7731',
      tare_g: 8_000_000,
      gross_g: 8_283_470,
      lines: [{ order_line: 0, batch: batch.id, pcs: 10, weight_g: 283_470 }],
    },
  })
  await page.getByRole('button', { name: 'Save loading' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(`was changed by ${admin.name}`)
  await expect(page.getByRole('button', { name: /^Gross/ })).toContainText('9,021')
  await page.getByRole('button', { name: 'Back to the lines' }).click()
  await expect(picked(page)).toHaveValue(String(LINE.pcs))
})

test('a much newer batch is loaded with a reason, which waits on the phone with its loading', async ({
  server,
  person,
  as,
}) => {
  const [purch, bm, admin] = [await person('PURCH'), await person('BM'), await person('ADMIN')]
  const { record } = await admin.doc('order', order)
  const { sku } = (record.lines as Values[])[0]!
  const made = await purch.create('additional_inward', {
    kind: 'opening_stock',
    date: await today(server.url),
    yard: record.yard,
    reason: 'OPENING',
    lines: [{ sku, pcs: 30, weight_g: 850_500, rate_paise: 5_500_000, in_since: '2026-04-01' }],
  })
  await bm.act(await purch.act(made, 'submit'), 'approve', { remarks: 'As counted' })
  const page = await as('YARD', { viewport: PHONE })
  await page.goto(`/yard/yardview/${order}`)
  const reason = page.getByRole('textbox', { name: 'Reason for the newer batch' })
  await picked(page).fill('3')
  await expect(reason).toBeVisible()
  // Without pieces of the newer batch nothing is asked.
  await picked(page).fill('0')
  await expect(reason).toHaveCount(0)
  await picked(page).fill('10')
  const other = page
    .getByRole('textbox', { name: /^Pieces from/ })
    .and(page.locator(`:not([aria-label$="${goods.batch}"])`))
  await other.first().fill('30')
  const over = page.getByRole('alert').filter({ hasText: /\d+ pcs more than the line has open/ })
  await page.getByRole('button', { name: 'To the weighbridge' }).click()
  await expect(over, 'said at the line').toBeInViewport()
  await other.first().fill('0')
  await picked(page).fill('3')
  await page.getByRole('button', { name: 'To the weighbridge' }).click()
  await expect(page.getByText('Give the reason before you go on')).toBeInViewport()
  await expect(reason).toBeFocused()
  await reason.fill('The older one lies below a stack of ten')
  await page.getByRole('button', { name: 'To the weighbridge' }).click()
  await weighed(page, 'W9-7731', ['8000', '8085'])
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save loading' }).click()
  await expect(page.getByText(/kept|waits/i).first()).toBeVisible()
  await page.context().setOffline(false)
  const reasons = async () => {
    const { rows } = await admin.list('loading', [`order:eq:${order}`], 10)
    const all = await Promise.all(rows.map((row) => admin.doc('loading', row.id)))
    return all.flatMap((one) => (one.record.lines as Values[]).map((line) => line.reason)).filter(Boolean)
  }
  await expect.poll(reasons).toEqual(['The older one lies below a stack of ten'])
})

test('labels are printed from a batch, in every size, and go to a label printer as a file', async ({ person, as }) => {
  const yard = await person('YARD')
  const batch = await yard.one('batch', `batch_no:eq:${goods.batch}`)
  const page = await as('YARD')
  await page.goto(`/batch/view/${batch.id}`)
  await page.getByRole('button', { name: 'Print labels' }).click()
  const dialog = page.getByRole('dialog', { name: 'Print labels' })
  await expect(dialog.getByText('1 label')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Size' }).click()
  await page.getByRole('option', { name: 'A4 sheet of 10' }).click()
  await dialog.getByRole('textbox', { name: 'Copies of each' }).fill('12')
  await expect(dialog.getByText('12 labels on 2 pages')).toBeVisible()
  await expect(page.locator('.label-pages img')).toHaveCount(2)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2)
  expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59[45][.\d]* 84[12]/)
  const wanted = await labelsOf(yard, goods.batch, 'size=a4&copies=12')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download ZPL' }).click(),
  ])
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).toString()).toBe(wanted.zpl)
  await dialog.getByRole('textbox', { name: 'Copies of each' }).fill('501')
  await expect(dialog.getByRole('alert')).toHaveText('Copies must be 1 to 500')
})

test('the stock is searched by a label, and a zone is looked into by its own', async ({ person, as }) => {
  const yard = await person('YARD')
  const zone = (await yard.list('zone', [], 1)).rows[0]!
  const page = await as('YARD')
  await page.goto('/ViewStock')
  await expect(page.getByRole('searchbox', { name: 'Search the stock' })).toBeVisible()
  await typeIn(page, textOf(await labelsOf(yard, goods.batch)))
  await expect(page.getByRole('searchbox', { name: 'Search the stock' })).toHaveValue(goods.batch)
  await typeIn(page, textOf(await yard.get<Labels>(`/api/labels/zone/${zone.id}`)))
  await expect(page).toHaveURL(new RegExp(`zone=${zone.id}`))
})
