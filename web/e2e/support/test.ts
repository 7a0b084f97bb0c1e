// The tests' own `test`: one server for a worker, and people at it.
import { test as base, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import { signIn, type Person } from './api'
import { PASSWORD, startServer, type Server } from './server'

export { expect } from '@playwright/test'

interface Given {
  /** A page of somebody who is signed in already. */
  as: (id: string, options?: BrowserContextOptions) => Promise<Page>
}

interface Shared {
  server: Server
  /** Signs in over the API, once for each person. */
  person: (id: string) => Promise<Person>
}

export const test = base.extend<Given, Shared>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from this pattern what a fixture needs
  server: [async ({}, give) => {
    const server = await startServer()
    await give(server)
    await server.end()
  }, { scope: 'worker' }],
  person: [async ({ server }, give) => {
    const known = new Map<string, Promise<Person>>()
    await give((id) => {
      const person = known.get(id) ?? signIn(server.url, id)
      known.set(id, person)
      return person
    })
  }, { scope: 'worker' }],
  baseURL: async ({ server }, give) => give(server.url),
  as: async ({ browser, server, person }, give) => {
    const pages: Page[] = []
    await give(async (id, options) => {
      const page = await pageOf(browser, server.url, await person(id), options)
      pages.push(page)
      return page
    })
    for (const page of pages) await page.context().close()
  },
})

/** A browser of its own whose session stands already. */
export async function pageOf(browser: Browser, url: string, { token, id }: Person, options: BrowserContextOptions = {}): Promise<Page> {
  const storageState = { cookies: [], origins: [{ origin: url, localStorage: [{ name: 'accessToken', value: token }, { name: 'id', value: id }] }] }
  const context = await browser.newContext({ ...test.info().project.use, baseURL: url, ...options, storageState })
  return context.newPage()
}

export async function signInAt(page: Page, id: string, password = PASSWORD) {
  await page.getByLabel('Employee id').fill(id)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Goes to an address as a link does, without loading the app anew. */
export async function go(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
