// Every route of the specification: open with real data to who may, closed to who may not; and every
// view that an address names by a word.
import { readFileSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, go, test } from './support/test'
import { ALL, addressOf, rowOf } from './support/routes'

const shut = (page: Page) =>
  page.getByRole('heading', {
    level: 1,
    name: /^(You do not have access|Page not found|Something went wrong)/,
  })

/** Goes there as a link does, by way of a page that is none: what stands then is not the page before. */
async function open(page: Page, address: string) {
  await go(page, '/nowhere')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await go(page, address)
}

/** The page stands: its title is there, and nothing says that something is missing. */
async function stands(page: Page, address: string) {
  await expect(shut(page), address).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading', exact: true }), address).toHaveCount(0)
  // The gallery shows what a failure looks like.
  if (address.startsWith('/material/')) return
  await expect(page.getByRole('button', { name: 'Try again' }), address).toHaveCount(0)
}

test('every such route has a row', () => {
  expect(ALL.filter((route) => !rowOf(route.path)).map((route) => route.path)).toEqual([])
})

test('every such route opens for a person with the right, with real data', async ({ as, person }) => {
  test.setTimeout(600_000)
  const admin = await person('ADMIN')
  const pages = { ADMIN: await as('ADMIN'), YARD: await as('YARD') }
  await Promise.all(Object.values(pages).map((page) => page.goto('/')))
  for (const route of ALL.filter((one) => !one.public)) {
    // The yard begins what takes stock off its books; the administrator only decides on it.
    const begins =
      ['batch_closing', 'dump_stock'].includes(rowOf(route.path)?.type ?? '') && route.path.endsWith('/add')
    const page = pages[begins ? 'YARD' : 'ADMIN']
    const address = await addressOf(route.path, admin)
    await open(page, address)
    await stands(page, address)
    const row = rowOf(route.path)!
    if (row.kind === 'list') await expect(page.getByRole('grid').getByRole('row').nth(1), address).toBeVisible()
    if (row.kind === 'view') await expect(page.locator('main dd').first(), address).toBeVisible()
  }
})

test('every such route refuses a person without the right', async ({ browser, server }) => {
  test.setTimeout(600_000)
  const context = await browser.newContext({ ...test.info().project.use, baseURL: server.url })
  const page = await context.newPage()
  const answer = await fetch(`${server.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'stranger@walk.example', username: 'A Stranger', password: 'nine quiet lorries' }),
  })
  const { accessToken, user } = (await answer.json()) as { accessToken: string; user: { id: string } }
  await page.goto('/session/signin')
  await page.evaluate(
    ([token, id]) => {
      localStorage.setItem('accessToken', token!)
      localStorage.setItem('id', id!)
    },
    [accessToken, user.id],
  )
  const guarded = ALL.filter((route) => !route.public && rowOf(route.path)?.type)
  expect(guarded.length).toBeGreaterThan(40)
  await page.goto('/')
  for (const route of guarded) {
    await open(page, route.path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000'))
    await expect(page.getByRole('heading', { level: 1, name: /^You do not have access/ }), route.path).toBeVisible()
  }
  await context.close()
})

const WORDS = ['admin', 'management', 'bm', 'credit', 'yard', 'fromyard', 'toyard', 'logistic', 'account', 'nobody']
const PEOPLE = ['ADMIN', 'SALES', 'BM', 'CREDIT', 'YARD', 'LOGI', 'ACC', 'AUDIT']
const VIEWS = new URL('files/views.txt', import.meta.url)

/** What stands at an address: the page, or why not. */
async function foundAt(page: Page, address: string): Promise<'open' | 'no access' | 'not found'> {
  await go(page, '/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await go(page, address)
  const title = page.getByRole('heading', { level: 1 }).filter({ hasNotText: /^Profile$/ })
  await expect(title, address).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading', exact: true }), address).toHaveCount(0)
  const name = (await title.textContent()) ?? ''
  if (/^You do not have access/.test(name)) return 'no access'
  if (/^Page not found/.test(name)) return 'not found'
  await stands(page, address)
  return 'open'
}

test('a word in an address opens a view to who has it, and gives nobody else anything', async ({ as, person }) => {
  test.setTimeout(900_000)
  const admin = await person('ADMIN')
  const routes = ALL.filter(({ path }) => /:userType|:logintype/.test(path)).map(({ path }) => path)
  const told: string[] = []
  for (const id of PEOPLE) {
    const page = await as(id)
    await page.goto('/profile')
    const who = await person(id)
    for (const path of routes) {
      const type = rowOf(path)!.type!
      const views = (await who.status(`/api/docs/${type}?limit=1`)) === 200
      const seen = views ? (await who.list(type, [], 1)).rows[0] : null
      const document = (seen ?? (await admin.one(type))).id
      const by: Record<string, string[]> = {}
      // Who views none of them is let into no view, whatever the word.
      for (const word of views ? WORDS : ['bm', 'nobody']) {
        const address = path.replace(/:userType|:logintype/, word).replace(/:\w+/, document)
        ;(by[await foundAt(page, address)] ??= []).push(word)
      }
      told.push(`${id} ${path}`, ...Object.entries(by).map(([what, words]) => `  ${what}: ${words.join(' ')}`))
    }
    await page.close()
  }
  const text = `${told.join('\n')}\n`
  if (process.env.UPDATE) writeFileSync(VIEWS, text)
  expect(text).toBe(readFileSync(VIEWS, 'utf8'))
})

test('every session route opens for anybody', async ({ browser, server }) => {
  const context = await browser.newContext({ ...test.info().project.use, baseURL: server.url })
  const page = await context.newPage()
  for (const route of ALL.filter((one) => one.public && one.path !== '/session/404')) {
    await page.goto(route.path)
    await expect(page.getByRole('heading', { level: 1 }), route.path).toBeVisible()
    await expect(shut(page), route.path).toHaveCount(0)
  }
  await page.goto('/session/404')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await context.close()
})
