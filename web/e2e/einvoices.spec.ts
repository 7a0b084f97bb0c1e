// The portals of the GST: a file of what waits for an IRN, and the portal's answer recorded on its document.
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { paths } from '../src/docs/paths'
import type { Person } from './support/api'
import { codesOf } from './support/codes'
import { pngsOf } from './support/drawn'
import { expect, installed, test } from './support/test'

interface Told {
  DocDtls: { No: string; Dt: string }
  SellerDtls: { Gstin: string }
  BuyerDtls: { Gstin: string }
  ValDtls: { TotInvVal: number }
  ItemList: { HsnCd: string }[]
}

const kept = async (download: Download) => JSON.parse(await readFile(await download.path(), 'utf8')) as unknown
const answers = (page: Page) => page.getByLabel('Portal’s answer, JSON')
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The portal gives each document a number of its own, by its seller and its number. */
const irnOf = (told: Told) => createHash('sha256').update(`${told.SellerDtls.Gstin}INV${told.DocDtls.No}`).digest('hex')

const PORTAL = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** What the portal would answer to a document that it was told of: its code is as long as one of the portal's own. */
function answer(told: Told, number: string) {
  const [day, month, year] = told.DocDtls.Dt.split('/')
  const at = `${year}-${month}-${day} 10:01:00`
  const data = {
    SellerGstin: told.SellerDtls.Gstin,
    BuyerGstin: told.BuyerDtls.Gstin,
    DocNo: number,
    DocTyp: 'INV',
    DocDt: told.DocDtls.Dt,
    TotInvVal: told.ValDtls.TotInvVal,
    ItemCnt: told.ItemList.length,
    MainHsnCode: told.ItemList[0]!.HsnCd,
    Irn: irnOf(told),
    IrnDt: at,
  }
  const KID = '4DBA8C2E60F1957B3C7D0A94E1F6852B73C9DA01'
  const head = { alg: 'RS256', kid: KID, typ: 'JWT', x5t: Buffer.from(KID, 'hex').toString('base64url') }
  const code = [head, { data: JSON.stringify(data), iss: 'NIC' }].map(base64url).join('.')
  const signature = sign('RSA-SHA256', Buffer.from(code), PORTAL.privateKey).toString('base64url')
  return { DocNo: number, AckNo: 112010036563310, AckDt: at, Irn: irnOf(told), SignedQRCode: `${code}.${signature}` }
}

const asFile = (value: unknown) => ({
  name: 'answer.json',
  mimeType: 'application/json',
  buffer: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
})

/** An invoice of a loading that left, posted, which still waits for its IRN. */
async function posted(accounts: Person) {
  for (const order of (await accounts.list('order', ['status:eq:Order Loaded'])).rows) {
    const [loading] = (await accounts.list('loading', [`order:eq:${order.id}`, 'invoice:eq:'], 1)).rows
    if (!loading) continue
    const draft = await accounts.create('invoice', { loadings: [loading.id] })
    if (draft.record.irn_state === 'needed') return accounts.act(draft, 'post')
    await accounts.remove(draft)
  }
  throw new Error('no loading without an invoice goes to a registered buyer')
}

/** What the portal is told of an invoice, from its page. */
async function toldOf(page: Page, id: string): Promise<Told> {
  await page.goto(paths.view('invoice', id))
  const one = page.waitForEvent('download')
  await page.getByRole('button', { name: 'INV-01' }).click()
  const [told] = (await kept(await one)) as [Told]
  return told
}

test('the ticked copies of an invoice, and a note, leave as PDF', async ({ as, person }) => {
  const accounts = await person('ACC')
  const page = await as('ACC')
  for (const [type, address] of [
    ['invoice', (id: string) => paths.print('invoice', id)],
    ['credit_note', (id: string) => paths.print('credit_note', id)],
  ] as const) {
    const one = await accounts.one(type, 'status:eq:Posted')
    await page.goto(address(one.id))
    const asked = page.waitForRequest(/\/api\/print\//)
    const waiting = page.waitForEvent('download')
    // What is not ticked is not in the file.
    if (type === 'invoice') await page.getByRole('checkbox', { name: 'Loading slip' }).uncheck()
    await page.getByRole('button', { name: 'PDF' }).click()
    const copies = new URL((await asked).url()).searchParams.get('copies')
    expect(copies).toBe(type === 'invoice' ? 'original,duplicate,triplicate' : null)
    const download = await waiting
    expect(download.suggestedFilename()).toBe(`${String(one.doc_no).replaceAll('/', '-')}.pdf`)
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
  }
})

test('what waits for an IRN is written for the portal, and its answer is recorded once', async ({ as, person }) => {
  const accounts = await person('ACC')
  const waits = await posted(accounts)
  const page = await as('ACC')
  const told = await toldOf(page, waits.id)
  expect(told.DocDtls.No).toBe(waits.doc_no)

  await page.goto('/invoice/CreateInvoice')
  await page.getByRole('link', { name: 'E-invoices' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'E-invoices and e-way bills' })).toBeVisible()
  // No file of the portal, another's code, then the answer itself.
  await answers(page).setInputFiles(asFile('no json'))
  await expect(page.getByRole('alert')).toContainText('JSON')
  await answers(page).setInputFiles(asFile({ ...answer(told, 'NO/SUCH/1'), DocNo: 'NO/SUCH/1' }))
  await expect(page.getByText('No document of this number was found')).toBeVisible()
  const right = answer(told, told.DocDtls.No)
  await answers(page).setInputFiles(asFile({ Status: 1, Data: right }))
  const row = page.getByRole('row').filter({ hasText: told.DocDtls.No })
  await expect(row).toContainText(right.Irn)
  await row.getByRole('button', { name: /^Record/ }).click()
  await expect(row).toContainText('Recorded')
  expect((await accounts.doc('invoice', waits.id)).record.irn).toBe(right.Irn)
  await page.reload()
  await answers(page).setInputFiles(asFile({ Status: 1, Data: right }))
  await expect(page.getByText('All of it is recorded already')).toBeVisible()
  await page.goto(paths.view('invoice', waits.id))
  await expect(page.getByText(right.Irn).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'INV-01' })).toHaveCount(0)
})

test('the code on a printed invoice reads as the text that the portal signed, on A4 and on a roll', async ({
  as,
  person,
}) => {
  const accounts = await person('ACC')
  const { id } = await posted(accounts)
  const page = await as('ACC')
  const told = await toldOf(page, id)
  const right = answer(told, told.DocDtls.No)
  await page.goto('/invoice/portal')
  await answers(page).setInputFiles(asFile(right))
  const row = page.getByRole('row').filter({ hasText: right.DocNo })
  await row.getByRole('button', { name: /^Record/ }).click()
  await expect(row).toContainText('Recorded')
  const signed = (await accounts.doc('invoice', id)).record.signed_qr
  expect(signed).toBe(right.SignedQRCode)
  // At the dots of an office printer, and at those of a thermal one.
  for (const [query, dots] of [
    ['', 300],
    ['&size=thermal80', 203],
  ] as const) {
    const pdf = await accounts.bytes(`/api/print/invoice/${id}?copies=original,duplicate${query}`, 'application/pdf')
    const codes = (await Promise.all((await pngsOf(pdf, dots)).map(codesOf))).flat()
    expect(codes, `on each copy: ${query || 'A4'}`).toEqual([signed, signed])
  }
})

test('without the server the device writes the file of an invoice that it has, to the same letter', async ({
  browser,
  person,
  server,
}) => {
  const accounts = await person('ACC')
  const waits = await posted(accounts)
  const page = await installed(browser, server.url, 'ACC')
  const context = page.context()
  await page.goto(paths.view('invoice', waits.id))
  const file = async () => {
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'INV-01' }).click()
    return readFile(await (await waiting).path(), 'utf8')
  }
  const there = await file()
  await context.setOffline(true)
  await expect(page.getByRole('banner').getByRole('status')).toContainText('Offline')
  expect(await file()).toBe(there)
  await context.close()
})

test('an e-way bill is counted down and keeps every vehicle that it named', async ({ as, person }) => {
  const accounts = await person('ACC')
  const waits = await posted(accounts)
  const page = await as('ACC')
  await page.goto(paths.view('invoice', waits.id))
  const record = async (inputs: Record<string, string>) => {
    await page.getByRole('button', { name: 'Record IRN and e-way bill' }).click()
    const form = page.getByRole('dialog')
    for (const [label, value] of Object.entries(inputs)) await form.getByLabel(label, { exact: true }).fill(value)
    await form.getByRole('button', { name: 'Record IRN and e-way bill' }).click()
  }
  const named = page.getByRole('region', { name: 'Part B of the e-way bill' })
  await record({ 'Vehicle of Part B': 'MH12AB1234' })
  await expect(page.getByText('Enter the e-way bill that names the vehicle')).toBeVisible()
  await page.getByRole('dialog').getByLabel('E-way bill', { exact: true }).fill('123456789012')
  await page.getByRole('dialog').getByRole('button', { name: 'Record IRN and e-way bill' }).click()
  await expect(named).toContainText('MH12AB1234')
  await record({ 'Vehicle of Part B': 'MH14CD5678' })
  await expect(named.getByRole('listitem')).toHaveCount(2)
  const deadlines = page.getByRole('region', { name: 'Deadlines' })
  await expect(deadlines).toContainText('E-way bill can be cancelled until')
  await expect(deadlines).toContainText(/23 h 5\d m left|1 d left/)
})

test('every paper is made without the server too, to the byte, and its pages are those of the file', async ({
  browser,
  person,
  server,
}) => {
  test.slow()
  const admin = await person('ADMIN')
  const page = await installed(browser, server.url, 'ADMIN')
  const context = page.context()
  const drawn = [
    ['invoice', (id: string) => paths.print('invoice', id)],
    ['credit_note', (id: string) => paths.print('credit_note', id)],
    ['loading', (id: string) => `/order_loaded/delivery/${id}`],
  ] as const
  const others = (['receipt', 'transfer', 'trip', 'work_order', 'sales_return'] as const).map(
    (type) => [type, (id: string) => paths.view(type, id)] as const,
  )
  for (const [type, address] of [...drawn, ...others]) {
    const one = await admin.one(type)
    const served = await admin.bytes(`/api/print/${type}/${one.id}`, 'application/pdf')
    await page.goto(address(one.id))
    await expect(page.getByRole('button', { name: 'PDF' })).toBeVisible()
    if (drawn.some(([kind]) => kind === type)) await expect(page.getByRole('article').first()).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByRole('banner').getByRole('status')).toContainText('Offline')
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'PDF' }).click()
    const made = await readFile(await (await waiting).path())
    expect(made.equals(served), `${type} ${one.doc_no}`).toBe(true)
    await context.setOffline(false)
    await expect(page.getByRole('banner').getByRole('status')).not.toContainText('Offline')
  }
  await context.close()
})
