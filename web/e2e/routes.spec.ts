// Every route of the specification has its row, and those of a session open for anybody. What each role finds at all of
// them is walked in walk.spec.ts.
import type { Page } from '@playwright/test'
import { expect, test } from './support/test'
import { ALL, rowOf } from './support/routes'

const shut = (page: Page) =>
  page.getByRole('heading', {
    level: 1,
    name: /^(You do not have access|Page not found|Something went wrong)/,
  })

test('every such route has a row', () => {
  expect(ALL.filter((route) => !rowOf(route.path)).map((route) => route.path)).toEqual([])
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
