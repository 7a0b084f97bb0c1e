// The shop: products with price and stock, the person's one cart, and the order that it becomes.
import type { Page } from '@playwright/test'
import type { ShopCartItem } from '../src/net/answers.gen'
import { today } from './support/story'
import { expect, test } from './support/test'

const cart = (page: Page) => page.getByRole('list', { name: 'Cart' })
const products = (page: Page) => page.getByRole('list', { name: 'Products' }).getByRole('listitem')
const ordered = (page: Page) => page.getByRole('region', { name: /^Cart \(/ }).getByRole('listitem')

const LIST = '/api/ecommerce/get-cart-list'

/** A call as the template's client makes it. */
async function call(url: string, token: string, path: string, body: Record<string, unknown>) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/ecommerce/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, items: (await answer.json()) as ShopCartItem[] }
}

test('thirteen products are told with price, stock and rating, and are cut by category, brand, rating and words', async ({
  as,
}) => {
  const page = await as('SALES')
  await page.goto('/desk/shop')
  await expect(products(page)).toHaveCount(13)
  const tube = products(page).filter({ hasText: 'Square tube 40 × 2' })
  await expect(tube).toContainText('100 free')
  await expect(tube).toContainText('₹')
  await expect(tube.getByRole('img', { name: '5 Stars' })).toBeVisible()
  await page.getByRole('button', { name: 'Cement (2)' }).click()
  await expect(products(page)).toHaveCount(2)
  await page.getByRole('button', { name: '5 stars' }).click()
  await expect(products(page)).toHaveCount(1)
  await expect(page).toHaveURL(/category=Cement&rating=5/)
  await page.getByRole('button', { name: 'Cement (2)' }).click()
  await page.getByRole('button', { name: 'Vardhan (2)' }).click()
  await expect(products(page)).toHaveText([/Rebar 28 mm/])
  await page.getByRole('searchbox', { name: 'Search the shop' }).fill('granite')
  await expect(page.getByText('No product matches these filters')).toBeVisible()
  await page.getByRole('button', { name: /clear/i }).click()
  await expect(products(page)).toHaveCount(13)
})

test('an amount of nothing, less, or too much is refused at its field, and nothing is sent', async ({ as, person }) => {
  const sales = await person('SALES')
  const page = await as('SALES')
  await page.goto('/desk/shop')
  const amount = cart(page)
    .getByRole('textbox', { name: /^Pieces of/ })
    .first()
  await expect(amount).toHaveValue('1')
  const before = await sales.get(LIST)
  for (const wrong of ['0', '-1', '1000000000', 'many']) {
    await amount.fill(wrong)
    await amount.press('Enter')
    await expect(amount).toHaveAttribute('aria-invalid', 'true')
    await expect(cart(page).getByText(/^Pieces must be/)).toBeVisible()
    await expect(amount, 'what was typed stays').toHaveValue(wrong)
  }
  expect(await sales.get(LIST)).toEqual(before)
  await amount.fill('7')
  await amount.press('Enter')
  await expect.poll(async () => (await sales.get<ShopCartItem[]>(LIST))[0]!.amount).toBe(7)
  await expect(amount).not.toHaveAttribute('aria-invalid', 'true')
})

test('the demo cart is changed over the wire, reordered, opened as a new order, and submitted', async ({
  as,
  person,
  server,
}) => {
  const admin = await person('ADMIN')
  const begun = await admin.get<ShopCartItem[]>(LIST)
  expect(begun.map(({ amount }) => amount)).toEqual([1, 1, 1, 1])
  const [first, second, third, last] = begun
  const page = await as('ADMIN')
  await page.goto('/desk/shop')
  await expect(cart(page).getByRole('listitem')).toHaveCount(4)
  const amounts = cart(page).getByRole('textbox', { name: /^Pieces of/ })
  const change = { productId: second!.id, amount: 12 }
  expect((await call(server.url, admin.token, 'update-cart-amount', change)).items[1]).toMatchObject({ amount: 12 })
  await expect(amounts.nth(1), 'the open page follows').toHaveValue('12')
  await call(server.url, admin.token, 'add-to-cart', { productId: first!.id })
  await call(server.url, admin.token, 'delete-from-cart', { productId: last!.id })
  await expect(amounts).toHaveCount(3)
  await expect(amounts.nth(0)).toHaveValue('2')
  const told = async () => (await admin.get<ShopCartItem[]>(LIST)).map(({ id }) => id)
  await page.getByRole('button', { name: 'Move line 3', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(told).toEqual([first!.id, third!.id, second!.id])
  await page.getByRole('button', { name: 'Order these' }).click()
  await expect(page).toHaveURL('/order/addNew')
  await expect(ordered(page)).toHaveCount(3)
  for (const [label, name] of [
    ['Customer', 'Bhavani Fabricators'],
    ['Yard', 'PUN1 Chakan'],
  ] as const) {
    await page.getByRole('combobox', { name: label, exact: true }).fill(name)
    await page.getByRole('option', { name }).first().click()
  }
  await expect(ordered(page).getByRole('textbox')).toHaveCount(3)
  await page.getByRole('button', { name: 'Move line 3', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(ordered(page).getByRole('textbox').nth(1)).toHaveValue('12')
  await page.getByRole('button', { name: 'Continue to order' }).click()
  await expect(page).toHaveURL(/\/order\/add(\?|$)/)
  const pieces = page.getByRole('textbox', { name: /^Pieces, line/ })
  await expect(pieces.nth(1)).toHaveValue('12')
  // The page before goes once the next one is drawn.
  await expect(page.getByRole('button', { name: 'Move line 2', exact: true })).toHaveCount(1)
  await page.getByRole('button', { name: 'Move line 2', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(pieces.nth(0)).toHaveValue('12')
  await page.getByRole('button', { name: /^Save draft/ }).click()
  await expect(page).toHaveURL(/\/order\/(edit|view)\//)
  const id = page.url().split('/').at(-1)!
  const draft = await admin.doc('order', id)
  const lines = draft.record.lines as { sku: string; pcs: number }[]
  expect(lines.map(({ sku, pcs }) => [sku, pcs])).toEqual([
    [second!.id, 12],
    [first!.id, 2],
    [third!.id, 1],
  ])
  const term = await admin.one('payment_term', 'code:eq:CR30')
  const whole = await admin.save(draft, { payment_term: term.id, delivery_by: await today(server.url) })
  const submitted = await admin.act(whole, 'submit', { confirm: true })
  expect(submitted.status).toBe('BM Approval Pending')
})

test('what is put in the cart without the network is sent once when it is back, and is taken back', async ({
  as,
  person,
}) => {
  const sales = await person('SALES')
  const told = async () => (await sales.get<ShopCartItem[]>(LIST)).map(({ id, amount }) => [id, amount])
  const before = await told()
  const { version } = await sales.doc('cart', sales.id)
  const page = await as('SALES')
  await page.goto('/desk/shop')
  await expect(cart(page).getByRole('listitem')).toHaveCount(before.length)
  const other = products(page)
    .filter({ has: page.getByText('Add to cart', { exact: true }) })
    .first()
  const name = (await other.getAttribute('aria-label'))!
  const amount = cart(page)
    .getByRole('textbox', { name: /^Pieces of/ })
    .first()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: `Add ${name} to the cart`, exact: true }).click()
  await amount.fill('5')
  await amount.press('Enter')
  await expect(cart(page).getByRole('listitem')).toHaveCount(before.length + 1)
  expect(await told(), 'nothing has reached the server').toEqual(before)
  await page.context().setOffline(false)
  await expect
    .poll(async () => (await told()).map(([, pcs]) => pcs))
    .toEqual([5, ...before.slice(1).map(([, pcs]) => pcs), 1])
  await expect(page.getByRole('link', { name: 'No unsent changes' })).toBeVisible()
  expect((await sales.doc('cart', sales.id)).version, 'each once').toBe(version + 2)
  await cart(page)
    .getByRole('button', { name: `Remove ${name}`, exact: true })
    .click()
  await expect.poll(async () => (await told()).length).toBe(before.length)
  await page.getByRole('button', { name: /^Undo/ }).last().click()
  await expect.poll(async () => (await told()).length).toBe(before.length + 1)
  const emptied = await told()
  await page.getByRole('button', { name: 'Empty the cart' }).click()
  await expect(cart(page).getByRole('listitem')).toHaveCount(0)
  await expect.poll(told).toEqual([])
  await page.getByRole('button', { name: /^Undo/ }).last().click()
  await expect.poll(told).toEqual(emptied)
})

test('a cart is its own person’s: another’s is neither shown nor changed', async ({ person, server }) => {
  const [sales, other] = [await person('SALES'), await person('SALES2')]
  const [{ id: product }] = await sales.get<[ShopCartItem]>(LIST)
  const before = await sales.get(LIST)
  expect(await other.status(`/api/docs/cart/${sales.id}`)).toBe(404)
  expect(await other.status(`${LIST}?uid=${sales.id}`)).toBe(403)
  const changed = await call(server.url, other.token, 'update-cart-amount', {
    uid: sales.id,
    productId: product,
    amount: 3,
  })
  expect(changed.status).toBe(403)
  expect(await sales.get(LIST)).toEqual(before)
})
