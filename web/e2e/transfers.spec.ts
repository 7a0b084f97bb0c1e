// Transfers between yards: four people in four browsers, a short and damaged receipt, and every address of the pages.
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { ROUTES } from '../src/kit/routes'
import type { Person } from './support/api'
import { expect, go, test } from './support/test'

interface Route {
  path: string
  area: string
}

const ALL = JSON.parse(readFileSync(new URL('files/routes.json', import.meta.url), 'utf8')) as Route[]
const WALKED = ALL.filter((route) => route.area === 'transfer').map((route) => route.path)
const LOGINS = ['fromyard', 'logistic', 'toyard', 'account', 'admin']
const PHONE = { width: 390, height: 844 }
const NOBODY = '00000000-0000-4000-8000-000000000000'

const rowOf = (path: string) =>
  ROUTES.find((row) => row.path.replaceAll(/:\w+/g, ':') === path.replaceAll(/:\w+/g, ':'))

const heading = (page: Page, name: RegExp) => page.getByRole('heading', { level: 1, name })
const SHUT = /^(You do not have access|Page not found|Something went wrong)/

/** Goes there by way of a page that is none: what stands then is not the page before. */
async function open(page: Page, address: string) {
  await go(page, '/nowhere')
  await expect(heading(page, /^Page not found/)).toBeVisible()
  await go(page, address)
}

/** Two yards of the branch and a size of which the first can spare some. */
async function request(person: (id: string) => Promise<Person>, pcs: number) {
  const bm = await person('BM')
  const [from, to] = [await bm.one('yard', 'code:eq:PUN1'), await bm.one('yard', 'code:eq:PUN2')]
  const stock = await bm.get<{ rows: { sku: string; batch_no: string; free_pcs: number; reserved_pcs: number }[] }>(
    `/api/stock?yard=${from.id}&limit=500`,
  )
  const spare = stock.rows.find((row) => row.free_pcs - row.reserved_pcs > 4 * pcs)!
  const made = await bm.create('transfer', {
    from_yard: from.id,
    to_yard: to.id,
    need_by: '2099-12-31',
    lines: [{ sku: spare.sku, pcs }],
  })
  return bm.act(made, 'request')
}

test('every route of transfers has a row', () => {
  expect(WALKED).toHaveLength(13)
  expect(WALKED.filter((path) => !rowOf(path))).toEqual([])
})

test('every route of transfers opens in each of its lanes, and in no other', async ({ as, person }) => {
  test.setTimeout(300_000)
  const admin = await person('ADMIN')
  const transfer = await admin.one('transfer', 'status:eq:Requested')
  const draft = await admin.one('transfer', 'status:eq:Draft')
  const page = await as('ADMIN')
  await page.goto('/')
  for (const path of WALKED) {
    const id = rowOf(path)?.kind === 'edit' ? draft.id : transfer.id
    for (const login of path.includes(':logintype') ? LOGINS : ['']) {
      const address = path.replace(':logintype', login).replace(':orderid', id)
      await open(page, address)
      await expect(heading(page, SHUT), address).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible()
      await expect(page.getByRole('button', { name: 'Try again' }), address).toHaveCount(0)
    }
    if (!path.includes(':logintype')) continue
    await open(page, path.replace(':logintype', 'nobody').replace(':orderid', id))
    await expect(heading(page, /^Page not found/), path).toBeVisible()
  }
  for (const path of WALKED.filter((one) => one.includes(':orderid') && rowOf(one)?.kind === 'own')) {
    await open(page, path.replace(':logintype', 'admin').replace(':orderid', NOBODY))
    await expect(heading(page, /^Page not found/), path).toBeVisible()
  }
})

test('a lane refuses who does not work in it, and transfers who has no right to them', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const transfer = await admin.one('transfer', 'status:eq:Requested')
  const [yard, sales] = [await as('YARD'), await as('SALES')]
  await yard.goto('/')
  for (const login of ['logistic', 'account', 'admin']) {
    await open(yard, `/IntergodownTransferEditForLogistic/${login}/${transfer.id}`)
    await expect(heading(yard, /^You do not have access/), login).toBeVisible()
  }
  await open(yard, '/IntergodownTransferEditForLogistic/logistic')
  await expect(heading(yard, /^You do not have access/)).toBeVisible()
  await sales.goto('/')
  for (const path of WALKED) {
    const address = path.replace(':logintype', 'fromyard').replace(':orderid', transfer.id)
    await open(sales, address)
    await expect(heading(sales, /^You do not have access/), address).toBeVisible()
  }
})

test(
  'a transfer goes from the request to accounts, with goods short and damaged',
  { tag: '@smoke' },
  async ({ as, person }) => {
    test.setTimeout(120_000)
    const transfer = await request(person, 10)
    const name = transfer.doc_no!
    const [yard, logi, acc] = [await as('YARD', { viewport: PHONE }), await as('LOGI'), await as('ACC')]

    await yard.goto('/IntergodownTransferAddBatches')
    await yard.getByRole('link', { name }).click()
    const accept = yard.getByRole('form', { name: 'Accept' })
    await accept.getByRole('button', { name: 'Take the oldest first' }).click()
    await expect(accept.getByText('10 pcs of 10 pcs')).toBeVisible()
    await accept.getByRole('button', { name: 'Accept' }).click()
    await expect(yard.getByRole('status').filter({ hasText: `${name} is now From-Yard Accepted` })).toBeVisible()

    await logi.goto('/IntergodownTransferEditForLogistic/logistic')
    await logi.getByRole('link', { name }).click()
    const assign = logi.getByRole('form', { name: 'Assign vehicle' })
    await assign.getByRole('button', { name: 'Assign vehicle' }).click()
    await expect(assign.getByText('Select a vehicle or a transporter')).toBeVisible()
    const truck = await (
      await person('LOGI')
    ).create('vehicle', {
      reg_no: 'MH12ZZ7788',
      truck_type: (await (await person('LOGI')).one('truck_type', 'name:eq:Truck 10 wheels')).id,
      owned_by: 'own',
      capacity_g: 16_000_000,
    })
    await assign.getByRole('combobox', { name: 'Vehicle' }).fill('MH12ZZ7788')
    await logi.getByRole('option', { name: truck.record.reg_no as string }).click()
    await assign.getByRole('button', { name: 'Assign vehicle' }).click()
    await expect(logi.getByRole('status').filter({ hasText: `${name} is now Logistic Assigned` })).toBeVisible()

    const leave = yard.getByRole('form', { name: 'Gate out' })
    const weight = ((await (await person('BM')).doc('transfer', transfer.id)).record.weight_g as number) / 1_000
    await leave.getByRole('textbox', { name: 'Tare' }).fill('8000')
    await leave.getByRole('textbox', { name: 'Gross' }).fill(String(8_000 + weight))
    await leave.getByRole('textbox', { name: 'E-way bill' }).fill('271234567890')
    await leave.getByRole('button', { name: 'Gate out' }).click()
    await expect(yard.getByRole('status').filter({ hasText: `${name} is now In Transit` })).toBeVisible()

    await go(yard, `/IntergodownTransferEditForLogisticAndYard/toyard/${transfer.id}`)
    const receive = yard.getByRole('form', { name: 'Receive' })
    await receive.getByRole('textbox', { name: 'Received pieces' }).first().fill('7')
    await receive.getByRole('button', { name: 'Some are damaged' }).first().click()
    await receive.getByRole('textbox', { name: 'Damaged pieces' }).fill('2')
    await receive.getByRole('combobox', { name: 'Damaged goods' }).click()
    await yard.getByRole('option', { name: 'Dump' }).click()
    await receive.getByRole('button', { name: 'Receive' }).click()
    await expect(yard.getByRole('status').filter({ hasText: `${name} is now Received with Discrepancy` })).toBeVisible()
    await yard.getByRole('button', { name: 'Send to accounts' }).click()
    const box = yard.getByRole('dialog', { name: 'Send to accounts' })
    await box.getByRole('button', { name: 'Send to accounts' }).click()
    await expect(yard.getByRole('status').filter({ hasText: `${name} is now Account Pending` })).toBeVisible()

    await acc.goto(`/IntergodownTransferEditForAccount/account/${transfer.id}`)
    const settle = acc.getByRole('form', { name: 'Settle' })
    await settle.getByRole('textbox', { name: 'Challan or invoice' }).fill('DC/901')
    await settle.getByRole('combobox', { name: 'Decision' }).click()
    await acc.getByRole('option', { name: 'Write-off' }).click()
    await settle.getByRole('button', { name: 'Settle' }).click()
    await expect(acc.getByRole('status').filter({ hasText: `${name} is now Completed` })).toBeVisible()
    const done = await (await person('ACC')).doc('transfer', transfer.id)
    expect([done.status, done.record.road_pcs, done.record.road_g]).toEqual(['Completed', 0, 0])
  },
)

/** Without the server; what the person does then waits, and its first answer is lost on the way back. */
async function unheard(page: Page, id: string, step: string, deed: () => Promise<void>) {
  const reach = page.locator('header [role=status]').first()
  await page.context().setOffline(true)
  await expect(reach).toContainText('Offline')
  await deed()
  await expect(page.getByRole('link', { name: '1 unsent change' })).toBeVisible()
  const sent: (string | null)[] = []
  await page.route(`**/api/docs/transfer/${id}/${step}`, async (route) => {
    sent.push(route.request().postData())
    if (sent.length > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.context().setOffline(false)
  await expect(page.getByRole('link', { name: 'No unsent changes' })).toBeVisible()
  expect(sent.length).toBeGreaterThan(1)
  expect(new Set(sent).size).toBe(1)
}

test('goods leave and arrive without the server, and what is sent twice is done once', async ({ as, person }) => {
  test.setTimeout(120_000)
  const [bm, yardman] = [await person('BM'), await person('YARD')]
  const asked = await request(person, 10)
  const { sku } = (asked.record.lines as { sku: string }[])[0]!
  const [from, to] = [asked.record.from_yard as string, asked.record.to_yard as string]
  const lots = await yardman.get<{ rows: { batch: string; free_pcs: number; sku: string; yard: string }[] }>(
    `/api/stock?yard=${from}&sku=${sku}&limit=500`,
  )
  const batch = lots.rows.find((row) => row.free_pcs >= 10)!.batch
  const accepted = await yardman.act(asked, 'accept', { batches: [{ line: 0, batch, pcs: 10 }] })
  const logi = await person('LOGI')
  const vehicle = await logi.one('vehicle', 'owned_by:eq:own')
  const assigned = await logi.act(accepted, 'assign', { vehicle: vehicle.id })
  const weight = (await bm.doc('transfer', asked.id)).record.weight_g as number
  const there = async () => {
    const { rows } = await bm.get<{ rows: { batch: string; free_pcs: number; hold_pcs: number }[] }>(
      `/api/stock?yard=${to}&sku=${sku}&limit=500`,
    )
    const row = rows.find((one) => one.batch === batch)
    return [row?.free_pcs ?? 0, row?.hold_pcs ?? 0]
  }
  // An earlier transfer may have brought some of the same batch.
  const before = await there()
  const yard = await as('YARD', { viewport: PHONE })

  await yard.goto(`/IntergodownTransferEditForLogisticAndYard/fromyard/${asked.id}`)
  const leave = yard.getByRole('form', { name: 'Gate out' })
  await expect(leave.getByRole('textbox', { name: 'Tare' })).toBeVisible()
  await unheard(yard, asked.id, 'gate_out', async () => {
    await leave.getByRole('textbox', { name: 'Tare' }).fill('8000')
    await leave.getByRole('textbox', { name: 'Gross' }).fill(String(8_000 + weight / 1_000))
    await leave.getByRole('textbox', { name: 'E-way bill' }).fill('271234567891')
    await leave.getByRole('button', { name: 'Gate out' }).click()
  })
  const left = await bm.doc('transfer', asked.id)
  expect([left.status, left.version, left.record.road_pcs]).toEqual(['In Transit', assigned.version + 1, 10])

  await go(yard, `/IntergodownTransferEditForLogisticAndYard/toyard/${asked.id}`)
  const receive = yard.getByRole('form', { name: 'Receive' })
  await expect(receive.getByRole('textbox', { name: 'Received pieces' }).first()).toBeVisible()
  await unheard(yard, asked.id, 'receive', async () => {
    await receive.getByRole('textbox', { name: 'Received pieces' }).first().fill('8')
    await receive.getByRole('button', { name: 'Some are damaged' }).first().click()
    await receive.getByRole('textbox', { name: 'Damaged pieces' }).fill('3')
    await receive.getByRole('combobox', { name: 'Damaged goods' }).click()
    await yard.getByRole('option', { name: 'Hold' }).click()
    await receive.getByRole('button', { name: 'Receive' }).click()
  })
  const came = await bm.doc('transfer', asked.id)
  expect([came.status, came.version]).toEqual(['Received with Discrepancy', left.version + 1])
  expect(came.record.road_pcs).toBe(2)
  const [free, hold] = await there()
  expect([free! - before[0]!, hold! - before[1]!]).toEqual([5, 3])
})

test('what is typed into a lane outlasts another lane and a reload, and lies over what another entered', async ({
  as,
  person,
}) => {
  const logi = await person('LOGI')
  const { id } = await logi.one('transfer', 'status:eq:Logistic Assigned')
  const page = await as('LOGI')
  await page.goto(`/IntergodownTransferEditForLogistic/logistic/${id}`)
  const assign = page.getByRole('form', { name: 'Assign vehicle' })
  const [paper, mobile, remarks] = ['LR number', "Driver's mobile", 'Remarks'].map((name) =>
    assign.getByRole('textbox', { name, exact: true }),
  ) as [Locator, Locator, Locator]
  await paper.fill('LR typed')
  await remarks.fill('The driver waits at the gate')
  await page.getByRole('tab', { name: 'To-yard' }).click()
  await expect(assign).toHaveCount(0)
  await page.getByRole('tab', { name: 'Logistics' }).click()
  await expect(paper).toHaveValue('LR typed')
  await page.goto('/')
  const { vehicle, vendor, driver } = (await logi.doc('transfer', id)).record
  await logi.act(await logi.doc('transfer', id), 'assign', { vehicle, vendor, driver, mobile: '9822012399' })
  await page.goto(`/IntergodownTransferEditForLogistic/logistic/${id}`)
  await expect(paper).toHaveValue('LR typed')
  await expect(remarks).toHaveValue('The driver waits at the gate')
  await expect(mobile).toHaveValue('9822012399')
  await assign.getByRole('button', { name: 'Assign vehicle' }).click()
  await expect(page.getByRole('status').filter({ hasText: /: Assign vehicle/ })).toBeVisible()
  expect((await logi.doc('transfer', id)).record).toMatchObject({ lr_no: 'LR typed', mobile: '9822012399' })
  // What was sent is no longer kept: it is not typed a second time.
  await expect(remarks).toHaveValue('')
  await page.reload()
  await expect(paper).toHaveValue('LR typed')
  await expect(remarks).toHaveValue('')
})

test('whoever is second to a step sees who was first, keeps what they typed in sight, and closes it', async ({
  as,
  person,
}) => {
  const transfer = await request(person, 4)
  const [admin, page] = [await person('ADMIN'), await as('YARD')]
  await page.goto(`/Intergodownview/view/${transfer.id}`)
  const accept = page.getByRole('form', { name: 'Accept' })
  await accept.getByRole('button', { name: 'Take the oldest first' }).click()
  await admin.act(await admin.doc('transfer', transfer.id), 'reject', { remarks: 'All of it is promised' })
  const told = accept.getByRole('status').filter({ hasText: `${transfer.doc_no} is now Rejected by From-Yard` })
  await expect(told).toBeVisible()
  await expect(accept.getByText('4 pcs of 4 pcs')).toBeVisible()
  await expect(accept.getByRole('button', { name: 'Accept' })).toHaveCount(0)
  await accept.getByRole('button', { name: 'Close it' }).click()
  await expect(accept).toHaveCount(0)
})
