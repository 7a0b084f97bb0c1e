// The gallery of components: all fifteen pages stand in the menu of the gallery, pass axe in light and dark on desktop
// and phone, and give their code lines.
import type { Page } from '@playwright/test'
import { serious, seriousOfColours } from './support/axe'
import { expect, go, test } from './support/test'
import { wear } from './support/wear'

const PAGES: [path: string, title: string][] = [
  ['/material/table', 'Tables'],
  ['/material/form', 'Forms'],
  ['/material/buttons', 'Buttons'],
  ['/material/icons', 'Icons'],
  ['/material/progress', 'Progress'],
  ['/material/menu', 'Menus'],
  ['/material/checkbox', 'Check boxes'],
  ['/material/switch', 'Switches'],
  ['/material/radio', 'Radio buttons'],
  ['/material/slider', 'Sliders'],
  ['/material/autocomplete', 'Pickers'],
  ['/material/expansion-panel', 'Panels'],
  ['/material/dialog', 'Dialogs'],
  ['/material/snackbar', 'Notices'],
  ['/charts/echarts', 'Charts'],
]
const VIEWS = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }
const SHOTS = process.env.GODOWN_SHOTS

async function shot(page: Page, name: string) {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` })
}

for (const [view, viewport] of Object.entries(VIEWS))
  test(`every page of the gallery passes axe on the ${view}, light and dark`, async ({ as }) => {
    const page = await as('ADMIN', { viewport })
    await page.goto('/material/table')
    for (const [path, title] of PAGES) {
      await go(page, path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Components' }).getByRole('link')).toHaveCount(PAGES.length)
      expect(await page.getByRole('button', { name: /^Copy / }).count(), path).toBeGreaterThan(0)
      for (const theme of ['blue', 'blueDark']) {
        await wear(page, theme)
        expect(await (theme === 'blue' ? serious(page) : seriousOfColours(page)), `${path}, ${theme}`).toEqual([])
        await shot(page, `gallery-${title.replaceAll(' ', '-')}-${view}-${theme}`)
      }
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(sideways, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
    }
  })

test('an icon is found by its name and copied, and so is the code line of an example', async ({ as }) => {
  const page = await as('ADMIN', { permissions: ['clipboard-read', 'clipboard-write'] })
  const clip = () => page.evaluate(() => navigator.clipboard.readText())
  await page.goto('/material/icons')
  await page.getByRole('searchbox', { name: 'Search icons' }).fill('warehouse')
  await page.getByRole('button', { name: 'Copy <MenuIcon name="warehouse" />', exact: true }).click()
  expect(await clip()).toBe('<MenuIcon name="warehouse" />')
  await page.getByRole('searchbox', { name: 'Search icons' }).fill('zebra crossing')
  await expect(page.getByText('No icon is called “zebra crossing”')).toBeVisible()
  await go(page, '/material/progress')
  await page.getByRole('button', { name: 'Copy the code of Progress' }).click()
  expect(await clip()).toBe('<Progress done={3} of={4} />')
})

test('every kind of field is shown empty, filled, refused, warned, disabled and read', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/material/form')
  const kinds = page.getByRole('region', { name: /^Field of the kind / })
  await expect(kinds).toHaveCount(16)
  // No example takes the focus from the page.
  await expect(page.getByRole('heading', { level: 1, name: 'Forms' })).toBeFocused()
  await expect(page.getByText('Mobile number has 10 digits and begins with 6, 7, 8 or 9')).toHaveCount(2)
  await page.getByRole('button', { name: 'Focus the field' }).click()
  await expect(page.getByRole('region', { name: 'Focus', exact: true }).getByRole('textbox')).toBeFocused()
  const secret = page.getByRole('region', { name: 'Field of the kind secret' })
  await expect(secret.locator('input[type=password]')).toHaveCount(5)
})

test('dialogs open and close by key, and a notice offers its way back', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/material/dialog')
  for (const name of ['Sign out', 'Approve', 'Two versions']) {
    const opener = page.getByRole('main').getByRole('button', { name, exact: true })
    await opener.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
  await go(page, '/material/snackbar')
  await page.getByRole('button', { name: 'Hold' }).click()
  await page.keyboard.press('z')
  await expect(page.getByRole('region', { name: 'Notices' }).getByText('ORD/PN/26-27/000187 resumed')).toBeVisible()
})
