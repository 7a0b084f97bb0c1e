// People of other firms: what they are shown, what they are refused, and how they get in.
import { expect, signInAt, test as base } from './support/test'
import { startMailbox, type Mailbox } from './support/smtp'

/** The same server, whose mails go to a mailbox of the test. */
const test = base.extend<object, { mailbox: Mailbox }>({
  mailbox: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from this pattern what a fixture needs
    async ({}, give) => {
      const mailbox = await startMailbox()
      await give(mailbox)
      await mailbox.end()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ mailbox }, give) =>
      give({ GODOWN_SMTP_URL: mailbox.url, GODOWN_MAIL_FROM: 'Godown <godown@sahyadri.example>' }),
    { scope: 'worker' },
  ],
})

test('somebody of a mill sees the inwards of their mill alone, and none of the house’s pages', async ({
  page,
  person,
}) => {
  const [supplier, purch] = [await person('SUPPLIER'), await person('PURCH')]
  await page.goto('/session/signin')
  await signInAt(page, 'SUPPLIER')
  await expect(page).toHaveURL('/supplier-users')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('button', { name: 'Stock' }).click()
  await menu.getByRole('link', { name: 'Stock inward' }).click()
  const own = await supplier.list('inward', [], 500)
  const all = await purch.list('inward', [], 500)
  expect(own.total).toBeLessThan(all.total)
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'New stock inward' })).toHaveCount(0)
  await page.getByRole('grid').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: /INW/ })).toBeVisible()
  await expect(page.getByText('Landed cost')).toHaveCount(0)

  const foreign = all.rows.find((row) => row.supplier !== supplier.id)
  await page.goto(`/stockinward/view/${foreign?.id}`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  for (const [path, what] of [
    ['/order', 'Orders'],
    ['/employee', 'Employees'],
    ['/vendor-users', 'Vendors'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: `You do not have access to ${what}` })).toBeVisible()
  }
})

test('a portal profile changes how its person is reached, and nothing else', async ({ as }) => {
  const page = await as('VENDOR')
  await page.goto('/profile')
  await expect(page.getByRole('region', { name: 'Reached by' })).toContainText('desk1@carrier.example')
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill('night@carrier.example')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByRole('region', { name: 'Reached by' })).toContainText('night@carrier.example')
  await page.getByRole('link', { name: 'My settings' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My settings')
  await page.getByRole('region', { name: 'Theme' }).getByRole('radio', { name: 'Red' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'red')
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('the address in your profile')
})

test('a supplier is invited by a mail, chooses a password, and is in', async ({ as, browser, mailbox, server }) => {
  // The one of March, whose code is over.
  await mailbox.next('sales4@mill.example')
  const desk = await as('PURCH')
  await desk.goto('/supplier-users?q=sales4@mill.example')
  await desk.getByRole('grid').getByRole('link').first().click()
  await desk.getByRole('button', { name: 'Invite to the portal' }).click()
  const mail = await mailbox.next('sales4@mill.example')
  const code = /with the code (\w+)/.exec(mail)?.[1] ?? ''
  const guest = await (await browser.newContext({ baseURL: server.url })).newPage()
  await guest.goto('/session/forgot-password?code')
  await guest.getByLabel('Employee id').fill('sales4@mill.example')
  await guest.getByLabel('Code').fill(code)
  await guest.getByLabel('New password').fill('six slow tugboats')
  await guest.getByRole('button', { name: 'Set the password' }).click()
  await guest.getByRole('button', { name: 'Sign in' }).click()
  await signInAt(guest, 'sales4@mill.example', 'six slow tugboats')
  await expect(guest).toHaveURL('/supplier-users')
  await guest.context().close()
})
