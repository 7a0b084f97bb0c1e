// A person's own account: signing up, a forgotten password by mail, profile, sessions, and messages.
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

test('a forgotten password is set again with the code of a mail, which works once', async ({ page, mailbox }) => {
  await page.goto('/session/signin')
  await page.getByLabel('Employee id').fill('PURCH')
  await page.getByRole('link', { name: 'Forgot password' }).click()
  await expect(page.getByLabel('Employee id')).toHaveValue('PURCH')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByText('If the id exists, a reset link was sent')).toBeVisible()
  const mail = await mailbox.next('purch@sahyadri.example')
  const code = /set a new password is (\w+)/.exec(mail)?.[1] ?? ''
  const set = async (typed: string, password: string) => {
    await page.getByLabel('Code').fill(typed)
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Set the password' }).click()
  }
  await set('abcdefgh', 'six slow tugboats')
  await expect(page.getByText('The code is wrong or has expired. Ask for a new one')).toBeVisible()
  await set(code, 'password')
  await expect(page.getByText('This password is among the most common. Enter another')).toBeVisible()
  await set(code, 'six slow tugboats')
  await expect(page.getByRole('heading', { name: 'Your password was changed' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await signInAt(page, 'PURCH', 'six slow tugboats')
  await expect(page).toHaveURL('/dashboard/default')
})

test('an unknown id is told the same', async ({ page }) => {
  await page.goto('/session/forgot-password')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByText('Employee id is required')).toBeVisible()
  await page.getByLabel('Employee id').fill('NOBODY')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByText('If the id exists, a reset link was sent')).toBeVisible()
})

test('who signs up sees nothing, and the administrator is told', async ({ page, as }) => {
  await page.goto('/session/signin')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('Full name is required')).toBeVisible()
  await page.getByLabel('Full name').fill('Nisha Rao')
  await page.getByLabel('E-mail').fill('nisha@sahyadri')
  await page.getByLabel('Password', { exact: true }).fill('nine quiet lorries')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('Enter a valid e-mail address')).toBeVisible()
  await page.getByLabel('E-mail').fill('nisha@sahyadri.example')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page).toHaveURL('/dashboard/default')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link')).toHaveCount(1)
  await page.goto('/order')
  await expect(page.getByRole('heading', { name: 'You do not have access to Orders' })).toBeVisible()

  const admin = await as('ADMIN')
  await admin.goto('/dashboard/default')
  await admin
    .getByRole('banner')
    .getByRole('button', { name: /unread notification/ })
    .click()
  await admin.getByRole('button', { name: /Nisha Rao asks for access/ }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Nisha Rao' })).toBeVisible()
})

test('the page of an employee leads to their profile as it is kept, and nothing else changes one', async ({
  as,
  person,
}) => {
  const [admin, sales] = [await person('ADMIN'), await person('SALES')]
  const { email } = (await admin.doc('employee', sales.id)).record
  const page = await as('ADMIN')
  await page.goto(`/employee/view/${sales.id}`)
  await expect(page.getByRole('button', { name: 'Deactivate' })).toBeVisible()
  await expect(page.getByRole('button', { name: /profile/i })).toHaveCount(0)
  await page.getByRole('link', { name: 'Change profile' }).click()
  await page.getByLabel('Mobile').fill('9820005678')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect.poll(async () => (await admin.doc('employee', sales.id)).record.mobile).toBe('9820005678')
  expect((await admin.doc('employee', sales.id)).record.email).toBe(email)
})

test('a profile is changed, and its theme goes with it', async ({ as }) => {
  const page = await as('LOGI')
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.getByLabel('Mobile').fill('12345')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText(/10-digit mobile number/).first()).toBeVisible()
  await page.getByLabel('Mobile').fill('9820001234')
  await page.getByRole('combobox', { name: 'Theme' }).click()
  await page.getByRole('option', { name: 'Blue, dark' }).click()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByText('9820001234')).toBeVisible()
  await expect(page.getByText('Blue, dark')).toBeVisible()
})

test('sessions are listed, and one is ended from another', async ({ as, browser, server }) => {
  const other = await browser.newPage({ baseURL: server.url })
  await other.goto('/session/signin')
  await signInAt(other, 'YARD')
  await expect(other).not.toHaveURL(/\/session\//)
  const page = await as('YARD')
  await page.goto('/sessions')
  const list = page.getByRole('region', { name: 'Sessions' })
  await expect(list.getByText('This one')).toHaveCount(1)
  await list
    .getByRole('button', { name: /^Sign out Chrome/ })
    .first()
    .click()
  await expect(list.getByRole('button', { name: /^Sign out Chrome/ })).toHaveCount(0)
  await other.goto('/order')
  await expect(other).toHaveURL('/session/signin')
  await other.close()
})

test('a word that no document has is refused as it is typed', async ({ as, person }) => {
  const { id } = await (await person('ADMIN')).one('trigger', 'doc_type:eq:loading')
  const page = await as('ADMIN')
  await page.goto(`/triggermaster?id=${id}&edit`)
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Title' }).fill('{{nothing}} waits')
  await form.getByLabel('Status').fill('Nowhere')
  await form.getByLabel('Name').focus()
  await expect(form.getByText(/Unknown word \{\{nothing\}\}\. Available: doc_no/)).toBeVisible()
  await expect(form.getByText(/Loading has no status Nowhere\. It has: Draft, Posted/)).toBeVisible()
})

test('a theme that nobody chose follows the device, and a chosen one stays', async ({ as }) => {
  const page = await as('PCT')
  const html = page.locator('html')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/dashboard/default')
  await expect(html).toHaveAttribute('data-theme', 'blueDark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(html).toHaveAttribute('data-theme', 'blue')
  const choose = async (name: string) => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Preliminary credit team/ })
      .click()
    await page.getByRole('menuitem', { name: 'Theme' }).click()
    await page.getByRole('menuitemradio', { name, exact: true }).click()
    await page.keyboard.press('Escape')
  }
  await choose('Red')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveAttribute('data-theme', 'red')
  await choose('Match device')
  await expect(html).toHaveAttribute('data-theme', 'blueDark')
})
