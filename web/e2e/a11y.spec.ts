// Every page at a desk, light and dark, and those of signing in: nothing serious for axe, and nothing under the footer.
import type { Page } from '@playwright/test'
import { serious, seriousOfColours } from './support/axe'
import { tooWide, underFooter } from './support/hand'
import { pending, settled } from './support/settled'
import { pages } from './support/shown'
import { expect, go, test } from './support/test'
import { wear } from './support/wear'

const PHONE = { width: 390, height: 844 }
const THEMES = { light: 'blue', dark: 'blueDark' }

/** The dark pages are the light ones in other colours. */
const look = (page: Page, mode: string) => (mode === 'dark' ? seriousOfColours(page) : serious(page))

test('axe finds nothing serious on any page, light and dark', async ({ as, person }) => {
  test.setTimeout(900_000)
  const page = await as('ADMIN')
  const open = pending(page)
  await page.goto('/dashboard/default')
  await settled(page, { head: 'Dashboard' }, open)
  for (const shown of await pages(await person('ADMIN'))) {
    await go(page, shown.path)
    await settled(page, shown, open)
    expect.soft(await underFooter(page), `${shown.path}, under the footer`).toEqual([])
    for (const [mode, theme] of Object.entries(THEMES)) {
      await wear(page, theme)
      expect.soft(await look(page, mode), `${shown.path}, ${mode}`).toEqual([])
    }
  }
})

for (const [mode, theme] of Object.entries(THEMES)) {
  for (const [path, head] of [
    ['signin', 'Sign in'],
    ['signup', 'Sign up'],
    ['forgot-password', 'Forgot password'],
  ] as const) {
    test(`the page ${path} has nothing serious and fits a phone, ${mode}`, async ({ page }) => {
      await page.addInitScript(
        (name) => localStorage.setItem('godown.settings', JSON.stringify({ theme: name })),
        theme,
      )
      await page.goto(`/session/${path}`)
      await expect(page.getByRole('heading', { level: 1, name: head })).toBeVisible()
      await expect(page.getByRole('textbox').first()).toBeVisible()
      expect(await look(page, mode)).toEqual([])
      await page.setViewportSize(PHONE)
      expect(await tooWide(page)).toEqual([])
    })
  }
}
