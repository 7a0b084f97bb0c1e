// Messages, contacts, proforma invoices, what is recent, and notifications.
import type { Page } from '@playwright/test'
import { expect, test } from './support/test'

const messages = (page: Page) => page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
const message = (page: Page) => page.getByRole('region', { name: 'Message', exact: true })

async function choose(page: Page, label: string, name: string) {
  await page.getByRole('combobox', { name: label, exact: true }).fill(name)
  await page.getByRole('option', { name }).first().click()
}

test('a message with an attachment reaches a colleague, who reads and answers it', async ({ as, person }) => {
  const [sales, bm] = [await person('SALES'), await person('BM')]
  const [from, to] = [await as('SALES'), await as('BM')]
  await to.goto('/desk/inbox')
  await expect(to.getByText('No messages yet')).toBeVisible()
  await from.goto('/desk/inbox')
  await from.getByRole('link', { name: 'New message' }).click()
  await choose(from, 'To', bm.name)
  await from.getByRole('textbox', { name: 'Subject' }).fill('Rate for Bhavani')
  await from
    .getByRole('textbox', { name: 'Text' })
    .fill('Two percent?<script>window.ran = true</script><img src="https://elsewhere.test/x.png" onerror="ran = true">')
  await from
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'rates.png',
      mimeType: 'image/png',
      buffer: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    })
  await expect(from.getByRole('button', { name: 'Open file' }).or(from.getByText('rates.png'))).toBeVisible()
  await from.getByRole('button', { name: /^Save/ }).click()
  await expect(from).toHaveURL(/\/desk\/inbox\/view\//)
  await expect(messages(to)).toHaveCount(1)
  await expect(messages(to).first()).toContainText(/Unread: .*Rate for Bhavani/)
  await messages(to).first().getByRole('link').click()
  await expect(message(to)).toContainText('Two percent?')
  await expect(message(to).locator('img, script')).toHaveCount(0)
  expect(await to.evaluate('window.ran')).toBeUndefined()
  await expect(message(to).getByRole('button', { name: 'File 1' })).toBeVisible()
  await expect.poll(async () => (await bm.one('inbox_message')).read).toBe(true)
  await to.getByRole('link', { name: 'Reply' }).click()
  await expect(to.getByRole('textbox', { name: 'Subject' })).toHaveValue('Re: Rate for Bhavani')
  await to.getByRole('textbox', { name: 'Text' }).fill('One, this week.')
  await to.getByRole('button', { name: /^Save/ }).click()
  await expect(to).toHaveURL(/\/desk\/inbox\/view\//)
  await from.goto('/desk/inbox')
  await expect(messages(from)).toHaveCount(1)
  await expect(messages(from).first()).toContainText('Re: Rate for Bhavani')
  await from.getByRole('tab', { name: 'Sent' }).click()
  await expect(messages(from).filter({ hasText: `To ${bm.name}` })).not.toHaveCount(0)
  const { id } = await bm.one('inbox_message', 'folder:eq:inbox')
  expect(await sales.status(`/api/docs/inbox_message/${id}`), 'another’s message').toBe(404)
})

test('the owner’s inbox has twelve messages, of which three are unread, and one is marked as unread again', async ({
  as,
}) => {
  const page = await as('ADMIN')
  await page.goto('/desk/inbox')
  await expect(messages(page)).toHaveCount(12)
  const unread = messages(page).filter({ hasText: 'Unread: ' })
  await expect(unread).toHaveCount(3)
  await messages(page).filter({ hasText: 'Leave' }).getByRole('link').click()
  await page.getByRole('button', { name: 'Mark as unread' }).click()
  await expect(page).toHaveURL(/\/desk\/inbox$/)
  await expect(unread).toHaveCount(4)
})

test('contacts are shown as cards, added, changed and deleted', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/desk/contacts')
  await page.getByRole('link', { name: 'Show as cards' }).click()
  const cards = page.getByRole('list', { name: 'Contacts' }).getByRole('listitem')
  await expect(cards).toHaveCount(60)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(cards).toHaveCount(68)
  await page.getByRole('link', { name: 'New contact' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('Zubin <b>Mehta</b>')
  await drawer.getByRole('textbox', { name: 'E-mail' }).fill('zubin@example.com')
  await drawer.getByRole('button', { name: /^Save/ }).click()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('searchbox', { name: 'Search the contacts' }).fill('zubin')
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('Zubin <b>Mehta</b>')
})

test('a proforma invoice prints, becomes an order, and tells how far the order is', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const { id } = await admin.one('proforma', 'order_no:eq:PF-101')
  const page = await as('ADMIN')
  await page.goto('/desk/proforma')
  await expect(page.getByText('PF-104')).toBeVisible()
  await page.goto(`/desk/proforma/view/${id}`)
  await page.getByRole('link', { name: /^Print/ }).click()
  await expect(page.locator('.paper-page svg').first()).toContainText('PROFORMA INVOICE')
  await page.goto(`/desk/proforma/view/${id}`)
  await page.getByRole('button', { name: 'Make an order of it' }).click()
  const box = page.getByRole('dialog', { name: 'Make an order of it' })
  for (const [label, name] of [
    ['Customer', 'Bhavani Fabricators'],
    ['Yard', 'PUN1 Chakan'],
  ] as const) {
    await box.getByRole('combobox', { name: label, exact: true }).fill(name)
    await page.getByRole('option', { name }).first().click()
  }
  await page.keyboard.press('Control+Enter')
  await expect(box).toHaveCount(0)
  const made = await admin.doc('proforma', id)
  const order = await admin.doc('order', String(made.record.order))
  expect((order.record.lines as unknown[]).length).toBe((made.record.items as unknown[]).length)
  expect(order.status).toBe('Draft')
  expect((await admin.doc('proforma', id)).record.progress).toBe('pending')
})

test('what one worked on stands first among the recent documents', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const order = await admin.one('order', 'status:eq:Order Completed')
  await admin.act(await admin.doc('order', order.id), 'comment', { remarks: 'Called the customer' })
  const page = await as('ADMIN')
  await page.goto('/desk/recent')
  const first = page.getByRole('row').nth(1)
  await expect(first).toContainText(String(order.doc_no))
  await expect(first).toContainText('Order Completed')
  await first.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/order/view/${order.id}`))
  const list = await admin.get<{ projectName: string; revision: number }[]>('/api/list/all')
  expect(list).toHaveLength(8)
  expect(list[0]!.projectName).toContain(String(order.doc_no))
})

test('a notification is deleted, and then all of them', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/desk/notifications')
  const rows = page.getByRole('main').getByRole('button', { name: /^Delete (?!all)/ })
  await expect(rows).not.toHaveCount(0)
  const count = await rows.count()
  await rows.first().click()
  await expect(rows).toHaveCount(count - 1)
  await page.getByRole('button', { name: 'Delete all' }).click()
  await expect(page.getByText('No notifications yet')).toBeVisible()
})
