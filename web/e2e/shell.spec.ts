// The frame round every page, constant by constant: bars, menu, themes, breadcrumb, and the pages that are not there.
import type { Locator, Page } from '@playwright/test'
import { expect, go, test } from './support/test'

const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
/** What the two sides of the shell are drawn in: the top bar as whiteBlue, sidebar and footer as slateDark1. */
const [WHITE, SLATE, TEXT] = ['rgb(255, 255, 255)', 'rgb(34, 42, 69)', 'rgb(52, 49, 76)']

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const tools = (page: Page) => page.getByRole('navigation', { name: 'Tools' })
const bar = (page: Page) => page.getByRole('banner')
const group = (page: Page, name: string) => menu(page).getByRole('button', { name: new RegExp(`^${name}`) })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumb' })
const style = (of: Locator, name: string) =>
  of.evaluate((element, key) => getComputedStyle(element).getPropertyValue(key), name)
const box = async (of: Locator) => (await of.boundingBox())!

const kept = (page: Page, settings: Record<string, unknown>) =>
  page.addInitScript((set) => localStorage.setItem('godown.settings', JSON.stringify(set)), settings)

test('the bars and the menu have their sizes and places, and the default theme its colours @smoke', async ({ as }) => {
  const page = await as('ADMIN', { viewport: DESKTOP })
  await page.goto('/profile')
  await expect(heading(page)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'blue')
  // Layout 1: the sidebar takes the whole height, and the top bar what is beside it.
  expect(await box(menu(page))).toEqual({ x: 0, y: 0, width: 260, height: DESKTOP.height })
  expect(await box(bar(page))).toEqual({ x: 260, y: 0, width: DESKTOP.width - 260, height: 64 })
  expect(await style(menu(page), 'background-color')).toBe(SLATE)
  expect(await style(bar(page), 'background-color')).toBe(WHITE)
  expect(await style(page.locator('body'), 'background-color')).toBe('rgb(250, 250, 250)')
  expect([await style(page.locator('body'), 'color'), await style(page.locator('body'), 'font-size')]).toEqual([
    TEXT,
    '14px',
  ])
  for (const entry of await menu(page).getByRole('listitem').getByRole('button').all())
    expect((await box(entry)).height).toBe(44)
  expect((await box(menu(page).getByRole('link', { name: 'Dashboard', exact: true }))).height).toBe(44)
  expect((await box(page.locator('main > header'))).height, 'the page’s own bar').toBe(60)
  const footer = page.locator('footer')
  await expect(footer.getByRole('link', { name: 'Help for this page' })).toBeAttached()
  expect(await style(footer, 'background-color')).toBe(SLATE)
  await footer.getByRole('link').click()
  await expect(page).toHaveURL(/\/help\//)
})

test('the parts of layout 1 are there as they begin: top bar fixed, footer below the page, tools bar closed', async ({
  as,
}) => {
  const page = await as('ADMIN', { viewport: { ...DESKTOP, height: 500 } })
  await page.goto('/profile/settings')
  await expect(heading(page)).toHaveText('My settings')
  // The top bar is shown and fixed: what scrolls is the page below it.
  const footer = page.locator('footer')
  await footer.scrollIntoViewIfNeeded()
  await expect(footer, 'shown, where the page ends').toBeInViewport()
  expect(await box(bar(page))).toEqual({ x: 260, y: 0, width: DESKTOP.width - 260, height: 64 })
  // Not fixed: the footer goes with the page.
  await heading(page).focus()
  await page
    .locator('main > div')
    .first()
    .evaluate((body) => body.scrollTo(0, 0))
  await expect(footer).not.toBeInViewport()
  // The second sidebar is shown and not open: its button is there, and it is not.
  await expect(bar(page).getByRole('button', { name: 'Tools bar' })).toHaveAttribute('aria-expanded', 'false')
  await expect(tools(page)).toHaveCount(0)
})

test('the tools bar is a dark strip at the right edge, opens by its button, and stays as it was left', async ({
  as,
}) => {
  const page = await as('SALES', { viewport: DESKTOP })
  await page.goto('/profile')
  const button = bar(page).getByRole('button', { name: 'Tools bar' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect(button).toHaveAttribute('aria-controls', (await tools(page).getAttribute('id'))!)
  expect(await box(tools(page))).toEqual({ x: DESKTOP.width - 56, y: 0, width: 56, height: DESKTOP.height })
  expect(await box(bar(page)), 'what it stands beside').toMatchObject({ x: 260, width: DESKTOP.width - 260 - 56 })
  expect(await style(tools(page), 'background-color')).toBe(SLATE)
  const targets = [...(await tools(page).getByRole('link').all()), ...(await tools(page).getByRole('button').all())]
  expect(targets).toHaveLength(6)
  for (const target of targets) expect(await box(target)).toMatchObject({ width: 44, height: 44 })
  // Each leads where it says, and says it as a tip.
  for (const [name, address] of [
    [/^Cart/, '/desk/shop'],
    [/^To-do/, '/desk/todo'],
    [/^Calendar/, '/desk/calendar'],
    [/^My settings/, '/profile/settings'],
  ] as const) {
    const link = tools(page).getByRole('link', { name })
    await link.hover()
    await expect(page.getByRole('tooltip', { name })).toBeVisible()
    await link.click()
    await expect(page).toHaveURL(address)
    await expect(link).toHaveAttribute('aria-current', 'page')
  }
  // The chat is the one of the top bar, and stands beside the strip.
  const chat = tools(page).getByRole('button', { name: /^Chat/ })
  await chat.click()
  const popup = page.getByRole('region', { name: 'Chat' })
  await expect(popup).toBeVisible()
  const { x, width } = await box(popup)
  expect(x + width).toBe(DESKTOP.width - 56 - 16)
  await expect(bar(page).getByRole('button', { name: /^Chat/ })).toHaveAttribute('aria-expanded', 'true')
  await chat.click()
  await expect(popup).toHaveCount(0)
  await tools(page).getByRole('button', { name: 'Dark theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'blueDark')
  expect(await style(tools(page), 'background-color'), 'dark in every theme').toBe(SLATE)
  await page.reload()
  await expect(tools(page)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(tools(page)).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 899, height: 800 })
  await expect(tools(page)).toHaveCount(0)
  await expect(button).toHaveCount(0)
  await page.setViewportSize(DESKTOP)
  await button.click()
  await expect(tools(page)).toHaveCount(0)
})

test('the tools bar counts the products of the cart, and shows nothing that its person may not open', async ({
  as,
  person,
}) => {
  const sales = await person('SALES')
  const lines = ((await sales.doc('cart', sales.id)).record.lines ?? []) as unknown[]
  const [page, auditor] = [await as('SALES', { viewport: DESKTOP }), await as('AUDIT', { viewport: DESKTOP })]
  for (const one of [page, auditor]) {
    await kept(one, { toolsOpen: true })
    await one.goto('/profile')
    await expect(tools(one)).toBeVisible()
  }
  await expect(tools(page).getByRole('link', { name: /^Cart/ })).toHaveAccessibleName(`Cart, ${lines.length} products`)
  const audit = await person('AUDIT')
  for (const [type, name] of [
    ['cart', /^Cart/],
    ['todo_list', /^To-do/],
    ['calendar_event', /^Calendar/],
  ] as const) {
    const opens = (await audit.status(`/api/docs/${type}?limit=1`)) === 200
    await expect(tools(auditor).getByRole('link', { name }), type).toHaveCount(opens ? 1 : 0)
  }
})

test('a form is at most as wide as the contained width', async ({ as }) => {
  const page = await as('ADMIN', { viewport: { width: 1920, height: 900 } })
  await page.goto('/customer/add')
  await expect(page.getByRole('textbox').first()).toBeVisible()
  expect((await box(page.locator('main form'))).width).toBe(1200)
})

test('in compact mode the menu is 80 wide, hides its texts and tells them as tips', async ({ as }) => {
  const page = await as('ADMIN', { viewport: DESKTOP })
  await page.goto('/profile')
  await expect(menu(page).getByText('Dashboard', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Collapse the menu' }).click()
  expect(await box(menu(page))).toMatchObject({ width: 80, height: DESKTOP.height })
  expect(await box(bar(page))).toMatchObject({ x: 80, width: DESKTOP.width - 80 })
  expect((await menu(page).innerText()).trim()).toBe('')
  const dashboard = menu(page).getByRole('link', { name: 'Dashboard', exact: true })
  expect((await box(dashboard)).height).toBe(44)
  await dashboard.hover()
  await expect(page.getByRole('tooltip', { name: 'Dashboard' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Expand the menu' }).click()
  expect((await box(menu(page))).width).toBe(260)
})

test('below 900 the sidebar is closed until it is asked for, and full again above', async ({ as }) => {
  const page = await as('ADMIN', { viewport: { width: 899, height: 800 } })
  await page.goto('/profile')
  await expect(heading(page)).toBeVisible()
  await expect(menu(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(menu(page)).toBeVisible()
  await menu(page).getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(menu(page)).toHaveCount(0)
  await page.setViewportSize({ width: 900, height: 800 })
  await expect.poll(async () => (await box(menu(page))).width).toBe(260)
})

test('a group opens by itself on the very address of a page of it, and on no address behind it', async ({
  as,
  person,
}) => {
  const order = await (await person('ADMIN')).one('order')
  const page = await as('ADMIN')
  await page.goto('/profile')
  await expect(group(page, 'Orders')).toHaveAttribute('aria-expanded', 'false')
  await page.goto(`/order/view/${order.id}`)
  await expect(heading(page)).toContainText(order.doc_no!)
  await expect(group(page, 'Orders'), 'a document of its list').toHaveAttribute('aria-expanded', 'false')
  await go(page, '/order/add')
  await expect(heading(page)).toHaveText('New order')
  await expect(group(page, 'Orders'), 'what only begins like it').toHaveAttribute('aria-expanded', 'false')
  await go(page, '/order')
  await expect(group(page, 'Orders')).toHaveAttribute('aria-expanded', 'true')
  const here = menu(page).getByRole('link', { name: /^Orders/ })
  await expect(here).toHaveAttribute('aria-current', 'page')
  await expect(here).toHaveClass(/active/)
  expect((await box(here)).height).toBe(44)
  await group(page, 'Orders').click()
  await expect(group(page, 'Orders'), 'it stays as it was put').toHaveAttribute('aria-expanded', 'false')
})

test('a heading is words alone, and an outside address opens in a new tab that knows nothing of this one', async ({
  as,
  person,
}) => {
  const admin = await person('ADMIN')
  await admin.create('menu', { menu_name: 'Outside the house', kind: 'label', icon: 'settings', sort: 900 })
  const address = 'https://example.com/portal'
  await admin.create('menu', {
    menu_name: 'GST portal',
    kind: 'link',
    menu_page_url: address,
    icon: 'settings',
    sort: 901,
  })
  const page = await as('ADMIN')
  await page.goto('/profile')
  const label = menu(page).getByText('Outside the house')
  await expect(label).toBeVisible()
  await expect(label.getByRole('link')).toHaveCount(0)
  const link = menu(page).getByRole('link', { name: /^GST portal/ })
  await expect(link).toHaveAttribute('href', address)
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  expect((await box(link)).height).toBe(44)
})

test('the count beside an entry is what waits there, and follows what others do', async ({ as, person }) => {
  const [manager, page] = [await person('BM'), await as('BM')]
  await page.goto('/order')
  const count = menu(page)
    .getByRole('link', { name: /^Orders/ })
    .getByLabel(/waiting$/)
  const waiting = async () => (await manager.get<{ counts: Record<string, number> }>('/api/queue')).counts.order
  const before = await waiting()
  await expect(count).toHaveText(String(before))
  expect(await style(count, 'background-color'), 'the secondary colour').toBe('rgb(255, 175, 56)')
  const doc = await manager.doc('order', (await manager.one('order', 'status:eq:BM Approval Pending')).id)
  await manager.act(doc, 'reject', { reason: 'RATE_LOW', remarks: 'The rate is below what was agreed' })
  await expect.poll(waiting).toBe(before! - 1)
  await expect(count).toHaveText(String(before! - 1))
})

test('the way to a page begins at the house, links every segment but the last, and says the title', async ({ as }) => {
  const page = await as('ADMIN', { viewport: DESKTOP })
  await page.goto('/customer/add')
  await expect(heading(page)).toHaveText('New customer')
  await expect(heading(page)).toBeInViewport()
  await expect(crumbs(page).getByText('|')).toBeVisible()
  const segments = crumbs(page).getByRole('listitem')
  await expect(segments).toHaveText(['', 'Customers', 'New customer'])
  expect(await style(crumbs(page).locator('svg').nth(1), 'display'), 'a mark between two segments').not.toBe('none')
  await expect(crumbs(page).locator('svg')).toHaveCount(3)
  await expect(crumbs(page).getByRole('link')).toHaveCount(2)
  await expect(segments.last().getByRole('link')).toHaveCount(0)
  await expect(segments.last()).toHaveAttribute('aria-current', 'page')
  await crumbs(page).getByRole('link', { name: 'Customers' }).click()
  await expect(page).toHaveURL('/customer')
  await expect(segments).toHaveText(['', 'Customers'])
  await expect(crumbs(page).getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
  await crumbs(page).getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL(/\/dashboard\//)
})

test('on a phone the way to a page stands in the title’s place, under a finger', async ({ as }) => {
  const page = await as('ADMIN', { viewport: PHONE, hasTouch: true })
  await page.goto('/customer/add')
  await expect(heading(page)).toHaveText('New customer')
  expect((await box(heading(page))).width, 'told to those who hear it').toBeLessThanOrEqual(1)
  await expect(crumbs(page).getByText('New customer')).toBeInViewport()
  await expect(crumbs(page).getByText('|')).toBeHidden()
  for (const link of await crumbs(page).getByRole('link').all()) {
    const { width, height } = await box(link)
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
})

test('a page that is not there has a drawing, and its button goes one step back in the history', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/customer')
  await go(page, '/vehiclemaster')
  await go(page, '/nowhere/at/all')
  await expect(heading(page)).toHaveText('Page not found')
  await expect(page.locator('main svg').first()).toBeVisible()
  await page.getByRole('button', { name: 'Go back' }).click()
  await expect(page).toHaveURL('/vehiclemaster')
  await page.goForward()
  await expect(heading(page)).toHaveText('Page not found')
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/customer')
})

test('a theme takes effect as it is selected, in every part, and lasts', async ({ as }) => {
  const page = await as('SALES', { viewport: DESKTOP })
  await page.goto('/customer/add')
  await expect(heading(page)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { stood: true }))
  await page.getByRole('banner').getByRole('button', { name: /Sales/ }).click()
  await page.getByRole('menuitem', { name: /^Theme/ }).click()
  const themes = page.getByRole('menuitemradio')
  const names = (await themes.allInnerTexts()).filter((name) => !/(rows|English|हिन्दी)$/.test(name.trim()))
  expect(names, 'eleven, the one for the sun, and the device’s').toHaveLength(13)
  for (const [label, theme, ground] of [
    ['Slate 2, dark', 'slateDark2', 'rgb(26, 32, 56)'],
    ['White and purple', 'whitePurple', 'rgb(250, 250, 250)'],
    ['Red', 'red', 'rgb(18, 18, 18)'],
    ['Blue, dark', 'blueDark', 'rgb(26, 32, 56)'],
  ] as const) {
    await page.getByRole('menuitemradio', { name: label, exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    expect(await style(page.locator('body'), 'background-color')).toBe(ground)
    const behind = page.getByRole('navigation', { name: 'Main', includeHidden: true })
    expect(await style(behind, 'background-color'), 'the sidebar stays').toBe(SLATE)
  }
  expect(await page.evaluate(() => 'stood' in window), 'without a reload').toBe(true)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'blueDark')
})

for (const unknown of ['midnight', 'toString'])
  test(`settings with the unknown theme ${unknown} open in blue`, async ({ as }) => {
    const page = await as('BM', { colorScheme: 'dark' })
    await kept(page, { theme: unknown, compact: true })
    await page.goto('/profile')
    await expect(heading(page)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'blue')
    expect((await box(menu(page))).width, 'the other settings hold').toBe(80)
  })

test('every page is a chunk of its own, which comes behind the loading screen', async ({ as }) => {
  const asked: string[] = []
  const page = await as('ADMIN')
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const [path, chunk, title] of [
    ['/desk/calendar', 'Calendar', 'Calendar'],
    ['/AccessManagement', 'AccessManagement', 'Access'],
    ['/material/progress', 'ProgressBars', 'Progress'],
  ] as const) {
    const own = (one: string) => one.startsWith(`/assets/${chunk}-`) && one.endsWith('.js')
    expect(asked.some(own), `${chunk} came with no other page`).toBe(false)
    let arrive = () => undefined as void
    const arrives = new Promise<void>((done) => (arrive = done))
    await page.route(`**/assets/${chunk}-*.js`, async (route) => {
      await arrives
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('status', { name: 'Loading the page' })).toBeVisible()
    arrive()
    await expect(heading(page)).toHaveText(title)
    expect(asked.some(own)).toBe(true)
  }
})

test('a bar of progress without figures stands at 75 of 100', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/material/progress')
  const bar = page.getByRole('progressbar', { name: 'Standard' })
  await expect(bar).toHaveAttribute('aria-valuenow', '75')
  await expect(bar).toHaveAttribute('aria-valuemax', '100')
})

test('a page that is gone to shows that it comes, while its chunk is on its way', async ({ as }) => {
  const page = await as('ADMIN')
  const pages = [
    ['/desk/calendar', 'Calendar', 'Calendar'],
    ['/order', 'DocList', 'Orders'],
    ['/ViewStock', 'ViewStock', 'View stock'],
  ] as const
  // Held from the beginning: what asks for a page's code ahead of time waits as well.
  const arrive = new Map<string, () => void>()
  for (const [, chunk] of pages) {
    const arrives = new Promise<void>((done) => arrive.set(chunk, done))
    await page.route(`**/assets/${chunk}-*.js`, async (route) => {
      await arrives
      await route.continue()
    })
  }
  await page.goto('/profile')
  await expect(heading(page)).toHaveText('Profile')
  for (const [path, chunk, title] of pages) {
    await go(page, path)
    await expect(page.getByRole('status', { name: 'Loading the page' }), path).toBeVisible()
    await expect(heading(page), 'the page before is gone').toHaveCount(0)
    await expect(bar(page), 'the frame stays').toBeVisible()
    arrive.get(chunk)?.()
    await expect(heading(page)).toHaveText(title)
  }
})
