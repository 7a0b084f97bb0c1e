// The weighbridge's page on a phone: the truck that stands there, and weights keyed on the page's own keys.
import type { Page } from '@playwright/test'
import { LINE, type Goods } from './story'

export async function chooseTruck(page: Page, { vehicle, driver }: Goods) {
  for (const [label, name] of [
    ['Vehicle', vehicle],
    ['Driver', driver],
  ] as const) {
    await page.getByRole('combobox', { name: label, exact: true }).fill(name)
    await page.getByRole('option', { name }).first().click()
  }
}

/** Keys a weight over the one that is there. */
export async function weigh(page: Page, name: RegExp, digits: string) {
  const button = page.getByRole('button', { name })
  await button.click()
  const key = (digit: string) =>
    page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: digit, exact: true })
  const before = (await button.textContent())?.replaceAll(/\D/g, '') ?? ''
  for (const _ of before) await key('Delete the last digit').click()
  for (const digit of digits) await key(digit).click()
}

/** Fills the loading of an order on its page, from its pieces to both weights. */
export async function fillLoading(
  page: Page,
  order: string,
  goods: Goods,
  slip: string,
  [tare, gross]: [string, string],
) {
  await page.goto(`/yard/yardview/${order}`)
  await page.getByRole('textbox', { name: `Pieces from ${goods.batch}` }).fill(String(LINE.pcs))
  await page.getByRole('button', { name: 'To the weighbridge' }).click()
  await chooseTruck(page, goods)
  await page.getByRole('textbox', { name: 'Weighbridge slip' }).fill(slip)
  await weigh(page, /^Tare/, tare)
  await weigh(page, /^Gross/, gross)
}
