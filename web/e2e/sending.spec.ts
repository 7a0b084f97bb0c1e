// Papers and reports on their way out: by mail with the file, by WhatsApp with the text.
import { paths } from '../src/docs/paths'
import { expect, test } from './support/test'

test('an invoice is sent to its customer by mail, and its text is ready for WhatsApp', async ({ as, person }) => {
  const [accounts, admin] = [await person('ACC'), await person('ADMIN')]
  const invoice = await accounts.one('invoice', 'status:eq:Posted')
  const page = await as('ACC')
  await page.goto(paths.print('invoice', invoice.id))
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const chat = page.getByRole('menuitem', { name: 'By WhatsApp' })
  const href = (await chat.getAttribute('href')) ?? ''
  expect(href).toMatch(/^https:\/\/wa\.me\//)
  expect(decodeURIComponent(href)).toContain(`Invoice ${invoice.doc_no}`)
  await page.getByRole('menuitem', { name: 'By mail' }).click()
  const form = page.getByRole('dialog', { name: 'New mail' })
  await expect(form.getByRole('textbox', { name: 'Subject' })).toHaveValue(new RegExp(`^Invoice ${invoice.doc_no}`))
  const to = form.getByRole('textbox', { name: 'To' })
  await to.fill('nobody')
  await form.getByRole('button', { name: 'Send mail' }).click()
  await expect(to).toHaveAttribute('aria-invalid', 'true')
  await to.fill('buyer@sharma.example')
  await form.getByRole('button', { name: 'Send mail' }).click()
  await expect(form).toBeHidden()
  const sent = await admin.one('mail', 'to:eq:buyer@sharma.example')
  expect(sent.paper_name).toBe(`Invoice ${invoice.doc_no}`)
})

test('a saved report goes out by mail once its owner has an address', async ({ as, person }) => {
  const page = await as('ACC')
  const accounts = await person('ACC')
  await page.goto('/DistrictWiseReport')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Districts every Monday')
  await dialog.getByRole('combobox', { name: 'Send by mail' }).click()
  await page.getByRole('option', { name: /^Every Monday/ }).click()
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog).toBeHidden()
  const view = await accounts.one('report_view', 'report:eq:district_wise_report')
  const { record } = await accounts.doc('report_view', view.id)
  expect(new Date(Number(record.next_mail_at) + 330 * 60_000).toISOString()).toMatch(/T07:00:00/)
  await page.getByRole('button', { name: 'Views' }).click()
  await expect(page.getByRole('menuitem', { name: /Districts every Monday.*by mail/ })).toBeVisible()
})
