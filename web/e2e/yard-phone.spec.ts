// The weighbridge on a phone: a refusal stands in sight, once; notices cover no step and end with the session.
import { orderOf, prepare } from './support/story'
import { expect, signInAt, test } from './support/test'
import { pick } from './support/walked'
import { fillLoading } from './support/weighbridge'

const PHONE = { width: 390, height: 844 }
const BUYER = { name: 'Gokhale Iron', gstin: '27AABFT1234K1Z9', stateCode: '27', pin: '411001', mobile: '9822012388' }

test('a refusal of the weighbridge stands in sight, once', async ({ as, person, server }) => {
  const goods = await prepare(server.url, person, BUYER, '6613')
  const order = await orderOf(server.url, person, goods, 'Waiting for Loading')
  const page = await as('YARD', { viewport: PHONE, hasTouch: true })
  await fillLoading(page, order.id, goods, 'W1-6613', ['9021', '8000'])
  await page.getByRole('button', { name: 'Save loading' }).click()
  const refusal = page.getByText('Tare must be below the gross weight')
  await expect(refusal).toHaveCount(1)
  await expect(refusal).toBeInViewport()
})

test('on a phone a notice covers no step, and ends with the session', async ({ as, person }) => {
  const page = await as('SALES', { viewport: PHONE, hasTouch: true })
  await page.goto('/order/add')
  await pick(page, 'Customer', String((await (await person('SALES')).one('customer', 'status:eq:Active')).name))
  await page.getByRole('button', { name: /^Save draft/ }).click()
  const notice = page.getByRole('region', { name: 'Notices' })
  const [step, main] = [page.getByRole('button', { name: /^Submit/ }), page.getByRole('main')]
  for (const one of [step, main, notice]) await expect(one).toBeVisible()
  const [at, beside, content] = await Promise.all([notice, step, main].map((one) => one.boundingBox()))
  expect(at!.y + at!.height <= beside!.y || at!.y >= beside!.y + beside!.height).toBe(true)
  expect(at!.y + at!.height, 'nor the page').toBeLessThanOrEqual(content!.y)
  // The notice lies over it for its five seconds.
  await page.getByRole('banner').getByRole('button', { name: /Sales/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/session\/signin/)
  await signInAt(page, 'ACC')
  await expect(page).not.toHaveURL(/\/session\//)
  await expect(notice).toHaveCount(0)
})
