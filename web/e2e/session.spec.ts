// Coming in, staying in, and leaving; and addresses that lead nowhere.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, signInAt, test } from './support/test'

test('a wrong password and an unknown id are told the same', async ({ page }) => {
  await page.goto('/session/signin')
  await signInAt(page, 'SALES', 'not the password')
  const alert = page.getByRole('alert')
  await expect(alert).toBeVisible()
  const said = await alert.textContent()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await page.reload()
  await expect(alert).toBeHidden()
  await signInAt(page, 'NOBODY', 'not the password')
  await expect(alert).toHaveText(said ?? '')
  await expect(page).toHaveURL('/session/signin')
})

test('both fields are asked for before anything is sent', async ({ page }) => {
  await page.goto('/session/signin')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Employee id is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('Employee id')).toBeFocused()
})

test('signed-out people sign in and come back to where they were going', async ({ page }) => {
  await page.goto('/vehiclemaster?q=MH')
  await expect(page).toHaveURL('/session/signin')
  await signInAt(page, 'ADMIN')
  await expect(page).toHaveURL('/vehiclemaster?q=MH')
  await expect(page.getByRole('heading', { level: 1, name: 'Vehicles' })).toBeVisible()
})

test('the first page is the dashboard, and a reload keeps the session', { tag: '@smoke' }, async ({ page }) => {
  await page.goto('/')
  await signInAt(page, 'SALES')
  await expect(page).toHaveURL('/dashboard/default')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link').first()).toHaveText(/Dashboard/)
  await page.reload()
  await expect(page).toHaveURL('/dashboard/default')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard/default')
})

test('signing out ends the session on the server', async ({ page, server }) => {
  await page.goto('/session/signin')
  await signInAt(page, 'LOGI')
  await expect(page).toHaveURL('/dashboard/logistics')
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const menu = () => fetch(`${server.url}/api/menu`, { headers: { authorization: `Bearer ${token}` } })
  expect((await menu()).status).toBe(200)
  const left = page.waitForResponse((response) => response.url().endsWith('/api/logout'))
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Logistics/ })
    .click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  expect((await left).ok()).toBe(true)
  await expect(page).toHaveURL('/session/signin')
  expect((await menu()).status).toBe(401)
  await page.goto('/order')
  await expect(page).toHaveURL('/session/signin')
})

test('a session ended elsewhere leads to the sign-in page and back', async ({ page, server }) => {
  await page.goto('/vehiclemaster')
  await signInAt(page, 'ADMIN')
  await expect(page.getByRole('heading', { level: 1, name: 'Vehicles' })).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  await fetch(`${server.url}/api/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  // The stream of changes ends with the session, so that nothing needs to be clicked.
  await expect(page).toHaveURL('/session/signin')
  await expect(page.getByRole('alert')).toBeVisible()
  await signInAt(page, 'ADMIN')
  await expect(page).toHaveURL('/vehiclemaster')
})

test('an address that leads nowhere goes one step back', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/vehiclemaster')
  await expect(page.getByRole('heading', { level: 1, name: 'Vehicles' })).toBeVisible()
  await page.goto('/nowhere/at/all')
  await page.getByRole('button', { name: 'Go back' }).click()
  await expect(page).toHaveURL('/vehiclemaster')
})

test('a page that the roles do not open says so', async ({ as }) => {
  const page = await as('YARD')
  await page.goto('/price')
  await expect(page.getByRole('heading', { name: 'You do not have access to Prices' })).toBeVisible()
})

test('what is typed before the app is there goes on in its form, and signing in waits for it', async ({ page }) => {
  for (const sent of [false, true]) {
    let arrive = () => undefined as void
    const arrives = new Promise<void>((done) => (arrive = done))
    await page.route(/\/assets\/index-.*\.js$/, async (route) => {
      await arrives
      await route.continue()
    })
    await page.goto('/order', { waitUntil: 'commit' })
    const id = page.getByLabel('Employee id')
    await expect(id).toBeFocused()
    await page.keyboard.type('SALES')
    await page.keyboard.press('Tab')
    await page.keyboard.type(sent ? 'godown-demo' : 'godown-')
    if (sent) {
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Signing in' })).toBeVisible()
    }
    arrive()
    await expect(page.locator('#standing')).toHaveCount(0)
    if (!sent) {
      const password = page.getByLabel('Password', { exact: true })
      await expect(password).toBeFocused()
      await page.keyboard.type('demo')
      await expect(password).toHaveValue('godown-demo')
      await expect(id).toHaveValue('SALES')
    }
    await page.unroute(/\/assets\/index-.*\.js$/)
  }
  await expect(page).toHaveURL(/\/order$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
})

test('who signs in loads at most 300 kB of scripts, and none of the pages behind', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/assets\/([^/?]+\.js)(\?|$)/.exec(request.url()) ?? []
    if (name) asked.push(name)
  })
  await page.goto('/session/signin')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const bytes = asked.map((name) => gzipSync(readFileSync(new URL(`../dist/assets/${name}`, import.meta.url))).length)
  expect(asked.filter((name) => /^(shell|first|lists|common|grid|chart)-/.test(name))).toEqual([])
  expect(
    asked.some((name) => name.startsWith('session-')),
    'the page itself',
  ).toBe(true)
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(300_000)
})
