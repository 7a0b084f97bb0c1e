// A person's own settings: each takes effect at once and lasts, in this browser or in the profile, for whoever is here.
import type { Locator, Page } from '@playwright/test'
import { hi } from './support/hindi'
import { expect, go, test } from './support/test'

const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
const SETTINGS = '/profile/settings'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const bar = (page: Page) => page.getByRole('banner')
const footer = (page: Page) => page.getByRole('contentinfo').or(page.locator('footer')).first()
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const box = async (of: Locator) => (await of.boundingBox())!

async function opened(page: Page) {
  await page.goto(SETTINGS)
  await expect(heading(page)).toHaveText('My settings')
}

test('the page is in the menu of a person, in the palette and on the profile, and has its help', async ({ as }) => {
  const page = await as('SALES')
  await page.goto('/dashboard/default')
  await bar(page).getByRole('button', { name: /Sales/ }).click()
  await page.getByRole('menuitem', { name: 'My settings' }).click()
  await expect(page).toHaveURL(SETTINGS)
  await expect(heading(page)).toHaveText('My settings')
  await expect(page).toHaveTitle('My settings · Godown')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('link', { name: 'My settings' }).click()
  await expect(page).toHaveURL(SETTINGS)
  await go(page, '/profile')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to anything' }).fill('>my settings')
  await expect(page.getByRole('option', { name: /^My settings/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(SETTINGS)
  await page.goto(`/help?for=${encodeURIComponent(SETTINGS)}`)
  await expect(heading(page)).toHaveText('Theme, row height and shortcuts')
})

test('theme, layout and density take effect at once, without a reload, and last', async ({ as }) => {
  const page = await as('SALES', { viewport: DESKTOP })
  await opened(page)
  await page.evaluate(() => Object.assign(window, { stood: true }))
  const html = page.locator('html')
  await expect(part(page, 'Theme').getByRole('radio')).toHaveCount(13)
  await part(page, 'Theme').getByRole('radio', { name: 'Red' }).check()
  await expect(html).toHaveAttribute('data-theme', 'red')
  await part(page, 'Theme').getByRole('radio', { name: 'Match device' }).check()
  await expect(html).toHaveAttribute('data-theme', 'blue')

  const layout = part(page, 'Layout')
  await layout.getByRole('radio', { name: 'Compact' }).check()
  await expect.poll(async () => (await box(menu(page))).width).toBe(80)
  await layout.getByRole('radio', { name: 'Closed' }).check()
  await expect(menu(page)).toHaveCount(0)
  expect((await box(bar(page))).width).toBe(DESKTOP.width)
  await bar(page).getByRole('button', { name: 'Open the menu' }).click()
  await expect(menu(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu(page)).toHaveCount(0)

  await layout.getByRole('switch', { name: 'Fixed footer' }).check()
  await expect(footer(page)).toBeInViewport()
  expect((await box(footer(page))).y).toBe(DESKTOP.height - 44)
  await layout.getByRole('switch', { name: 'Footer', exact: true }).uncheck()
  await expect(footer(page)).toHaveCount(0)
  await expect(layout.getByRole('switch', { name: 'Fixed footer' })).toBeDisabled()
  await expect(layout.getByText('Show the footer first.')).toBeVisible()
  await layout.getByRole('switch', { name: 'Tools bar' }).uncheck()
  await expect(bar(page).getByRole('button', { name: 'Tools bar' })).toHaveCount(0)
  await part(page, 'Tables').getByRole('radio', { name: 'Dense rows' }).check()
  expect(await page.evaluate(() => 'stood' in window), 'without a reload').toBe(true)

  await page.reload()
  await expect(heading(page)).toHaveText('My settings')
  await expect(menu(page)).toHaveCount(0)
  await expect(footer(page)).toHaveCount(0)
  await expect(part(page, 'Tables').getByRole('radio', { name: 'Dense rows' })).toBeChecked()
  await go(page, '/customer')
  const cell = page.getByRole('grid').getByRole('gridcell').first()
  await expect.poll(async () => (await cell.boundingBox())?.height ?? 99).toBeLessThanOrEqual(28)

  // Back to what the app begins with, and back again.
  await go(page, SETTINGS)
  await page.getByRole('button', { name: 'Restore defaults' }).click()
  await expect.poll(async () => (await box(menu(page))).width).toBe(260)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(menu(page)).toHaveCount(0)
})

for (const [name, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE }))
  test(`a top bar that is not fixed goes with the page, and the page’s own bar stays, on the ${name}`, async ({
    as,
  }) => {
    const page = await as('SALES', { viewport })
    await opened(page)
    await part(page, 'Layout').getByRole('switch', { name: 'Fixed top bar' }).uncheck()
    await part(page, 'Notifications').getByRole('switch').last().scrollIntoViewIfNeeded()
    await expect(bar(page)).not.toBeInViewport()
    expect((await box(page.locator('main > header'))).y).toBe(0)
    // Another page begins at its top.
    await go(page, '/profile')
    await expect(heading(page)).toHaveText('Profile')
    await expect(bar(page)).toBeInViewport()
    // A list whose grid scrolls inside fits into the window all the same.
    await go(page, '/customer')
    await expect(page.getByRole('main').getByRole('link').nth(2)).toBeVisible()
    expect((await box(bar(page))).y).toBe(0)
    await page.reload()
    await expect(heading(page)).toHaveText('Customers')
    expect(await page.evaluate(() => localStorage.getItem('godown.settings'))).toContain('"topFixed":false')
  })

test('letters are shortcuts or not, and the list of them opens here', async ({ as }) => {
  const page = await as('SALES')
  await opened(page)
  const letters = part(page, 'Keyboard').getByRole('switch', { name: 'Single-letter shortcuts' })
  await letters.uncheck()
  await heading(page).focus()
  await page.keyboard.type('gd')
  await expect(page).toHaveURL(SETTINGS)
  await part(page, 'Keyboard').getByRole('button', { name: 'List of shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await letters.check()
  await heading(page).focus()
  await page.keyboard.type('gd')
  await expect(page).toHaveURL(/\/dashboard\//)
})

test('another language is spoken from here', async ({ as }) => {
  const page = await as('ACC')
  await opened(page)
  await part(page, 'Language').getByRole('radio', { name: 'हिन्दी' }).click()
  await expect(heading(page)).toHaveText(hi('My settings'))
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN')
  await part(page, hi('Language')).getByRole('radio', { name: 'English' }).click()
  await expect(heading(page)).toHaveText('My settings')
})

test('the ways of being told are saved in the profile, each as it is turned, and nothing else of it changes', async ({
  as,
  person,
}) => {
  const sales = await person('SALES')
  const before = (await sales.doc('employee', sales.id)).record
  const channels = async () => (await sales.doc('employee', sales.id)).record.channels
  const page = await as('SALES')
  await opened(page)
  const ways = part(page, 'Notifications')
  await expect(ways.getByRole('switch', { name: 'By mail' })).toBeChecked()
  await ways.getByRole('switch', { name: 'By SMS' }).check()
  await expect.poll(channels).toEqual(['app', 'mail', 'sms'])
  // Faster than the server answers: the last word counts.
  await ways.getByRole('switch', { name: 'By mail' }).uncheck()
  await ways.getByRole('switch', { name: 'By SMS' }).uncheck()
  await expect.poll(channels).toEqual(['app'])
  await expect(ways.getByRole('switch', { name: 'In the app' })).toBeDisabled()
  await expect(ways.getByText('One way must be left: turn on another first.')).toBeVisible()
  await page.reload()
  await expect(ways.getByRole('switch', { name: 'By mail' })).not.toBeChecked()
  await ways.getByRole('switch', { name: 'By mail' }).check()
  await expect.poll(channels).toEqual(['app', 'mail'])
  const { channels: _, ...after } = (await sales.doc('employee', sales.id)).record
  const { channels: __, ...was } = before
  expect(after).toEqual(was)
})

test('a way that the server refuses is shown as it is, with why', async ({ as }) => {
  const page = await as('LOGI')
  await opened(page)
  await page.route('**/api/docs/employee/*/profile', (route) => route.abort())
  const ways = part(page, 'Notifications')
  await ways.getByRole('switch', { name: 'By SMS' }).click()
  await expect(ways.getByRole('alert')).toBeVisible()
  await expect(ways.getByRole('switch', { name: 'By SMS' })).not.toBeChecked()
})

test('settings that nobody knows are the standard ones, and the page opens', async ({ as }) => {
  const page = await as('BM', { viewport: DESKTOP })
  const strange = {
    menu: 'sideways',
    topFixed: 'no',
    footer: 7,
    tools: null,
    density: 'toString',
    keys: [],
    theme: 'red',
  }
  await page.addInitScript((set) => localStorage.setItem('godown.settings', JSON.stringify(set)), strange)
  await opened(page)
  expect((await box(menu(page))).width).toBe(260)
  await expect(part(page, 'Layout').getByRole('radio', { name: 'Full' })).toBeChecked()
  await expect(part(page, 'Tables').getByRole('radio', { name: 'Roomy rows' })).toBeChecked()
  await expect(page.locator('html'), 'what is known holds').toHaveAttribute('data-theme', 'red')
})

test('what one tab changes holds in the other tabs of the browser', async ({ as }) => {
  const page = await as('BM', { viewport: DESKTOP })
  await opened(page)
  const other = await page.context().newPage()
  await opened(other)
  await part(page, 'Theme').getByRole('radio', { name: 'Red' }).check()
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'red')
  await part(other, 'Layout').getByRole('radio', { name: 'Compact' }).check()
  await expect.poll(async () => (await box(menu(page))).width).toBe(80)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'red')
})

test('the page opens for an account without a role', async ({ browser, server }) => {
  const answer = await fetch(`${server.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'guest@settings.example', username: 'A Guest', password: 'nine quiet lorries' }),
  })
  const { accessToken, user } = (await answer.json()) as { accessToken: string; user: { id: string } }
  const page = await (await browser.newContext({ ...test.info().project.use, baseURL: server.url })).newPage()
  await page.goto('/session/signin')
  await page.evaluate(
    ([token, id]) => {
      localStorage.setItem('accessToken', token!)
      localStorage.setItem('id', id!)
    },
    [accessToken, user.id],
  )
  await opened(page)
  await part(page, 'Theme').getByRole('radio', { name: 'Blue, dark' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'blueDark')
  await expect(part(page, 'Notifications').getByText(/You do not have a role yet/)).toBeVisible()
  await page.setViewportSize(DESKTOP)
  await bar(page).getByRole('button', { name: 'Tools bar' }).click()
  const tools = page.getByRole('navigation', { name: 'Tools' })
  await expect(tools.getByRole('link', { name: 'My settings' })).toBeVisible()
  await page.context().close()
})
