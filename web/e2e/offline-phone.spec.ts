// A phone whose network is cut: what was never opened on it works all the same, and says what waits.
import type { Page } from '@playwright/test'
import { peopleAt } from './support/api'
import { keptOn } from './support/kept'
import { startServer, type Server } from './support/server'
import { narrow, prepare, today } from './support/story'
import { expect, go, installed, test } from './support/test'
import { pick } from './support/walked'

const PHONE = { width: 390, height: 844 }
const BUYER = { name: 'Kulkarni Pipes', gstin: '27AABFT1234K1Z9', stateCode: '27', pin: '411001', mobile: '9822012399' }
const BARE = '/api/order/facts {"id":"","record":{"lines":[]}}'

let server: Server
const { person, forget } = peopleAt(() => server)
test.beforeEach(async () => {
  server = await startServer()
  forget()
})
test.afterEach(() => server.end())

const unsent = (page: Page, name: string) => expect(page.getByRole('link', { name, exact: true })).toBeVisible()

test('an order is made on a phone that never opened its form, and is refused there what it lacks', async ({
  browser,
}) => {
  await narrow(server.url, ['SALES'])
  const goods = await prepare(server.url, person, BUYER, '7714')
  const yard = await (await person('SALES')).one('yard', 'code:eq:PUN1')
  const term = await (await person('SALES')).one('payment_term', 'code:eq:CR30')
  const page = await installed(browser, server.url, 'SALES', { viewport: PHONE })
  await expect
    .poll(() => keptOn(page))
    .toEqual(
      expect.arrayContaining([
        BARE,
        '/api/docs/payment_term?where=status%3Aeq%3AActive&limit=500',
        `/api/catalogue?yard=${yard.id}&limit=500`,
      ]),
    )
  const day = (await today(server.url)).split('-').reverse().join('-')
  await server.stop()
  await go(page, '/order/add')
  await pick(page, 'Customer', goods.customer)
  await pick(page, 'Yard', 'PUN1')
  await pick(page, 'Payment term', String(term.name))
  await page.getByPlaceholder(/^Type size, name or code/).fill(goods.sku)
  await page.getByRole('option', { name: goods.sku }).first().click()
  await page.getByRole('textbox', { name: 'Delivery by' }).fill(day)
  const bar = page.getByRole('region', { name: 'Actions' })
  await bar.getByRole('button', { name: /^Submit/ }).click()
  await expect(page.getByText('Enter the pieces').first()).toBeVisible()
  await expect(page.getByText('01-01-1970')).toHaveCount(0)
  await unsent(page, 'No unsent changes')
  await page.getByLabel('Pieces, line 1').fill('12')
  await bar.getByRole('button', { name: /^Submit/ }).click()
  await expect(page).toHaveURL(/\/order\/view\//)
  await unsent(page, '2 unsent changes')
  const main = page.getByRole('main')
  await expect(main).toContainText(goods.sku)
  await expect(main).toContainText(goods.customer)
  const id = page.url().split('/').at(-1)!
  await server.start()
  forget()
  await unsent(page, 'No unsent changes')
  expect((await (await person('SALES')).doc('order', id)).status).not.toBe('Draft')
  await page.context().close()
})

test('the first to-do made without the server makes the list, and is there once it is back', async ({ browser }) => {
  const page = await installed(browser, server.url, 'YARD', { viewport: PHONE })
  const man = await person('YARD')
  await page.goto('/desk/todo')
  await expect(page.getByText('Nothing to do yet')).toBeVisible()
  await server.stop()
  await page.getByRole('textbox', { name: 'New to-do' }).fill('Call the crane')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await unsent(page, '2 unsent changes')
  await expect(page.getByRole('main')).toContainText('Call the crane')
  await server.start()
  forget()
  await unsent(page, 'No unsent changes')
  const list = await (await person('YARD')).doc('todo_list', man.id)
  expect((list.record.todos as { title: string }[]).map(({ title }) => title)).toEqual(['Call the crane'])
  await page.context().close()
})

test('without the server a change that waits is discarded, and signing out says what signing in will need', async ({
  browser,
}) => {
  const page = await installed(browser, server.url, 'SALES', { viewport: PHONE })
  await page.goto('/desk/todo')
  const add = page.getByRole('textbox', { name: 'New to-do' })
  await expect(add).toBeVisible()
  await server.stop()
  await add.fill('Ask for the mill sheet')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await unsent(page, '1 unsent change')
  await go(page, '/unsent')
  await page.getByRole('button', { name: 'Discard change' }).click()
  const lost = page.getByRole('dialog', { name: 'Discard this change?' })
  await expect(lost).toContainText('It was never sent')
  await lost.getByRole('button', { name: 'Discard', exact: true }).click()
  await unsent(page, 'No unsent changes')
  await page.getByRole('banner').getByRole('button', { name: /Sales/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const asked = page.getByRole('dialog', { name: 'You are offline' })
  await expect(asked).toContainText('Signing in again needs the server')
  await asked.getByRole('button', { name: 'Stay signed in' }).click()
  await page.context().close()
})
