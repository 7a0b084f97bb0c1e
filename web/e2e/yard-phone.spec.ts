// The yard on a phone: a refusal stands in sight, once; Back goes back within the order; notices cover no step and end
// with the session.
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
  await expect(page.getByRole('heading', { level: 1, name: 'Draft order' })).toBeVisible()
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

test('the phone’s Back goes from the next line to the first, and only then leaves the order', async ({
  as,
  person,
}) => {
  const yard = await person('YARD')
  const { rows } = await yard.list('order', ['status:eq:Waiting for Loading'])
  let [several, last] = ['', 0]
  for (const { id } of rows) {
    const lines = (await yard.doc('order', id)).record.lines as { loaded_g?: number }[]
    if (lines.length > last && lines.every((line) => !line.loaded_g)) [several, last] = [id, lines.length]
  }
  const page = await as('YARD', { viewport: PHONE, hasTouch: true })
  await page.goto('/order')
  await page.goto(`/yard/yardview/${several}`)
  const line = (at: number) => page.getByText(new RegExp(`^Line ${at} of `))
  await expect(line(1)).toBeVisible()
  expect(last).toBeGreaterThan(1)
  for (let at = 2; at <= last; at += 1) {
    await page.getByRole('button', { name: 'Next line' }).click()
    await expect(line(at)).toBeVisible()
  }
  await page.goBack()
  await expect(line(1)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/yard/yardview/${several}`))
  await page.goBack()
  await expect(page).toHaveURL(/\/order$/)
})
