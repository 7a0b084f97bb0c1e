// Every route as every role: with what is there, with what is another's and with what is made up. What each role finds
// is told in files/walk.txt.
import type { BrowserContext, Page } from '@playwright/test'
import { kept, keep, linesOf, note, ROLES, WALKED, type Found } from './support/found'
import { signIn } from './support/api'
import { PASSWORD } from './support/server'
import { expect, signInAt, test } from './support/test'
import { countCalls, knownTo, walk } from './support/walk'

// Two workers share the roles.
test.describe.configure({ mode: 'parallel' })

const STRANGER = { email: 'stranger@walk.example', username: 'A Stranger', password: 'nine quiet lorries' }

/** One app for all roles of a worker: its code is loaded once, and nobody finds there what the one before them saw. */
let app: { context: BrowserContext; page: Page; leave?: () => Promise<void> } | undefined
const wrong: string[] = []

test.afterAll(async () => {
  await app?.context.close()
  app = undefined
})

async function register(url: string) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/auth/register`, { method: 'POST', headers, body: JSON.stringify(STRANGER) })
  expect(answer.ok).toBe(true)
}

for (const role of ROLES)
  test(`as ${role} every route opens, is refused in words or is not found`, async ({ browser, server, person }) => {
    test.setTimeout(3_000_000)
    const [name, password] = role === 'NOBODY' ? [STRANGER.email, STRANGER.password] : [role, PASSWORD]
    if (role === 'NOBODY') await register(server.url)
    const who = await signIn(server.url, name, password)
    // What reports are made of is put together once for everybody, when the first asks for it.
    await who.bytes('/api/frames', 'application/vnd.godown.frames')
    if (!app) {
      const context = await browser.newContext({ ...test.info().project.use, baseURL: server.url })
      const page = await context.newPage()
      app = { context, page }
      await countCalls(page)
      page.on('pageerror', (error) => wrong.push(`${page.url()} breaks: ${error.message}`))
      page.on('response', (answer) => {
        if (answer.status() >= 500) wrong.push(`${page.url()} is answered ${answer.status()} by ${answer.url()}`)
      })
      await page.goto('/session/signin')
    }
    const { page } = app
    await app.leave?.()
    await signInAt(page, name, password)
    const menu = page.getByRole('banner').getByRole('button', { name: who.name })
    await expect(menu).toBeVisible()
    app.leave = async () => {
      await menu.click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await expect(page).toHaveURL('/session/signin')
    }
    wrong.length = 0
    const found: Found = new Map()
    await walk(page, WALKED, knownTo(who, await person('ADMIN')), (stop, seen) => {
      note(found, stop.path, stop.label, seen.outcome)
      if (seen.wrong) wrong.push(`${stop.path}, ${stop.label}: ${seen.wrong}`)
    })
    if (process.env.UPDATE) keep(role, found)
    expect(wrong).toEqual([])
    expect(linesOf(found)).toEqual(linesOf(kept(role)))
  })
