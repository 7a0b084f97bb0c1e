// The series of numbers: one with a prefix of its own, its mistakes told at the field, and the register of every number.
import type { Page } from '@playwright/test'
import { paths } from '../src/docs/paths'
import { expect, test } from './support/test'
import { choose, pick } from './support/walked'

const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const save = (page: Page) => page.getByRole('button', { name: 'Save number series' }).click()

test('a series of too long numbers is refused at the field, and one of its own prefix numbers the next year', async ({
  as,
  person,
}) => {
  const admin = await person('ADMIN')
  const page = await as('ADMIN')
  await page.goto(paths.add('number_series'))
  await choose(page, 'Document', 'Credit note')
  await pick(page, 'Branch', 'Pune')
  await field(page, 'Financial year').fill('27-28')
  await field(page, 'Prefix of its own').fill('SCN')
  await field(page, 'Digits').fill('6')
  await save(page)
  await expect(field(page, 'Digits')).toHaveAccessibleDescription(/This pattern gives 17 characters; GST allows 16/)
  await field(page, 'Digits').fill('5')
  await save(page)
  await expect(page.getByRole('heading', { level: 1, name: 'SCNC/27-28/00000' })).toBeVisible()
  const made = await admin.one('number_series', 'doc_type:eq:credit_note')
  expect(made.pattern).toBe('SCNC/27-28/00000')
  await page.goto(paths.add('number_series'))
  await choose(page, 'Document', 'Credit note')
  await pick(page, 'Branch', 'Pune')
  await field(page, 'Financial year').fill('27-28')
  await field(page, 'Digits').fill('5')
  await save(page)
  await expect(
    page
      .getByRole('main')
      .getByText(/already/)
      .first(),
  ).toBeVisible()
})

test('the register tells of every series from which number to which it ran, and who may not see it is told so', async ({
  as,
}) => {
  const page = await as('ACC')
  await page.goto('/numberRegister')
  await expect(page.getByRole('heading', { level: 1, name: 'Register of numbers' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Invoice' }).first()
  await expect(row).toContainText(/\/\d\d-\d\d\/\d{6}/)
  const yard = await as('YARD')
  await yard.goto('/numberRegister')
  await expect(yard.getByRole('heading', { name: /^You do not have access to/ })).toBeVisible()
})
