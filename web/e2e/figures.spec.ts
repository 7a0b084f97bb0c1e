// A customer's figures are the same wherever they are shown, and say what they are.
import { BALANCES, type Credit } from '../src/core/types.gen'
import { paths } from '../src/docs/paths'
import { gstinOf } from './support/newcomer'
import { buyerOf, today } from './support/story'
import { expect, test } from './support/test'

const rupees = (paise: number) =>
  new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 }).format(Math.floor(paise / 100))

test('a customer’s page tells the limit in force, and what was owed before the books began as it was corrected', async ({
  as,
  person,
  server,
}) => {
  const credit = await person('CREDIT')
  const customer = await buyerOf(person, {
    name: 'Carried Over Traders',
    gstin: gstinOf('27', 'AABFC8123M'),
    stateCode: '27',
    pin: '411001',
    mobile: '9822047866',
  })
  const due = await today(server.url)
  const owed = { opening_receivable_paise: 12_345_600, due, reason: 'OPENING', remarks: 'From the old books' }
  const first = await credit.act(customer, 'set_credit', { ...owed, limit_paise: 40_000_000 })
  await credit.act(first, 'set_credit', { ...owed, opening_receivable_paise: 22_345_600 })
  const page = await as('CREDIT')
  await page.goto(paths.view('customer', customer.id))
  const card = page.getByRole('region', { name: 'Credit', exact: true })
  await expect(card).toContainText('Limit ₹4,00,000')
  await expect(card).toContainText('Outstanding ₹2.23 L')
  await expect(card).toContainText('₹1,76,544 available')
  const bills = page.getByRole('region', { name: 'Open bills' })
  await expect(bills.getByRole('row')).toHaveCount(2)
  await expect(bills).toContainText('2,23,456')
  const history = page.getByRole('list', { name: 'History' })
  for (const amount of ['4,00,000.00', '1,23,456.00', '2,23,456.00']) await expect(history).toContainText(amount)
  // Credit that cannot be read is no credit of nothing: the page says so.
  const detail = 'Internal server error'
  await page.route('**/api/credit/**', (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', json: { status: 500, detail } }),
  )
  await page.reload()
  await expect(card).toContainText(detail)
  const elsewhere = await as('LOGI')
  await elsewhere.goto(paths.view('customer', customer.id))
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Carried Over Traders' })).toBeVisible()
  await expect(elsewhere.getByRole('region', { name: 'Credit', exact: true })).toHaveCount(0)
})

test('what is overdue is one sum above and below, on the customer’s page and at the decision, and says what it is', async ({
  as,
  person,
}) => {
  const credit = await person('CREDIT')
  const { rows } = await credit.list('order', ['status:eq:Credit Approval Pending'], 20)
  let found: { order: string; customer: string; facts: Credit } | undefined
  for (const { id } of rows) {
    const { record } = await credit.doc('order', id)
    const customer = String(record.customer)
    const facts = await credit.get<Credit>(`/api/credit/${customer}?order=${id}`)
    if (facts.overdue_paise > 0) found = { order: id, customer, facts }
  }
  const { order, customer, facts } = found!
  const late = (facts.invoices ?? []).filter((one) => one.overdue_days > 0)
  expect(late.reduce((sum, one) => sum + one.outstanding_paise, 0)).toBe(facts.overdue_paise)
  const page = await as('CREDIT')
  const said = `₹${rupees(facts.overdue_paise)}`
  await page.goto(paths.creditApproval(order))
  const position = page.getByRole('region', { name: 'Customer’s position' })
  await expect(position).toContainText(said)
  await expect(position.getByTitle(BALANCES.overdue.says)).toBeVisible()
  await page.goto(paths.view('customer', customer))
  const card = page.getByRole('region', { name: 'Credit', exact: true })
  const overdue = card.getByTitle(BALANCES.overdue.says)
  await expect(overdue).toContainText(`${said} overdue, up to ${facts.overdue_days} days`)
})

test('at a small desk the tick that goes beyond a limit is in sight, and Approve leads to it and asks nothing twice', async ({
  as,
  person,
}) => {
  const credit = await person('CREDIT')
  const { rows } = await credit.list('order', ['status:eq:Credit Approval Pending'], 20)
  let short: { id: string; why: string } | undefined
  for (const { id } of rows) {
    const { record } = await credit.doc('order', id)
    const { order } = await credit.get<Credit>(`/api/credit/${String(record.customer)}?order=${id}`)
    if (order?.short) short = { id, why: order.short }
  }
  const page = await as('CREDIT', { viewport: { width: 1280, height: 720 } })
  await page.goto(paths.creditApproval(short!.id))
  const tick = page.getByRole('main').getByRole('checkbox', { name: 'Approve despite the limit or overdue bills' })
  await expect(tick).toBeInViewport({ ratio: 1 })
  await page
    .getByRole('region', { name: 'Actions' })
    .getByRole('button', { name: /^Approve/ })
    .click()
  await expect(tick).toBeFocused()
  await expect(tick).toBeInViewport({ ratio: 1 })
  await expect(page.getByText(short!.why)).toHaveCount(1)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
