// A page once its data stands in it, for walks over many pages.
import type { Page } from '@playwright/test'
import { expect, go } from './test'

/** What a page shows. `over`: in a drawer, whose heading is of the second level. */
export interface Shown {
  path: string
  head: string | RegExp
  over?: boolean
}

/** Calls that are not answered yet; the stream of changes never is. */
export function pending(page: Page): Set<unknown> {
  const open = new Set<unknown>()
  page.on('request', (request) => void (new URL(request.url()).pathname !== '/api/changes' && open.add(request)))
  page.on('requestfinished', (request) => void open.delete(request))
  page.on('requestfailed', (request) => void open.delete(request))
  return open
}

/** Waits for the heading and for all that the page still asks for. */
export async function settled(page: Page, { head, over }: Omit<Shown, 'path'>, open: Set<unknown>) {
  await expect(page.getByRole('heading', { name: head, level: over ? 2 : 1 }).first()).toBeVisible()
  await expect(page.getByRole('status', { name: /^Loading/, includeHidden: true })).toHaveCount(0)
  await expect.poll(() => open.size).toBe(0)
}

/**
 * Goes there as a link does, by way of a page that is none: what stands then is not the page before. Answers whether it
 * is a page that the person may open.
 */
export async function arrive(page: Page, { path, over }: Omit<Shown, 'head'>, open: Set<unknown>): Promise<boolean> {
  const none = /^Page not found/
  await go(page, '/nowhere')
  await expect(page.getByRole('heading', { level: 1, name: none })).toBeVisible()
  await go(page, path)
  const title = page.locator('main h1').filter({ hasNotText: none })
  await expect(title, path).toBeVisible()
  const opens = !/^You do not have access/.test((await title.textContent()) ?? '')
  await settled(page, { head: /./, over: over && opens }, open)
  return opens
}
