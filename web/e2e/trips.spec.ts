// Trips: goods that no trip takes are planned, leave, are handed over without the server, and the freight is settled.
import type { Page } from '@playwright/test'
import { paths } from '../src/docs/paths'
import type { DocView } from '../src/core/types.gen'
import type { UntrippedGoods } from '../src/net/answers.gen'
import type { Person } from './support/api'
import { onTheRoad, stopsOf } from './support/given'
import { inPage, play, waitingOf } from './support/rounds'
import { expect, test } from './support/test'
import { choose } from './support/walked'

const PHONE = { width: 390, height: 844 }
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

type Goods = UntrippedGoods['rows'][number]

const reach = (page: Page) => page.locator('header [role=status]').first()
const form = (page: Page, name: string) => page.getByRole('form', { name })
const actions = (page: Page) => page.getByRole('region', { name: 'Actions' })
const submit = (page: Page, name: string) => form(page, name).locator('button[type=submit]').click()

/** A step of the bar, through its box. */
async function step(page: Page, name: string) {
  await actions(page)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()
  await page.getByRole('dialog').locator('button[type=submit]').click()
}

const OVER = new Set(['Cancelled', 'Closed', 'Freight Settled'])

/** Two loadings that one transporter's vehicle on no trip took away, both invoiced, which it carries at once. */
async function loaded(admin: Person): Promise<{ goods: Goods[]; vehicle: DocView }> {
  const { rows } = await admin.get<UntrippedGoods>('/api/trip/untripped')
  const out = rows.filter((row) => row.type === 'loading' && row.out && row.vehicle_no)
  for (const no of new Set(out.map((row) => row.vehicle_no!))) {
    const vehicle = await admin.doc('vehicle', (await admin.one('vehicle', `reg_no:eq:${no}`)).id)
    const { rows: trips } = await admin.list('trip', [`vehicle:eq:${vehicle.id}`])
    if (trips.some(({ status }) => !OVER.has(status))) continue
    const { vendor, capacity_g: most, insurance_to: insured } = vehicle.record
    const goods: Goods[] = []
    for (const row of out.filter((one) => one.vehicle_no === no)) {
      const { record } = await admin.doc('loading', row.id)
      const invoice = record.invoice ? await admin.doc('invoice', String(record.invoice)) : null
      const weight = goods.reduce((sum, one) => sum + one.weight_g, row.weight_g)
      const counted = row.pcs >= 20 && weight <= Number(most)
      if (invoice?.status === 'Posted' && counted && goods.length < 2) goods.push(row)
    }
    if (vendor && String(insured) > '2027' && goods.length === 2) return { goods, vehicle }
  }
  throw new Error('no vehicle took two invoiced loadings that no trip has')
}

async function sign(page: Page) {
  await page.getByRole('button', { name: 'Sign on this screen' }).click()
  const box = (await page.getByRole('img', { name: 'Sign here' }).boundingBox())!
  await page.mouse.move(box.x + 40, box.y + 120)
  await page.mouse.down()
  for (const [x, y] of [
    [90, 60],
    [140, 140],
    [200, 70],
    [260, 130],
  ] as const)
    await page.mouse.move(box.x + x, box.y + y)
  await page.mouse.up()
  await page.getByRole('button', { name: 'Keep signature' }).click()
  await expect(page.getByRole('img', { name: 'Signature', exact: true })).toBeVisible()
}

async function photograph(page: Page) {
  const chosen = page.waitForEvent('filechooser')
  await page
    .getByRole('region', { name: /^Photos/ })
    .getByRole('button', { name: 'Add' })
    .click()
  await (await chosen).setFiles({ name: 'signed.png', mimeType: 'image/png', buffer: PNG })
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
}

test(
  'a trip of several loadings leaves, is short at one stop without the server, and its freight is settled',
  { tag: '@smoke' },
  async ({ as, person }) => {
    test.slow()
    const admin = await person('ADMIN')
    const { goods, vehicle } = await loaded(admin)
    const [first, second] = goods as [Goods, Goods]
    const no = String(vehicle.record.reg_no)

    const desk = await as('LOGI')
    await desk.goto(paths.add('trip'))
    await desk.getByRole('searchbox', { name: 'Search the goods' }).fill(no)
    const offered = desk.getByRole('list', { name: 'Goods that no trip takes yet' })
    for (const { no: number, party } of goods)
      await offered.getByRole('button', { name: `Add ${number} for ${party}` }).click()
    const stops = desk.getByRole('list', { name: 'Stops of the trip' }).getByRole('listitem')
    await expect(stops).toHaveCount(2)
    await desk.getByRole('combobox', { name: 'Vehicle', exact: true }).fill(no)
    await desk.getByRole('option', { name: no }).first().click()
    // A moment is a day, written as all days are, and a time beside it.
    await desk.getByRole('textbox', { name: 'Leaves', exact: true }).fill('11-01-2027')
    await desk.getByLabel('Leaves, time').fill('09:00')
    await expect(desk.getByRole('region', { name: 'Vehicle fill' })).toContainText('%')
    // By keys, the stop that was added last is called at first.
    await desk.getByRole('button', { name: 'Move stop 2' }).press('Alt+ArrowUp')
    await expect(stops.first()).toContainText(second.no)
    const freight = desk.getByRole('region', { name: 'Freight' })
    await choose(desk, 'Freight basis', 'Trip')
    await freight.getByRole('textbox', { name: 'Freight rate' }).fill('12000')
    await choose(desk, 'GST on the freight', 'Reverse charge')
    const overhang = desk.getByRole('textbox', { name: 'Overhang' })
    if (await overhang.isVisible()) await overhang.fill('Tied twice, red flag at the end')
    await desk.getByRole('button', { name: /^Save trip/ }).click()
    await expect(desk).toHaveURL(/\/logistics\/view\//)
    const id = desk.url().split('/').at(-1)!

    await step(desk, 'Vehicle is here')
    await expect(form(desk, 'Dispatch')).toBeVisible()
    await submit(desk, 'Dispatch')
    await expect.poll(async () => (await admin.doc('trip', id)).status).toBe('Dispatched')

    const phone = await as('LOGI', { viewport: PHONE })
    await phone.goto(paths.handOver(String(second.order)))
    const stop = phone.getByRole('region', { name: 'Stop 1' })
    await stop.getByRole('button', { name: 'Hand over' }).click()
    await phone.context().setOffline(true)
    await expect(reach(phone)).toContainText('Offline')
    await stop.getByRole('textbox', { name: 'Received by' }).fill('Mahesh Kulkarni')
    await submit(phone, 'Hand over')
    await expect(stop.getByText('Take a photo of the signed copy, or let the receiver sign')).toBeVisible()
    await stop.getByRole('button', { name: 'Some are missing' }).first().click()
    await stop.getByRole('textbox', { name: 'Short pieces' }).fill('2')
    await choose(phone, 'Shortage', 'They come back: sales return')
    await photograph(phone)
    await sign(phone)
    await submit(phone, 'Hand over')
    await expect(phone.getByRole('link', { name: '1 unsent change' })).toBeVisible()
    await expect(stop).toContainText('Hand over: queued. It will be sent when you are online.')
    await expect(stop.getByRole('button', { name: 'Hand over' }), 'it is not handed over twice').toHaveCount(0)
    await phone.context().setOffline(false)
    await expect(phone.getByRole('link', { name: 'No unsent changes' })).toBeVisible()
    await expect(stop.getByText('Partly delivered')).toBeVisible()

    const partly = (await admin.doc('trip', id)).record.stops as Record<string, string | number>[]
    expect(partly[0]).toMatchObject({ state: 'partly', short_pcs: 2, received_by: 'Mahesh Kulkarni' })
    const back = await admin.doc('sales_return', String(partly[0]!.sales_return))
    expect([back.status, (back.record.lines as { pcs: number }[]).map(({ pcs }) => pcs)]).toEqual(['Draft', [2]])
    for (const file of [partly[0]!.signature, ...(partly[0]!.photos as unknown as string[])])
      expect((await admin.bytes(`/api/files/${file}`, 'image/png')).length).toBeGreaterThan(0)

    await phone.goto(paths.handOver(String(first.order)))
    await phone.getByRole('region', { name: 'Stop 2' }).getByRole('button', { name: 'Hand over' }).click()
    await form(phone, 'Hand over').getByRole('textbox', { name: 'Received by' }).fill('S. Reddy')
    await photograph(phone)
    await submit(phone, 'Hand over')
    await expect(phone.getByRole('region', { name: 'Notices' })).toContainText(/, stop 2: Hand over/i)
    await expect(phone.getByRole('region', { name: 'Stop 2' }).getByText('Delivered', { exact: true })).toBeVisible()

    await desk.goto(paths.view('trip', id))
    await submit(desk, 'Close the trip')
    await expect.poll(async () => (await admin.doc('trip', id)).status).toBe('Closed')
    const accounts = await as('ACC')
    await accounts.goto(paths.view('trip', id))
    await form(accounts, 'Settle the freight').getByRole('textbox', { name: "Transporter's bill" }).fill('GR/17')
    await choose(accounts, 'Balance paid by', 'Bank transfer')
    await form(accounts, 'Settle the freight').getByRole('textbox', { name: 'UTR' }).fill('UTR000041177')
    await submit(accounts, 'Settle the freight')
    await expect(accounts.getByText('Freight Settled', { exact: true }).first()).toBeVisible()
    await expect(accounts.getByRole('region', { name: 'Freight' })).toContainText('12,000.00')
  },
)

test('what waited at a stop and was refused is opened with what was typed, corrected and sent', async ({
  as,
  person,
}) => {
  test.slow()
  const admin = await person('ADMIN')
  const { id } = await onTheRoad(admin)
  const path = paths.view('trip', id)
  const said: [string, string] = ['remarks', 'Remarks']
  const at = (stop: number, button: string, more?: (page: Page) => Promise<unknown>) => async (page: Page) => {
    await page
      .getByRole('region', { name: `Stop ${stop}` })
      .getByRole('button', { name: button })
      .click()
    await more?.(page)
  }
  const rounds = [
    inPage('trip reach', 'Reached', path, said, at(1, 'Reached')),
    inPage(
      'trip deliver',
      'Hand over',
      path,
      said,
      at(1, 'Hand over', async (page) => {
        await page.getByRole('textbox', { name: 'Received by' }).fill('Gate 2, Patil')
        await photograph(page)
      }),
    ),
    inPage(
      'trip refuse',
      'Refused by the receiver',
      path,
      said,
      at(2, 'Refused…', (page) => choose(page, 'Reason', 'Came too late')),
    ),
  ]
  const driver = await as('LOGI')
  const played: string[] = []
  for (const round of rounds) {
    await test.step(round.deed, () => play(driver, round))
    played.push(round.deed)
  }
  const states = stopsOf(await admin.doc('trip', id)).map(({ state }) => state)
  expect(states.slice(0, 2)).toEqual(['delivered', 'refused'])
  expect(played.sort()).toEqual(waitingOf(['trip']))
})
