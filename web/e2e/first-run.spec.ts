// The first day of a site: one administrator with a one-time password, and a checklist of what is still needed.
import { expect, test } from '@playwright/test'
import { paths } from '../src/docs/paths'
import { signIn } from './support/api'
import { startFresh } from './support/server'

const OWN = 'seven slow barges'
/** What each empty page of the goods says comes before it, on a site that has nothing yet. */
const BEFORE = [
  ['product_group', 'HSN codes'],
  ['sku_mapping', 'SKU properties'],
  ['formula', 'Product groups'],
  ['sku', 'Product groups'],
  ['price', 'SKUs'],
] as const

test('the one-time password is changed first, then the checklist leads on and ticks itself', async ({ browser }) => {
  const site = await startFresh()
  const context = await browser.newContext({ baseURL: site.url })
  const page = await context.newPage()
  const enter = async (password: string) => {
    await page.getByLabel('Employee id').fill('ADMIN')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  try {
    await page.goto('/setup')
    await enter(site.password)
    await expect(page, 'nothing else opens before').toHaveURL('/session/change-password')
    await page.goto('/setup')
    await expect(page).toHaveURL('/session/change-password')
    await page.getByLabel('Current password').fill(site.password)
    await page.getByLabel('New password', { exact: true }).fill(OWN)
    await page.getByLabel('Confirm new password').fill(OWN)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await enter(OWN)
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    const card = page.getByRole('region', { name: 'Set up this site' })
    await expect(card).toContainText('0 of 11 done')
    for (const [type, before] of BEFORE) {
      await page.goto(paths.list(type))
      await expect(page.getByText(`${before} come first, and there are none yet.`), type).toBeVisible()
    }
    await page.getByRole('link', { name: 'Go to SKUs' }).click()
    await expect(page).toHaveURL(paths.list('sku'))
    await page.goto('/')
    await card.getByRole('link', { name: 'Continue setup' }).click()
    await expect(page).toHaveURL('/setup')
    const step = (name: string) =>
      page.getByRole('list', { name: 'Steps' }).getByRole('listitem').filter({ hasText: name }).first()
    await expect(step('Company').getByRole('img', { name: 'To do' })).toBeVisible()
    await step('Company').getByRole('link', { name: 'Company' }).click()
    await expect(page).toHaveURL('/company/add')
    const admin = await signIn(site.url, 'ADMIN', OWN)
    await admin.create('company', {
      name: 'Acme Steel',
      pan: 'AAPFU0939F',
      aato_paise: 1_000_000,
      address: 'Market Yard, Pune',
      bank_accounts: [{ bank: 'HDFC Bank', ifsc: 'HDFC0000412', account: '041211800027' }],
    })
    await page.goto('/setup')
    await expect(step('Company').getByRole('img', { name: 'Done' })).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Steps done' })).toHaveAttribute('aria-valuenow', '1')
    await page.goto('/cities?q=Baramati')
    await expect(
      page.getByRole('grid').getByRole('link', { name: 'Baramati' }),
      'the cities of India are there',
    ).toBeVisible()
  } finally {
    await context.close()
    await site.end()
  }
})
