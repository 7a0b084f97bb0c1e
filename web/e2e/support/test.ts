// The tests' own `test`: one server for a worker, and people at it.
import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test'
import { signIn, type Person } from './api'
import { PASSWORD, startServer, type Server } from './server'

export { expect }

interface Given {
  /** Nothing: every test fails whose pages broke the policy that the server sends with them. */
  policy: undefined
  /** A page of somebody who is signed in already. */
  as: (id: string, options?: BrowserContextOptions) => Promise<Page>
}

interface Shared {
  server: Server
  /** Signs in over the API, once for each person. */
  person: (id: string) => Promise<Person>
}

/** What pages did against their policy, as Chromium says it, since the test began. */
const violations: string[] = []

function watch(context: BrowserContext) {
  context.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('Content Security Policy'))
      violations.push(`${message.page()?.url() ?? ''}: ${message.text()}`)
  })
}

export const test = base.extend<Given, Shared>({
  policy: [
    async ({ browser }, give) => {
      violations.length = 0
      const open = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await open(options)
        watch(context)
        return context
      }
      await give(undefined)
      browser.newContext = open
      expect(violations).toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context }, give) => {
    watch(context)
    await give(context)
  },
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from this pattern what a fixture needs
    async ({}, give) => {
      const server = await startServer()
      await give(server)
      await server.end()
    },
    { scope: 'worker' },
  ],
  person: [
    async ({ server }, give) => {
      const known = new Map<string, Promise<Person>>()
      await give((id) => {
        const person = known.get(id) ?? signIn(server.url, id)
        known.set(id, person)
        return person
      })
    },
    { scope: 'worker' },
  ],
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
export async function pageOf(
  browser: Browser,
  url: string,
  { token, id }: Person,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const storageState = {
    cookies: [],
    origins: [
      {
        origin: url,
        localStorage: [
          { name: 'accessToken', value: token },
          { name: 'id', value: id },
        ],
      },
    ],
  }
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
