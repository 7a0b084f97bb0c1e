// A day's most frequent work without the mouse, its keys counted: an order of five lines, and ten approvals.
import type { Page } from '@playwright/test'
import { Hands } from './support/hands'
import { today } from './support/story'
import { expect, test } from './support/test'

const LINES = ['50x50x6', 'shs50', '20x12', '25nb', '50x25']

/** Types into what has the focus, and takes what is found of it without looking. */
async function take(page: Page, hands: Hands, text: string) {
  await hands.keys(page, text)
  await hands.press(page, 'Enter')
}

/** From the dashboard to the order that waits for its approval. */
async function order(page: Page, hands: Hands, { yard, pcs }: { yard: string | null; pcs: string }) {
  await page.goto('/dashboard/default')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await hands.press(page, 'g', 'o')
  await expect(page).toHaveURL(/\/order$/)
  await expect(page.getByRole('grid')).toBeVisible()
  await hands.press(page, 'n')
  await expect(page.getByRole('combobox', { name: 'Customer', exact: true })).toBeFocused()
  await take(page, hands, 'aja')
  if (yard) {
    await expect(page.getByRole('combobox', { name: 'Yard', exact: true })).toBeFocused()
    await take(page, hands, yard)
  }
  await expect(page.getByRole('textbox', { name: 'Delivery by' })).toBeFocused()
  await hands.keys(page, 't')
  await hands.press(page, 'Enter')
  for (const [at, text] of LINES.entries()) {
    await expect(page.getByRole('combobox', { name: 'Add a line: size, name or code' })).toBeFocused()
    await take(page, hands, text)
    await expect(page.getByLabel(`Pieces, line ${at + 1}`)).toBeFocused()
    await hands.keys(page, pcs)
    if (at < LINES.length - 1) await hands.press(page, 'Enter')
  }
  await hands.press(page, 'Control+Enter')
  await expect(page).toHaveURL(/\/order\/view\//)
  await expect(page.getByText('BM Approval Pending').first()).toBeVisible()
}

test(
  'an order of five lines is typed and sent with at most 60 keys and no click',
  { tag: '@smoke' },
  async ({ as }) => {
    const sales = await as('SALES')
    // The first of a person says its yard; those after it begin with it.
    const [first, next] = [new Hands(), new Hands()]
    await order(sales, first, { yard: 'pun', pcs: '20' })
    await order(sales, next, { yard: null, pcs: '10' })
    for (const { done } of [first, next]) {
      expect(done.keys).toBeLessThanOrEqual(60)
      expect(done.clicks).toBe(0)
    }
  },
)

test('ten orders are approved with at most 25 keys and no click', async ({ as, person, server }) => {
  const [sales, manager] = [await person('SALES'), await person('BM')]
  const like = await sales.doc(
    'order',
    (await sales.one('order', 'status:eq:BM Approval Pending', `date:eq:${await today(server.url)}`)).id,
  )
  const { customer, yard, payment_term, price_basis, delivery_by } = like.record
  const lines = (like.record.lines as { sku: string; pcs: number; weight_g: number }[]).map(
    ({ sku, pcs, weight_g }) => ({
      sku,
      pcs: pcs / 10,
      weight_g: weight_g / 10,
    }),
  )
  for (let at = 0; at < 10; at += 1) {
    const made = await sales.create('order', { customer, yard, payment_term, price_basis, delivery_by, lines })
    await sales.act(made, 'submit', { confirm: true })
  }
  const bm = await as('BM')
  const hands = new Hands()
  await bm.goto('/dashboard/default')
  await expect(bm.getByRole('heading', { level: 1 })).toBeVisible()
  await hands.press(bm, 'g', 'o')
  await expect(bm.getByRole('grid').getByRole('link').first()).toBeVisible()
  await hands.press(bm, 'j', 'Enter')
  await expect(bm).toHaveURL(/\/order\/view\//)
  const waits = async () => (await manager.list('order', ['status:eq:BM Approval Pending'], 1)).total
  const before = await waits()
  for (let left = 10; left > 0; left -= 1) {
    const here = bm.url()
    // The page says when its keys count: of an order that was just led on to, a moment later.
    await expect(bm.getByRole('button', { name: /^Approve/ }).first()).toHaveAttribute('aria-keyshortcuts', /A$/)
    await hands.press(bm, 'a')
    if (left > 1) await expect(bm).not.toHaveURL(here)
  }
  await expect.poll(waits).toBe(before - 10)
  expect(hands.done.keys).toBeLessThanOrEqual(25)
  expect(hands.done.clicks).toBe(0)
})
