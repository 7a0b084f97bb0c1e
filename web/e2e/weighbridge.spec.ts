// The weighbridge on a desk with a keyboard, and the branch manager's page where a discount needs a reason.
import { LINE, orderOf, prepare, type Goods } from './support/story'
import { expect, test } from './support/test'
import { chooseTruck } from './support/weighbridge'

const BUYER = {
  name: 'Kulkarni Traders',
  gstin: '27AABFK1234K1ZI',
  stateCode: '27',
  pin: '411001',
  mobile: '9822012399',
}

test('weights are keyed with the shortcuts switched off, and another driver brings their own number', async ({
  as,
  person,
  server,
}) => {
  const goods: Goods = await prepare(server.url, person, BUYER, '7741')
  const order = await orderOf(server.url, person, goods, 'Waiting for Loading')
  const admin = await person('ADMIN')
  await admin.create('driver', {
    name: 'Suresh Kale 7741',
    mobile: '9822077419',
    licence_no: 'MH1220110774257',
    licence_to: '2099-12-31',
  })
  const page = await as('YARD')
  await page.goto('/profile')
  await page.evaluate(() => localStorage.setItem('godown.settings', JSON.stringify({ keys: false })))
  await page.goto(`/yard/yardview/${order.id}`)
  await page.getByRole('textbox', { name: `Pieces from ${goods.batch}` }).fill(String(LINE.pcs))
  await page.getByRole('button', { name: 'To the weighbridge' }).click()
  await chooseTruck(page, goods)
  const mobile = page.getByRole('textbox', { name: 'Mobile' })
  await expect(mobile).toHaveValue(goods.mobile)
  await page.getByRole('combobox', { name: 'Driver', exact: true }).fill('Suresh Kale 7741')
  await page.getByRole('option', { name: 'Suresh Kale 7741' }).first().click()
  await expect(mobile).toHaveValue('9822077419')
  await page.getByRole('button', { name: /^Tare/ }).click()
  await page.keyboard.type('8000')
  await page.keyboard.press('Enter')
  await page.keyboard.type('9021')
  await expect(page.getByRole('button', { name: /^Tare/ })).toContainText('8,000')
  await expect(page.getByRole('button', { name: /^Gross/ })).toContainText('9,021')
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('button', { name: /^Gross/ })).toContainText('902')
})

test('a discount above the slab asks for its reason on the page that refused it, and is approved with it', async ({
  as,
  person,
  server,
}) => {
  const goods = await prepare(
    server.url,
    person,
    { ...BUYER, name: 'Kulkarni Sons', gstin: '27AABFS5678L1ZK', mobile: '9822012398' },
    '7742',
  )
  const draft = await orderOf(server.url, person, goods, 'Draft')
  const sales = await person('SALES')
  const lines = draft.record.lines as Record<string, unknown>[]
  const dear = { rate_paise: 6_500_000, discount_bp: 1_000 }
  const saved = await sales.save(draft, { lines: lines.map((line) => ({ ...line, ...dear })) })
  const order = await sales.act(saved, 'submit')
  const page = await as('BM')
  await page.goto(`/order/bmApproval/${order.id}`)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const reason = page.getByRole('textbox', { name: 'Reason for rate below floor price' })
  await expect(reason).toBeVisible()
  await reason.fill('Agreed with the customer for the whole quarter')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByText('Preliminary Credit Team').first()).toBeVisible()
})
