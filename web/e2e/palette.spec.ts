// The palette finds what a person types: commands, themes, reports, what they opened last, and documents as people say them.
import type { Page } from '@playwright/test'
import { expect, test } from './support/test'

const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

async function ask(page: Page, text: string) {
  if (await page.getByRole('combobox').isHidden()) await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(text)
}

async function begun(page: Page) {
  await page.goto('/trucktypemaster')
  await expect(page.getByRole('grid').getByRole('link', { name: 'LCV 14 ft' })).toBeVisible()
}

test('the palette sets a theme, lists its commands, and finds reports whatever the order of words', async ({ as }) => {
  const page = await as('ADMIN')
  await begun(page)
  await ask(page, 'dark')
  await option(page, 'Theme: Slate 1, dark').click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'slateDark1')
  await ask(page, '>')
  await expect(option(page, 'Compact rows')).toBeVisible()
  await expect(option(page, 'Sign out')).toBeVisible()
  await ask(page, '>blue theme')
  await expect(page.getByRole('option').first()).toContainText('Theme: Blue')
  await ask(page, 'batch stock')
  await expect(option(page, /^Stock by batch/)).toBeVisible()
  await ask(page, 'sales district')
  await option(page, /^District-wise sales/).click()
  await expect(page).toHaveURL(/DistrictWiseReport/)
})

test('what was opened last stands in the empty palette', async ({ as, person }) => {
  const page = await as('ADMIN')
  const customer = await (await person('ADMIN')).one('customer', 'status:eq:Active')
  await page.goto(`/customer/view/${customer.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(customer.name))
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('truck types')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/trucktypemaster')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Truck types')
  await page.keyboard.press('Control+k')
  await expect(page.getByText('Recently opened')).toBeVisible()
  await page
    .getByRole('option', { name: new RegExp(String(customer.name)) })
    .first()
    .click()
  await expect(page).toHaveURL(`/customer/view/${customer.id}`)
})

test('a vehicle is found the way people say it, in the palette and in its list', async ({ as }) => {
  const page = await as('ADMIN')
  await begun(page)
  for (const said of ['1865', 'FX1865', 'MH 12 FX 1865', 'mh-12-fx-1865']) {
    await ask(page, said)
    await expect(page.getByRole('option').first()).toContainText('MH12FX1865')
  }
  await page.keyboard.press('Escape')
  await page.goto('/vehiclemaster')
  await page.getByRole('searchbox', { name: 'Search vehicles' }).fill('fx 1865')
  await expect(page.getByRole('grid').getByRole('link', { name: 'MH12FX1865' })).toBeVisible()
  await expect(page.getByRole('grid').getByRole('link', { name: 'MH12EX1692' })).toBeHidden()
})
