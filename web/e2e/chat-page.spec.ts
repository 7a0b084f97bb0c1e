// The chat's page: conversations of two and of several, live, offline, found again, and on a phone.
import type { Page } from '@playwright/test'
import { expect, test } from './support/test'

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const room = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true })
const bubbles = (page: Page) => room(page).getByRole('log').locator('p')
const list = (page: Page) => page.getByRole('complementary', { name: 'Conversations' })

async function begin(page: Page, names: string[], called?: string) {
  await page.goto('/desk/chat')
  await page.getByRole('button', { name: 'New conversation' }).click()
  const dialog = page.getByRole('dialog', { name: 'New conversation' })
  for (const name of names) {
    await dialog.getByRole('combobox', { name: /colleague/i }).fill(name)
    await page.getByRole('option', { name }).click()
  }
  if (called) {
    await dialog.getByRole('button', { name: 'Begin' }).click()
    await expect(dialog.getByText('Name is required')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(called)
  }
  await dialog.getByRole('button', { name: 'Begin' }).click()
  await expect(dialog).toBeHidden()
}

async function say(page: Page, text: string) {
  await box(page).fill(text)
  await box(page).press('Enter')
}

test('several talk in a conversation under a name: live, unread until it is opened, mentioned and told', async ({
  as,
  person,
}) => {
  const [sales, manager, yard] = [await person('SALES'), await person('BM'), await person('YARD')]
  const one = await as('SALES')
  await begin(one, [manager.name, yard.name], 'Crane on Saturday')
  await expect(one.getByRole('heading', { name: 'Crane on Saturday' })).toBeVisible()
  const other = await as('BM')
  await other.goto('/')
  await say(one, 'It comes at nine <script>alert(1)</script>')
  await expect(bubbles(one).last()).toHaveText('It comes at nine <script>alert(1)</script>')
  await other.getByRole('button', { name: /^Chat, \d+ unread/ }).click()
  await other.goto('/desk/chat')
  const entry = list(other).getByRole('link', { name: /Crane on Saturday/ })
  await expect(entry).toContainText('1 unread')
  await entry.click()
  await expect(bubbles(other).last()).toHaveText('It comes at nine <script>alert(1)</script>')
  await expect(entry).not.toContainText('unread')
  await box(other).fill(`@${sales.name.slice(0, 3)}`)
  await other.getByRole('listbox', { name: 'People to mention' }).getByRole('option', { name: sales.name }).click()
  await expect(box(other)).toHaveValue(`@${sales.name} `)
  await box(other).pressSequentially('who is in?')
  await box(other).press('Enter')
  await expect(bubbles(one).last()).toHaveText(`@${sales.name} who is in?`)
  await expect(bubbles(one).last().locator('strong')).toHaveText(`@${sales.name}`)
  await one.getByRole('button', { name: /unread notification/ }).click()
  await expect(one.getByText(`${manager.name} mentioned you`)).toBeVisible()
})

test('what is said without the network waits, is shown as waiting, and is sent once when it is back', async ({
  as,
  person,
}) => {
  const [sales, logistics] = [await person('SALES'), await person('LOGI')]
  const one = await as('SALES')
  await begin(one, [logistics.name])
  await say(one, 'Is there a trailer?')
  await expect(bubbles(one)).toHaveCount(1)
  await expect(room(one).getByText('Sending')).toBeHidden()
  const other = await as('LOGI')
  await other.goto('/desk/chat')
  await list(other)
    .getByRole('link', { name: new RegExp(sales.name) })
    .click()
  await expect(bubbles(other)).toHaveCount(1)
  await one.context().setOffline(true)
  await say(one, 'At eleven?')
  await say(one, 'Or at twelve?')
  await expect(room(one).getByText('Waiting to be sent')).toHaveCount(2)
  await say(other, 'Noon suits')
  await one.context().setOffline(false)
  await expect(room(one).getByText('Waiting to be sent')).toHaveCount(0)
  const said = ['Is there a trailer?', 'Noon suits', 'At eleven?', 'Or at twelve?']
  await expect(bubbles(one)).toHaveText(said)
  await expect(bubbles(other)).toHaveText(said)
})

test('what waited and is refused when the network is back is sent again where it stands', async ({ as, person }) => {
  const [audit, admin] = [await person('AUDIT'), await person('ADMIN')]
  const page = await as('LOGI')
  await begin(page, [audit.name])
  await say(page, 'Is it paid?')
  await expect(bubbles(page)).toHaveCount(1)
  await expect(room(page).getByText('Sending')).toBeHidden()
  await page.context().setOffline(true)
  await say(page, 'Is it?')
  await expect(room(page).getByText('Waiting to be sent')).toBeVisible()
  await admin.act(await admin.doc('employee', audit.id), 'deactivate')
  await page.context().setOffline(false)
  await expect(room(page).getByRole('alert')).toContainText('is inactive')
  await page.goto('/unsent')
  await page.getByRole('button', { name: 'Open and correct' }).click()
  await expect(room(page).getByRole('alert')).toContainText('is inactive')
  await admin.act(await admin.doc('employee', audit.id), 'activate')
  await room(page).getByRole('button', { name: 'Send again' }).click()
  await expect(room(page).getByRole('alert')).toBeHidden()
  await expect(bubbles(page)).toHaveText(['Is it paid?', 'Is it?'])
})

test('a message is found by its words and shown where it was said', async ({ as, person }) => {
  const manager = await person('BM')
  const page = await as('PURCH')
  await begin(page, [manager.name])
  for (let at = 0; at < 60; at += 12) {
    const text = Array.from({ length: 12 }, (_, line) => `Line ${at + line}`).join('\n')
    await say(page, at === 0 ? `Navkar offers tubes\n${text}` : text)
    await expect(bubbles(page)).toHaveCount(at / 12 + 1)
  }
  await page.getByRole('searchbox', { name: 'Search the messages' }).fill('navkar')
  await page
    .getByRole('list', { name: 'Messages found' })
    .getByRole('link', { name: /Navkar offers/ })
    .click()
  const found = bubbles(page).filter({ hasText: 'Navkar' })
  await expect(found).toBeInViewport()
  await page.getByRole('button', { name: 'Show the latest messages' }).click()
  await expect(bubbles(page).last()).toContainText('Line 59')
})

test('a document is linked with its status, and who may not see it learns nothing of it', async ({ as, person }) => {
  const purchasing = await person('PURCH')
  const page = await as('SALES')
  await begin(page, [purchasing.name])
  const { doc_no } = (await (await person('SALES')).list('order', ['status:ne:Draft'], 1)).rows[0]!
  const number = doc_no!
  await page.getByRole('button', { name: 'Link a document' }).click()
  await page.getByRole('combobox', { name: 'Link a document' }).fill(number)
  await page.getByRole('option', { name: number }).click()
  await say(page, 'This one')
  await expect(room(page).getByRole('link', { name: number })).toBeVisible()
  const other = await as('PURCH')
  await other.goto('/desk/chat')
  await list(other)
    .getByRole('link', { name: /This one/ })
    .click()
  await expect(room(other).getByText('A document that you cannot see')).toBeVisible()
})

test('what is refused keeps its text, and a colleague who is deactivated is written to no more', async ({
  as,
  person,
}) => {
  const [audit, admin] = [await person('AUDIT'), await person('ADMIN')]
  const page = await as('SALES')
  await begin(page, [audit.name])
  await say(page, 'Are you there?')
  await expect(bubbles(page)).toHaveCount(1)
  await admin.act(await admin.doc('employee', audit.id), 'deactivate')
  await say(page, 'Still there?')
  await expect(room(page).getByRole('alert')).toContainText('is inactive')
  await expect(bubbles(page).last()).toHaveText('Still there?')
  await admin.act(await admin.doc('employee', audit.id), 'activate')
  await room(page).getByRole('button', { name: 'Send again' }).click()
  await expect(room(page).getByRole('alert')).toBeHidden()
  await expect(bubbles(page)).toHaveText(['Are you there?', 'Still there?'])
})

test('on a phone the list and the conversation take turns, and what is typed stays', async ({ as, person }) => {
  const manager = await person('BM')
  const page = await as('YARD')
  await page.setViewportSize({ width: 390, height: 844 })
  await begin(page, [manager.name])
  await say(page, 'Two bundles are short')
  await expect(bubbles(page)).toHaveCount(1)
  await box(page).fill('And one is')
  await page.getByRole('link', { name: 'All conversations' }).click()
  await expect(room(page)).toBeHidden()
  await list(page)
    .getByRole('link', { name: new RegExp(manager.name) })
    .click()
  await expect(box(page)).toHaveValue('And one is')
})
