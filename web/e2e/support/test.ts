// The tests' own `test`: a server for each file of tests, and people at it.
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
  /** The file's own: whatever other files do at the same time, its data is the demo's and what its own tests made. */
  server: Server
  /** Signs in over the API, once for each person. */
  person: (id: string) => Promise<Person>
  /** Nothing: every test fails whose pages broke the policy that the server sends with them. */
  policy: undefined
  /** A page of somebody who is signed in already. */
  as: (id: string, options?: BrowserContextOptions) => Promise<Page>
}

/** What stands at a worker for the file that it is at. */
interface Stand {
  file: string
  server: Server
  people: Map<string, Promise<Person>>
}

interface Shared {
  /** What a file's servers are started with beside the usual. */
  settings: Record<string, string>
  /** The stand of a file: that of the one before is taken down. */
  standAt: (file: string) => Promise<Stand>
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
  settings: [{}, { scope: 'worker' }],
  standAt: [
    async ({ settings }, give) => {
      let stand: Stand | undefined
      await give(async (file) => {
        if (stand?.file === file) return stand
        await stand?.server.end()
        stand = { file, server: await startServer(settings), people: new Map() }
        return stand
      })
      await stand?.server.end()
    },
    { scope: 'worker' },
  ],
  server: async ({ standAt }, give, { file }) => give((await standAt(file)).server),
  person: async ({ standAt }, give, { file }) => {
    const { server, people } = await standAt(file)
    await give((id) => {
      const person = people.get(id) ?? signIn(server.url, id)
      people.set(id, person)
      return person
    })
  },
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

/** Signed in at the page, with the app kept in a browser of its own: it opens without the server as well. */
export async function installed(
  browser: Browser,
  baseURL: string,
  id: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const kept: BrowserContextOptions = { ...options, baseURL, serviceWorkers: 'allow' }
  const context = await browser.newContext({ ...test.info().project.use, ...kept })
  const page = await context.newPage()
  await page.goto('/session/signin')
  await signInAt(page, id)
  await expect(page).not.toHaveURL(/\/session\//)
  await page.evaluate(() => navigator.serviceWorker.ready)
  return page
}

/** Goes to an address as a link does, without loading the app anew. */
export async function go(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
