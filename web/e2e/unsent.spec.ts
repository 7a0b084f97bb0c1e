// The server goes away: the app opens all the same, work waits in order, and once the server is back each change is
// there exactly once, or its person decides what becomes of it.
import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { peopleAt } from './support/api'
import { startServer, type Server } from './support/server'
import { LINE, narrow, orderOf, prepare } from './support/story'
import { expect, installed, signInAt, test } from './support/test'
import { chooseTruck, weigh } from './support/weighbridge'

const PHONE = { width: 390, height: 844 }
const BUYER = { name: 'Sharma Tubes', gstin: '27AABFT1234K1Z9', stateCode: '27', pin: '411001', mobile: '9822012345' }

interface Route {
  path: string
  area: string
}
const REPORTS = (JSON.parse(readFileSync(new URL('files/routes.json', import.meta.url), 'utf8')) as Route[]).filter(
  ({ path, area }) => area === 'report' && path !== '/tallyReport',
)

let server: Server
const { person, forget } = peopleAt(() => server)

test.beforeEach(async () => {
  server = await startServer()
  forget()
})
test.afterEach(() => server.end())

const enter = (browser: Browser, id: string, viewport?: { width: number; height: number }) =>
  installed(browser, server.url, id, viewport && { viewport })

const offline = (page: Page) => expect(page.getByRole('banner').getByRole('status')).toContainText('Offline')
const live = (page: Page) => expect(page.getByRole('banner').getByRole('status')).toContainText('Live')
const unsent = (page: Page, many: number) =>
  expect(
    page.getByRole('link', {
      name: many === 0 ? 'No unsent changes' : `${many} unsent ${many === 1 ? 'change' : 'changes'}`,
    }),
  ).toBeVisible()
const notSent = (page: Page) => page.getByRole('region', { name: 'Not sent yet' })

/** What the app fetched ahead for this address is in this browser. */
const fetched = (page: Page, url: string) =>
  expect
    .poll(() =>
      page.evaluate(
        (wanted) =>
          new Promise<boolean>((done) => {
            const opening = indexedDB.open('godown')
            opening.onsuccess = () => {
              const asked = opening.result.transaction('answers').objectStore('answers').getAllKeys()
              asked.onsuccess = () => done(asked.result.some((key) => (key as string[])[1] === wanted))
              opening.result.close()
            }
          }),
        url,
      ),
    )
    .toBe(true)

test('with the server stopped a reload opens the dashboard, lists, documents and reports, and says as of when', async ({
  browser,
}) => {
  const page = await enter(browser, 'ADMIN')
  const row = await (await person('ADMIN')).one('order', 'status:eq:Order Completed')
  const sku = (await (await person('ADMIN')).one('sku')).id
  await page.goto('/order')
  await expect(page.getByRole('grid').getByRole('row').nth(2)).toBeVisible()
  await page.goto(`/order/view/${row.id}`)
  await expect(page.getByRole('heading', { level: 1, name: row.doc_no! })).toBeVisible()
  await fetched(page, `/api/docs/order/${row.id}`)
  await page.goto('/ProductWiseReport')
  await expect(page.getByLabel('Where this comes from')).toContainText('computed on this device')
  await server.stop()
  await page.reload()
  await expect(page.getByLabel('Where this comes from')).toContainText('the server has not answered since')
  for (const { path } of REPORTS) {
    await page.goto(path.replace(/:\w+/, sku))
    await expect(page.getByLabel('Where this comes from')).toContainText('computed on this device')
  }
  await page.goto('/dashboard/default')
  await expect(page.getByText(/^Offline\. As of \d\d-\d\d-\d{4} \d\d:\d\d (AM|PM)/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/order')
  await expect(page.getByRole('grid').getByRole('row').nth(2)).toBeVisible()
  await expect(page.getByText(/^Offline\. As of/)).toBeVisible()
  await page.goto(`/order/view/${row.id}`)
  await expect(page.getByRole('heading', { level: 1, name: row.doc_no! })).toBeVisible()
  await page.context().close()
})

test('a loading made in the yard without the server is refused there where it can be, and mended later', async ({
  browser,
}) => {
  await narrow(server.url, ['SALES', 'BM', 'PCT', 'CREDIT', 'YARD'])
  const goods = await prepare(server.url, person, BUYER, '4091')
  const doc = await orderOf(server.url, person, goods, 'Waiting for Loading')
  const page = await enter(browser, 'YARD', PHONE)
  await page.goto(`/yard/yardview/${doc.id}`)
  // What a concern is raised for is known without having been looked at.
  await fetched(page, '/api/docs/reason?where=status%3Aeq%3AActive&limit=200')
  for (const type of ['vehicle', 'driver'])
    await fetched(page, `/api/docs/${type}?where=status%3Aeq%3AActive&limit=500`)
  await fetched(page, '/api/docs/setting/setting')
  const pieces = page.getByRole('textbox', { name: `Pieces from ${goods.batch}` })
  await expect(pieces).toBeVisible()
  // Nobody on this phone knows that the vehicle may not leave.
  const admin = await person('ADMIN')
  const vehicle = await admin.one('vehicle', `reg_no:eq:${goods.vehicle}`)
  const insured = async (insurance_to: string) => admin.save(await admin.doc('vehicle', vehicle.id), { insurance_to })
  await insured('2026-04-02')
  await server.stop()
  await page.reload()
  await offline(page)
  await pieces.fill('999')
  await expect(pieces).toHaveValue('36')
  await expect(page.getByText('Only 36 pcs here: 999 was reduced')).toBeVisible()
  await pieces.fill('20')
  await page.getByRole('button', { name: 'To the weighbridge' }).click()
  await chooseTruck(page, goods)
  // The driver that was chosen from the kept list brings it.
  await expect(page.getByRole('textbox', { name: "Driver's mobile" })).toHaveValue(goods.mobile)
  await page.getByRole('textbox', { name: 'Weighbridge slip' }).fill('W1-4091')
  const save = page.getByRole('button', { name: 'Save loading' })
  const refused = page.getByRole('main').getByRole('alert')
  await weigh(page, /^Tare/, '8000')
  await weigh(page, /^Gross/, '862')
  await save.click()
  await expect(refused).toContainText('Tare must be below the gross weight')
  await weigh(page, /^Gross/, '9442')
  await save.click()
  await expect(refused).toContainText('Weights of lines differ from net weight by 875')
  await unsent(page, 0)
  await weigh(page, /^Gross/, '8567')
  await save.click()
  await expect(page).toHaveURL(`/order/view/${doc.id}`)
  const notices = page.getByRole('region', { name: 'Notices' })
  await expect(notices).toContainText('Queued. It will be sent when you are online')
  await expect(notices).not.toContainText(/loading saved|is now/)
  await unsent(page, 1)
  await expect(page.getByText('1 change of yours to this document waits to be sent')).toBeVisible()
  await page.goto(`/yard/yardview/${doc.id}`)
  await expect(page.getByRole('main')).toContainText('Load: queued. It will be sent when you are online.')
  await expect(page.getByRole('main'), 'what is queued is not offered again').toContainText(/Left\s*16 pcs/)
  await page.getByRole('button', { name: 'Concern' }).click()
  await page.getByRole('button', { name: 'Quality' }).click()
  await page.getByLabel('Remarks').fill('Ends of one bundle are rusted')
  await page.getByRole('button', { name: 'Raise concern' }).click()
  await unsent(page, 2)
  await server.start()
  await live(page)
  await page.getByRole('link', { name: '2 unsent changes, 1 refused' }).click()
  const entry = notSent(page).getByRole('listitem').first()
  await expect(entry).toContainText(`${BUYER.name} Load · ${goods.vehicle}`)
  await expect(entry.getByRole('alert')).toContainText(`Insurance of ${goods.vehicle} expired`)
  await entry.getByRole('button', { name: 'Discard change' }).click()
  const lost = page.getByRole('dialog', { name: 'Discard this change?' })
  await expect(lost).toContainText('W1-4091')
  await expect(lost).toContainText('It was refused and changed nothing')
  await lost.getByRole('button', { name: 'Keep it' }).click()
  await insured('2099-12-31')
  await entry.getByRole('button', { name: 'Open and correct' }).click()
  await expect(page.getByRole('button', { name: /^Tare/ })).toContainText('8,000')
  await expect(page.getByRole('button', { name: /^Gross/ })).toContainText('8,567')
  await save.click()
  await unsent(page, 0)
  const yard = await person('YARD')
  expect((await yard.list('loading', [`order:eq:${doc.id}`])).total).toBe(1)
  expect(await yard.doc('order', doc.id)).toMatchObject({ status: 'Raise Concern From Yard', version: doc.version + 2 })
  await page.goto(`/order/view/${doc.id}`)
  await expect(page.getByText('Raise Concern From Yard').first()).toBeVisible()
  await page.context().close()
})

test(
  'a draft order made and submitted without the server is made once and numbered once it is back',
  { tag: '@smoke' },
  async ({ browser }) => {
    await narrow(server.url, ['SALES'])
    const goods = await prepare(server.url, person, BUYER, '4092')
    const draft = await orderOf(server.url, person, goods, 'Draft')
    const page = await enter(browser, 'SALES')
    const sales = await person('SALES')
    const before = (await sales.list('order')).total
    await page.goto(`/order/edit/${draft.id}`)
    await expect(page.getByLabel('Pieces, line 1')).toHaveValue('36')
    for (const type of ['customer', 'yard'])
      await fetched(page, `/api/docs/${type}?where=status%3Aeq%3AActive&limit=500`)
    await page.goto('/order/add')
    await expect(page.getByRole('combobox', { name: 'Customer', exact: true })).toBeVisible()
    await server.stop()
    await page.reload()
    await offline(page)
    await page.getByRole('combobox', { name: 'Customer', exact: true }).fill(goods.customer)
    await page.getByRole('option', { name: goods.customer }).first().click()
    await page.getByRole('combobox', { name: 'Yard', exact: true }).fill('PUN1')
    await page.getByRole('option', { name: 'PUN1 Chakan' }).first().click()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await unsent(page, 1)
    await expect(page).toHaveURL(/\/order\/edit\//)
    const id = page.url().split('/').at(-1)!
    await page.goto('/unsent')
    await expect(notSent(page).getByRole('listitem')).toContainText(`${goods.customer} · PUN1`)
    await expect(notSent(page).getByRole('listitem')).toContainText('New order')
    await page.goto(`/order/edit/${id}`)
    await expect(page.getByRole('combobox', { name: 'Customer', exact: true })).toHaveValue(goods.customer)
    await server.start()
    await live(page)
    await unsent(page, 0)
    expect((await sales.doc('order', id)).status).toBe('Draft')
    expect((await sales.list('order')).total).toBe(before + 1)
    await page.context().close()
  },
)

test('what another saved meanwhile stops a change, shows what differs, and keeps what the person decides', async ({
  browser,
}) => {
  await narrow(server.url, ['SALES'])
  const goods = await prepare(server.url, person, BUYER, '4093')
  const draft = await orderOf(server.url, person, goods, 'Draft')
  const sales = await person('SALES')
  const page = await enter(browser, 'SALES')
  await page.goto(`/order/edit/${draft.id}`)
  await expect(page.getByLabel('Pieces, line 1')).toHaveValue('36')
  await page.context().setOffline(true)
  await offline(page)
  await page.getByText('Truck, broker and remarks').click()
  await page.getByRole('textbox', { name: 'Remarks', exact: true }).fill('Before noon')
  await page.getByLabel('Pieces, line 1').fill('30')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await unsent(page, 1)
  await sales.save(await sales.doc('order', draft.id), {
    po_no: 'PO-77',
    lines: [
      {
        sku: (draft.record.lines as { sku: string }[])[0]!.sku,
        pcs: LINE.pcs,
        weight_g: LINE.weight_g,
        remark: 'Bundles of 12',
      },
    ],
  })
  await page.context().setOffline(false)
  await live(page)
  await expect(page.getByRole('link', { name: '1 unsent change, 1 refused' })).toBeVisible()
  await page.goto('/unsent')
  const entry = notSent(page).getByRole('listitem')
  await expect(entry.getByRole('alert')).toBeVisible()
  await expect(entry.getByRole('row', { name: /PO-77/ })).toBeVisible()
  await entry.getByRole('button', { name: 'Compare' }).click()
  // Of the one line they changed the remark, and this person the pieces.
  const compared = page.getByRole('dialog')
  await expect(compared.getByRole('row', { name: 'Lines, row 1: Pieces 30 36' })).toBeVisible()
  await expect(compared.getByRole('row', { name: 'Lines, row 1: Remark Not set Bundles of 12' })).toBeVisible()
  await compared.getByRole('button', { name: 'Keep both changes' }).click()
  await unsent(page, 0)
  expect((await sales.doc('order', draft.id)).record).toMatchObject({
    po_no: 'PO-77',
    remarks: 'Before noon',
    lines: [{ pcs: 30, remark: 'Bundles of 12' }],
  })
  // A step is mended in its own box.
  await page.goto(`/order/view/${draft.id}`)
  const actions = page.getByRole('region', { name: 'Actions' })
  await expect(actions).toBeVisible()
  await page.context().setOffline(true)
  await offline(page)
  await actions.getByRole('button', { name: 'Comment' }).click()
  const box = page.getByRole('dialog', { name: 'Comment' })
  await box.getByRole('textbox').fill('Deliver before noon')
  await box.getByRole('button', { name: /^Comment/ }).click()
  await unsent(page, 1)
  await sales.save(await sales.doc('order', draft.id), { po_no: 'PO-78' })
  await page.context().setOffline(false)
  await live(page)
  await page.getByRole('link', { name: '1 unsent change, 1 refused' }).click()
  await notSent(page).getByRole('button', { name: 'Open and correct' }).click()
  await expect(box.getByRole('textbox')).toHaveValue('Deliver before noon')
  // The phone's Back closes the box, and not the page.
  await page.goBack()
  await expect(box).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/order/view/${draft.id}`))
  await actions.getByRole('button', { name: 'Comment' }).click()
  await expect(box.getByRole('textbox')).toHaveValue('Deliver before noon')
  await box.getByRole('textbox').fill('Deliver before 11')
  await box.getByRole('button', { name: /^Comment/ }).click()
  await unsent(page, 0)
  expect(JSON.stringify((await sales.doc('order', draft.id)).history)).toContain('Deliver before 11')
  await page.context().close()
})

test('an answer that is lost on its way, a browser that is closed then, and a second tab make nothing double', async ({
  browser,
}) => {
  await narrow(server.url, ['SALES'])
  const goods = await prepare(server.url, person, BUYER, '4094')
  const draft = await orderOf(server.url, person, goods, 'Draft')
  const sales = await person('SALES')
  const page = await enter(browser, 'SALES')
  await page.goto(`/order/view/${draft.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.context().setOffline(true)
  await page.goto(`/order/edit/${draft.id}`)
  await offline(page)
  await page.getByRole('textbox', { name: 'Purchase order', exact: true }).fill('PO-4094')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await unsent(page, 1)
  // The server takes it, and its answer never comes.
  const taken = new Promise<void>((done) => {
    void page.context().route(`**/api/docs/order/${draft.id}`, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      await route.fetch()
      done()
    })
  })
  await page.context().setOffline(false)
  await taken
  const context = page.context()
  const [one, two] = [await context.newPage(), await context.newPage()]
  await page.close()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await Promise.all([one.goto('/unsent'), two.goto('/unsent')])
  await unsent(one, 0)
  await unsent(two, 0)
  const now = await sales.doc('order', draft.id)
  expect(now.version).toBe(draft.version + 1)
  expect(now.record.po_no).toBe('PO-4094')
  await context.close()
})

test('who leaves with something unsent is asked first; the next person sees none of it, it goes on return', async ({
  browser,
}) => {
  await narrow(server.url, ['SALES'])
  const goods = await prepare(server.url, person, BUYER, '4095')
  const draft = await orderOf(server.url, person, goods, 'Draft')
  const page = await enter(browser, 'SALES')
  await page.goto(`/order/edit/${draft.id}`)
  await expect(page.getByLabel('Pieces, line 1')).toHaveValue('36')
  await page.context().setOffline(true)
  await offline(page)
  await page.getByRole('textbox', { name: 'Purchase order', exact: true }).fill('PO-4095')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await unsent(page, 1)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /SALES|Sales/ })
    .click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const asked = page.getByRole('dialog', { name: '1 change is not sent yet' })
  await asked.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/session/signin')
  await page.context().setOffline(false)
  await signInAt(page, 'BM')
  await expect(page).toHaveURL(/\/dashboard\//)
  await page.goto('/unsent')
  await expect(page.getByText('No unsent changes').first()).toBeVisible()
  expect((await (await person('SALES')).doc('order', draft.id)).version).toBe(draft.version)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Branch manager/ })
    .click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/session/signin')
  await signInAt(page, 'SALES')
  await expect(page).toHaveURL(/\/dashboard\//)
  await unsent(page, 0)
  await expect.poll(async () => (await (await person('SALES')).doc('order', draft.id)).record.po_no).toBe('PO-4095')
  await page.context().close()
})

test('a session that runs out without the server locks what was seen and keeps what is not sent', async ({
  browser,
}) => {
  await narrow(server.url, ['SALES'])
  const goods = await prepare(server.url, person, BUYER, '4096')
  const draft = await orderOf(server.url, person, goods, 'Draft')
  const page = await enter(browser, 'SALES')
  await page.goto(`/order/edit/${draft.id}`)
  await expect(page.getByLabel('Pieces, line 1')).toHaveValue('36')
  await page.context().setOffline(true)
  await offline(page)
  await page.getByRole('textbox', { name: 'Purchase order', exact: true }).fill('PO-4096')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await unsent(page, 1)
  await page.clock.setFixedTime(Date.now() + 13 * 3_600_000)
  await page.reload()
  await expect(page).toHaveURL('/session/signin')
  await page.goto(`/order/view/${draft.id}`)
  await expect(page).toHaveURL('/session/signin')
  await page.clock.setFixedTime(Date.now())
  await page.context().setOffline(false)
  await signInAt(page, 'SALES')
  await expect(page.getByRole('banner')).toBeVisible()
  await unsent(page, 0)
  await expect.poll(async () => (await (await person('SALES')).doc('order', draft.id)).record.po_no).toBe('PO-4096')
  await page.context().close()
})

test('a browser that keeps nothing says so and works while the server is reached', async ({ browser }) => {
  const context = await browser.newContext({ ...test.info().project.use, baseURL: server.url })
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError')
    }
  })
  const page = await context.newPage()
  await page.goto('/session/signin')
  await signInAt(page, 'ADMIN')
  await expect(page).toHaveURL(/\/dashboard\//)
  await page.goto('/trucktypemaster')
  await expect(
    page.getByText('This browser does not store data: the app works only while the server can be reached.'),
  ).toBeVisible()
  await expect(page.getByRole('grid').getByRole('link', { name: 'LCV 14 ft' })).toBeVisible()
  await context.close()
})

test('frames that cannot be read are loaded anew, and without the server the page says so', async ({ browser }) => {
  const page = await enter(browser, 'ACC')
  await page.goto('/ProductWiseReport')
  const source = page.getByLabel('Where this comes from')
  await expect(source).toContainText('computed on this device')
  const spoil = () =>
    page.evaluate(
      () =>
        new Promise<void>((done) => {
          const opening = indexedDB.open('godown')
          opening.onsuccess = () => {
            const turn = opening.result.transaction('frames', 'readwrite')
            const table = turn.objectStore('frames')
            const keys = table.getAllKeys()
            keys.onsuccess = () => void table.put({ bytes: new Uint8Array([1, 2, 3]).buffer, at: 1 }, keys.result[0])
            turn.oncomplete = () => {
              opening.result.close()
              done()
            }
          }
        }),
    )
  await spoil()
  await page.reload()
  await expect(source).toContainText('computed on this device')
  await expect(source).not.toContainText('has not answered')
  await server.stop()
  await offline(page)
  await spoil()
  await page.reload()
  await expect(page.getByText('What this browser kept for reports cannot be read.')).toBeVisible()
  await page.context().close()
})
