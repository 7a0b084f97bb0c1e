// Every page that is built, light and dark: nothing serious for axe; and the sign-in page fits a phone.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Person } from './support/api'
import { pending, settled, type Shown } from './support/settled'
import { expect, go, test } from './support/test'

const PHONE = { width: 390, height: 844 }
const THEMES = { light: 'blue', dark: 'blueDark' }

const anything = /./

/** One address of each page, with a document of the demo where it shows one. */
async function pages(admin: Person): Promise<Shown[]> {
  const order = async (status: string) => (await admin.one('order', `status:eq:${status}`)).id
  const [pending, credit, waiting, loaded, completed] = [
    await order('BM Approval Pending'),
    await order('Credit Approval Pending'),
    await order('Waiting for Loading'),
    await order('Order Loaded'),
    await order('Order Completed'),
  ]
  const [customer, sku, employee, vehicle] = [
    await admin.one('customer', 'status:eq:Active'),
    await admin.one('sku'),
    await admin.one('employee'),
    await admin.one('vehicle'),
  ]
  const loading = await admin.one('loading', 'status:eq:Posted', `order:eq:${completed}`)
  const [invoice, inward] = [
    await admin.one('invoice', 'status:eq:Posted'),
    await admin.one('inward', 'status:eq:Approved'),
  ]
  return [
    { path: '/dashboard/default', head: 'Dashboard' },
    { path: '/profile', head: 'Profile' },
    { path: '/profile/edit', head: 'Edit profile' },
    { path: '/sessions', head: 'Sessions' },
    { path: '/notification', head: 'Notifications' },
    { path: '/desk/shop', head: 'Shop' },
    { path: '/desk/inbox', head: 'Inbox' },
    { path: '/desk/chat', head: 'Chat' },
    { path: '/desk/contacts?as=cards', head: 'Contacts' },
    { path: '/desk/proforma', head: 'Proforma invoices' },
    { path: '/desk/recent', head: 'Recent' },
    { path: '/desk/notifications', head: 'Notifications' },
    { path: '/audit', head: 'Audit' },
    { path: '/outbox', head: 'Mails' },
    { path: '/triggermaster', head: 'Triggers' },
    { path: '/timeconfigurator', head: 'Time rules' },
    { path: '/order', head: 'Orders' },
    { path: '/order/add', head: 'New order' },
    { path: '/order/addNew', head: anything },
    { path: `/order/view/${completed}`, head: /^ORD/ },
    { path: `/order/view/${completed}/history`, head: /^ORD/ },
    { path: `/order/bmApproval/${pending}`, head: anything },
    { path: `/order/creditApproval/${credit}`, head: anything },
    { path: `/order/changestatus/${waiting}`, head: 'Change status' },
    { path: `/order/delivery/${loaded}`, head: anything },
    { path: `/yard/yardview/${waiting}`, head: /^ORD/ },
    { path: '/order_loaded', head: anything },
    { path: '/order_loaded/add', head: anything },
    { path: '/order_loaded/addNew', head: anything },
    { path: `/order_loaded/view/${loading.id}`, head: anything },
    { path: `/order_loaded/delivery/${loading.id}`, head: anything },
    { path: '/invoice/CreateInvoice', head: anything },
    { path: '/invoice/add', head: 'New invoice' },
    { path: `/invoice/CreateEdit?id=${invoice.id}`, head: anything },
    { path: `/invoice/print/${invoice.id}`, head: anything },
    { path: '/stockinward', head: anything },
    { path: '/stockinward/add', head: anything },
    { path: `/stockinward/view/${inward.id}`, head: anything },
    { path: '/ViewStock', head: anything },
    { path: '/customer', head: 'Customers' },
    { path: `/customer/view/${customer.id}`, head: anything },
    { path: '/customer/add', head: 'New customer' },
    { path: `/Sku/edit/${sku.id}`, head: anything },
    { path: '/Sku/addnew', head: 'New SKU' },
    { path: `/Sku/viewnew/${sku.id}`, head: anything },
    { path: '/SkuMastersInfo', head: 'SKU cards' },
    { path: '/unsent', head: 'Unsent changes' },
    { path: '/formulamaster?new', head: 'New formula', over: true },
    { path: `/employee/view/${employee.id}`, head: anything },
    { path: '/vehiclemaster', head: 'Vehicles' },
    { path: `/vehiclemaster?id=${vehicle.id}`, head: /^[A-Z]{2}\d\d/, over: true },
    { path: '/vehiclemaster?new', head: 'New vehicle', over: true },
    { path: '/nowhere', head: 'Page not found' },
  ]
}

/**
 * There are no frames to gather from, and only what is wrong is reported: both halve the time. The dark pages are the
 * light ones in other colours, so only their contrast is asked.
 */
async function serious(page: Page, mode = 'light'): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  const { violations } = await (
    mode === 'dark'
      ? axe.withRules(['color-contrast', 'link-in-text-block'])
      : axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  ).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`))
}

/** What is wider than the window and does not scroll within a box of its own. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body
    return [document.documentElement, document.body, main]
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => `${box.tagName} ${box.scrollWidth} in ${box.clientWidth}`)
  })

async function eachPage(page: Page, admin: Person, look: (path: string) => Promise<void>) {
  const open = pending(page)
  await page.goto('/dashboard/default')
  await settled(page, { head: 'Dashboard' }, open)
  for (const shown of await pages(admin)) {
    await go(page, shown.path)
    await settled(page, shown, open)
    await look(shown.path)
  }
}

for (const [mode, theme] of Object.entries(THEMES)) {
  test(`axe finds nothing serious on any page, ${mode}`, async ({ as, person }) => {
    test.setTimeout(600_000)
    const page = await as('ADMIN')
    await page.addInitScript((name) => localStorage.setItem('godown.settings', JSON.stringify({ theme: name })), theme)
    await eachPage(page, await person('ADMIN'), async (path) =>
      expect.soft(await serious(page, mode), path).toEqual([]),
    )
    await expect(page.locator('html')).toHaveAttribute('data-mode', mode)
  })
}

test('no page scrolls sideways on a phone', async ({ as, person }) => {
  test.setTimeout(600_000)
  const page = await as('ADMIN', { viewport: PHONE, hasTouch: true })
  await eachPage(page, await person('ADMIN'), async (path) => expect.soft(await tooWide(page), path).toEqual([]))
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
      expect(await serious(page, mode)).toEqual([])
      await page.setViewportSize(PHONE)
      expect(await tooWide(page)).toEqual([])
    })
  }
}
