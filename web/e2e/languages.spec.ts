// Languages: every text of every page comes from the catalogue, and a yard loading is done in Hindi.
import { hi } from './support/hindi'
import { ALL, OWN, addressOf } from './support/routes'
import { PASSWORD } from './support/server'
import { LINE, narrow, orderOf, prepare } from './support/story'
import { expect, go, test } from './support/test'
import { heardFrom, textsOf, untold } from './support/untold'

const PSEUDO = () => localStorage.setItem('godown.language', 'pseudo')
/** What the gallery shows as data, and the name of an SKU that is being made. */
const SAMPLES = /^(SHS 50|Angle 50|TMT bar|K3F-209|truck|od − thk \| thk|\d+NB .*|\d+ gauge .*)$/
/** What is counted in a cell of a report, and a status that one writes into a sentence. */
const COUNTED = /^(\d+ vouchers?|Emptied)$/
/** The demo has no such document. */
const MISSING = new Set(['/supplier_note/print/:id'])
const PHONE = { width: 390, height: 844 }
const BUYER = { name: 'Joshi Steels', gstin: '27AABFT1234K1Z9', stateCode: '27', pin: '411001', mobile: '9822012388' }

test('no page shows a text that the catalogue did not give', async ({ as, person }) => {
  test.setTimeout(900_000)
  const admin = await person('ADMIN')
  const page = await as('ADMIN')
  await page.addInitScript(PSEUDO)
  const { held, hear, settled } = heardFrom(page)
  // What reports are made of comes as frames, which nobody reads here.
  for (const type of ['sku', 'customer', 'supplier', 'batch', 'yard', 'branch', 'employee', 'number_series'] as const)
    for (const row of (await admin.list(type, [], 500)).rows)
      for (const value of Object.values(row)) if (typeof value === 'string') held.add(value)
  // Who took goods over stands in the stops of a trip, what colleagues wrote to each other is theirs, and a register
  // names series by the heads of numbers.
  for (const type of ['trip', 'loading', 'chat_message', 'proforma', 'credit_note', 'transfer'])
    hear(await admin.get(`/api/records/${type}?limit=500`))
  await page.goto('/')
  const found: string[] = []
  for (const { path } of [...ALL, ...OWN].filter((route) => !MISSING.has(route.path))) {
    const address = await addressOf(path, admin)
    await go(page, '/nowhere')
    await expect(page.getByRole('heading', { level: 1, name: '⟦' }), address).toBeVisible()
    await go(page, address)
    await expect(page.getByRole('heading', { level: 1 }).first(), address).toBeVisible()
    await settled()
    const left = (await textsOf(page))
      .map((text) => untold(text, held))
      .filter((text) => text && !SAMPLES.test(text) && !COUNTED.test(text))
    found.push(...left.map((text) => `${path}: ${text}`))
  }
  expect(found).toEqual([])
})

test('a yard loads a truck in Hindi, from the sign-in to the loading that is saved', async ({
  browser,
  server,
  person,
}) => {
  await narrow(server.url, ['SALES', 'BM', 'PCT', 'CREDIT', 'YARD'])
  const goods = await prepare(server.url, person, BUYER, '6612')
  const order = await orderOf(server.url, person, goods, 'Waiting for Loading')
  const context = await browser.newContext({ ...test.info().project.use, baseURL: server.url, viewport: PHONE })
  const page = await context.newPage()
  await page.goto('/session/signin')
  await page.getByRole('button', { name: 'हिन्दी' }).click()
  await expect(page.getByRole('heading', { level: 1, name: hi('Sign in') })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN')

  // The server's refusal of the sign-in, then the sign-in.
  await page.getByLabel(hi('Employee id')).fill('YARD')
  await page.getByLabel(hi('Password'), { exact: true }).fill('not the password')
  await page.getByRole('button', { name: hi('Sign in') }).click()
  await expect(page.getByRole('alert')).toContainText(hi('Employee id or password is incorrect'))
  await page.getByLabel(hi('Password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: hi('Sign in') }).click()
  await expect(page).toHaveURL(/\/order\?where=status/)

  await page.goto(`/yard/yardview/${order.id}`)
  await expect(page.getByText(hi('Waiting for Loading')).first()).toBeVisible()
  const pieces = page.getByRole('textbox', { name: hi('Pieces from {batch_no}', { batch_no: goods.batch }) })
  await pieces.fill(String(LINE.pcs))
  await page.getByRole('button', { name: hi('To the weighbridge') }).click()
  for (const [label, name] of [
    [hi('Vehicle'), goods.vehicle],
    [hi('Driver'), goods.driver],
  ] as const) {
    await page.getByRole('combobox', { name: label, exact: true }).fill(name)
    await page.getByRole('option', { name }).first().click()
  }
  await page.getByRole('textbox', { name: hi('Weighbridge slip') }).fill('W1-6612')
  const keypad = page.getByRole('group', { name: hi('Keypad') })
  const weigh = async (label: string, digits: string) => {
    const row = page.getByRole('button', { name: new RegExp(`^${label}`) })
    await row.click()
    const before = (await row.textContent())?.replaceAll(/\D/g, '') ?? ''
    for (const _ of before) await keypad.getByRole('button', { name: hi('Delete the last digit'), exact: true }).click()
    for (const digit of digits) await keypad.getByRole('button', { name: digit, exact: true }).click()
  }
  // The weights the wrong way round: refused, and nothing is saved.
  await weigh(hi('Tare'), '9021')
  await weigh(hi('Gross'), '8000')
  await page.getByRole('button', { name: hi('Save loading') }).click()
  await expect(page.getByText(hi('Tare must be below the gross weight')).first()).toBeVisible()
  const man = await person('YARD')
  expect((await man.list('loading', [`order:eq:${order.id}`])).total, 'nothing was saved').toBe(0)

  await weigh(hi('Tare'), '8000')
  await weigh(hi('Gross'), '9021')
  await page.getByRole('button', { name: hi('Save loading') }).click()
  await expect
    .poll(async () => (await man.list('loading', [`order:eq:${order.id}`])).rows.map(({ status }) => status))
    .toEqual(['Posted'])
  await page.goto('/order_loaded')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hi('Loaded orders'))
  await context.close()
})

test('a person picks another language in their menu, and their profile takes it to their next browser', async ({
  as,
  browser,
  server,
}) => {
  const page = await as('ACC')
  await page.goto('/profile')
  await page.getByRole('button', { name: /Accounts/ }).click()
  await page.getByRole('menuitemradio', { name: 'हिन्दी' }).click()
  await expect(page.getByRole('heading', { level: 1, name: hi('Profile') })).toBeVisible()
  await page.goto('/profile/edit')
  await page.getByRole('combobox', { name: hi('Language') }).click()
  await page.getByRole('option', { name: 'हिन्दी' }).click()
  await page.getByRole('button', { name: hi('Save profile') }).click()
  await expect(page).toHaveURL(/\/profile$/)

  const other = await (await browser.newContext({ ...test.info().project.use, baseURL: server.url })).newPage()
  await other.goto('/session/signin')
  await other.getByLabel('Employee id').fill('ACC')
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other.getByRole('heading', { level: 1, name: hi('Dashboard') })).toBeVisible()
  await other.context().close()
})
