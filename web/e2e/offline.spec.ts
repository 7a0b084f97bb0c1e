// The server goes away and comes back: pages say so and try again, and nothing that was typed is lost.
import type { Catalogue } from '../src/core/types.gen'
import { pageOf, expect, installed, test } from './support/test'
import { signIn } from './support/api'
import { keptOn } from './support/kept'
import { pick } from './support/walked'
import { startServer, type Server } from './support/server'

let server: Server
test.beforeEach(async () => {
  server = await startServer()
})
test.afterEach(() => server.end())

test(
  'a list that could not be loaded says so, and loads when it is asked again',
  { tag: '@smoke' },
  async ({ browser }) => {
    const page = await pageOf(browser, server.url, await signIn(server.url, 'ADMIN'))
    await page.goto('/dashboard/default')
    const menu = page.getByRole('navigation', { name: 'Main', exact: true })
    await expect(menu.getByRole('link').first()).toBeVisible()
    await page.goto('/trucktypemaster')
    await expect(page.getByRole('grid').getByRole('link', { name: 'LCV 14 ft' })).toBeVisible()
    await server.stop()
    await page.getByRole('searchbox', { name: 'Search truck types' }).fill('Container')
    const failed = page.getByRole('main').getByRole('alert')
    await expect(failed).toContainText('The server was not reached')
    await expect(page.getByRole('banner').getByRole('status')).toContainText('Offline')
    // What the app finds by itself comes later: it would take the button away.
    const unasked = /\/(healthz|api\/changes)/
    await page.route(unasked, (route) => route.abort())
    await server.start()
    await failed.getByRole('button', { name: 'Try again' }).click()
    await page.unroute(unasked)
    await expect(page.getByRole('grid').getByRole('link', { name: 'Container 32 ft' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('status')).toContainText('Live')
    await page.context().close()
  },
)

test('what was typed stays when saving fails, and is saved once the server is back', async ({ browser }) => {
  const page = await pageOf(browser, server.url, await signIn(server.url, 'ADMIN'))
  await page.goto('/trucktypemaster?new')
  const form = page.getByRole('dialog', { name: 'New truck type' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Low bed 22 wheels')
  await form.getByRole('textbox', { name: 'Wheels' }).fill('22')
  await form.getByRole('textbox', { name: 'Largest load' }).fill('40,000')
  await form.getByRole('textbox', { name: 'Longest piece' }).fill('12000')
  await server.stop()
  await form.getByRole('button', { name: 'Save truck type' }).click()
  await expect(form.getByRole('alert')).toContainText('The server was not reached')
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Low bed 22 wheels')
  await server.start()
  await form.getByRole('button', { name: 'Save truck type' }).click()
  await expect(page.getByRole('dialog', { name: 'Low bed 22 wheels' })).toBeVisible()
  await page.context().close()
})

test('a draft outlives the tab it was typed in', async ({ browser }) => {
  const page = await pageOf(browser, server.url, await signIn(server.url, 'ADMIN'))
  await page.goto('/trucktypemaster?new')
  const name = page.getByRole('dialog', { name: 'New truck type' }).getByRole('textbox', { name: 'Name' })
  await name.fill('Tanker 12 wheels')
  const later = await page.context().newPage()
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
  await later.goto('/trucktypemaster?new')
  const form = later.getByRole('dialog', { name: 'New truck type' })
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Tanker 12 wheels')
  await expect(form.getByRole('status')).toContainText('is back')
  await later.context().close()
})

test('goods of the yard are found by what is typed and pasted without the server, as they are with it', async ({
  browser,
}) => {
  const page = await installed(browser, server.url, 'SALES')
  const admin = await signIn(server.url, 'ADMIN')
  const yard = await admin.one('yard', 'code:eq:PUN1')
  const { name } = await admin.one('customer', 'status:eq:Active')
  await page.goto('/order/add')
  await pick(page, 'Customer', String(name))
  await pick(page, 'Yard', 'PUN1')
  const search = page.getByPlaceholder(/^Type size, name or code/)
  const found = async (words: string) => {
    await search.fill(words)
    await expect(page.getByRole('option').first()).toBeVisible()
    return page.getByRole('option').first()
  }
  const catalogue = `/api/catalogue?yard=${yard.id}&limit=500`
  await expect.poll(() => keptOn(page)).toContain(catalogue)
  const all = (await admin.get<Catalogue>(catalogue)).rows
  const wanted = (await admin.get<Catalogue>(`/api/catalogue?yard=${yard.id}&q=flat+50x10&limit=30`)).rows[0]!
  const coded = all.find(({ code }) => code)!
  await server.stop()
  await page.reload()
  await pick(page, 'Yard', 'PUN1')
  await expect(page.getByRole('combobox', { name: 'Payment term' })).not.toHaveValue(/^$|[0-9a-f]{8}-/)
  await expect(await found('flat 50x10')).toContainText(wanted.name)
  await search.fill('unheard of')
  await expect(page.getByText('No size, name or code matches “unheard of”')).toBeVisible()
  await expect(await found(coded.code!)).toContainText(coded.name)
  await expect(page.getByRole('option').first(), 'the customer may have another').toContainText('price not known')
  await page.getByRole('option').first().click()
  await expect(page.getByRole('row').filter({ hasText: coded.name })).toBeVisible()
  await page.getByRole('button', { name: 'Paste rows' }).click()
  const box = page.getByRole('dialog', { name: 'Paste rows' })
  await box.getByRole('textbox').fill(`${wanted.name}\t40\t60200`)
  await expect(box.getByRole('status')).toHaveText('1 good, 0 to fix')
  await page.context().close()
})
