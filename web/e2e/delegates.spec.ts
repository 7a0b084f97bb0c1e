// Delegates: work that waits for an absent person goes to their delegate, who does it in their name, as the history
// says.
import { orderOf, prepare, today } from './support/story'
import { expect, test } from './support/test'

const BUYER = {
  name: 'Ratna Fabricators',
  gstin: '27AABFR1234K1ZB',
  stateCode: '27',
  pin: '411001',
  mobile: '9822016071',
}

test('an order that waits for somebody who is away is approved by their delegate, in their name', async ({
  as,
  person,
  server,
}) => {
  const [bm, other] = [await person('BM'), await person('BM2')]
  const goods = await prepare(server.url, person, BUYER, '6071')
  const order = await orderOf(server.url, person, goods, 'BM Approval Pending')
  expect(await other.status(`/api/docs/order/${order.id}`), 'an order of another branch').toBe(404)
  const date = (await today(server.url)).split('-').reverse().join('-')

  // The absent person names somebody of another branch, whom their lists do not show.
  const away = await as('BM')
  await away.goto('/profile/edit')
  await away.getByRole('combobox', { name: 'Stands in' }).fill(other.name)
  await away.getByRole('option', { name: other.name }).first().click()
  await away.getByRole('textbox', { name: 'Away from' }).fill(date)
  await away.getByRole('textbox', { name: 'Away to' }).fill(date)
  await away.getByRole('button', { name: 'Save' }).first().click()
  await expect(away.getByRole('main').getByText(other.name).first()).toBeVisible()

  const page = await as('BM2')
  await page.goto(`/order/bmApproval/${order.id}`)
  await page
    .getByRole('region', { name: 'Actions' })
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Notices' }).getByText(`${order.doc_no} is now`)).toBeVisible()
  await page.goto(`/order/view/${order.id}`)
  await expect(page.getByRole('main').getByText(`${other.name} for ${bm.name}`).first()).toBeVisible()

  const admin = await person('ADMIN')
  await admin.save(await admin.doc('employee', bm.id), { delegate: null, delegate_from: null, delegate_to: null })
  expect(await other.status(`/api/docs/order/${order.id}`), 'back at work, their orders are theirs again').toBe(404)
})
