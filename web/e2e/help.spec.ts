// Help: what a newcomer asks is found on this device, and the tour of each role's day comes to its end.
import { GUIDES } from '../src/features/help/guides'
import { expect, go, test } from './support/test'

/** What newcomers ask, and the title of the entry that answers it. */
const QUESTIONS: [question: string, answer: string][] = [
  ['How do I create a new order?', 'Make your first order'],
  ['who approves my order next', 'The road of an order'],
  ['How do I approve an order?', 'Approve an order'],
  ['why is credit short', 'Credit limits, and why credit is short'],
  ['raise the credit limit of a customer', 'Credit limits, and why credit is short'],
  ['load a truck at the weighbridge', 'Load an order in the yard'],
  ['goods came from the supplier', 'Receive goods: stock inward'],
  ['what is in stock', 'See what is in stock'],
  ['move goods to another yard', 'Move stock to another yard'],
  ['plan a trip with a driver', 'Plan a trip and deliver'],
  ['make an invoice of a loading', 'Invoice what was loaded'],
  ['e-way bill', 'Invoice what was loaded'],
  ['a customer paid by cheque', 'Enter a customer receipt'],
  ['cheque bounced', 'Enter a customer receipt'],
  ['How do I take goods back?', 'Take goods back: sales return'],
  ['credit note', 'Take goods back: sales return'],
  ['cancel a posted order', 'Undo what was posted: reversal'],
  ['no internet in the yard', 'Work without the network'],
  ['import customers from excel', 'Import from a file'],
  ['change many rows at once', 'Change many at once'],
  ['export a report to excel', 'Read and export reports'],
  ['add a product', 'Set up masters: products, prices, customers'],
  ['invite a colleague', 'Let people in, and say what they may do'],
  ['what may a role do', 'Let people in, and say what they may do'],
  ['forgot my password', 'Sign-in and password'],
  ['dark theme', 'Theme, row height and shortcuts'],
  ['keyboard shortcuts', 'Theme, row height and shortcuts'],
  ['get a mail when an order waits', 'Notifications, mails and triggers'],
  ['send vouchers to tally', 'Books, ledgers and Tally'],
  ['make a backup', 'Back up and restore'],
]

test('thirty questions of a newcomer find their answer among the first three', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/help')
  const ask = page.getByRole('searchbox', { name: 'Ask a question' })
  const missed: string[] = []
  for (const [question, answer] of QUESTIONS) {
    await ask.fill(question)
    await expect(page).toHaveURL(new RegExp(`q=`))
    const titles = await page.getByRole('region', { name: 'Answers' }).getByRole('link').allInnerTexts()
    if (!titles.slice(0, 3).some((title) => title.includes(answer)))
      missed.push(`${question}: ${titles.slice(0, 3).join(' | ')}`)
  }
  expect(missed).toEqual([])
})

test('help is there without the network, and each page leads to its own', async ({ as }) => {
  const page = await as('SALES')
  await page.goto('/order')
  await page.getByRole('banner').getByRole('button', { name: /Sales/ }).click()
  await page.getByRole('menuitem', { name: 'Help for this page' }).click()
  await expect(page).toHaveURL(/\/help\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.context().setOffline(true)
  await go(page, '/help?q=return')
  await expect(page.getByRole('link', { name: /Take goods back/ }).first()).toBeVisible()
})

test('every link of a guide leads to a page', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/help')
  const links = GUIDES.flatMap(({ text }) => [...text.matchAll(/\]\((\/[^)]*)\)/g)].map(([, path]) => path!))
  expect(links.length).toBeGreaterThan(20)
  for (const path of new Set(links)) {
    await go(page, path)
    await expect(page).toHaveTitle(/ · Godown$/)
    await expect(page.getByRole('heading', { level: 1 }), path).not.toHaveText(/not found|do not have access/i)
  }
})

test('a step that is refused in its box leads to what the refusal means, and keeps what was typed', async ({
  as,
  person,
}) => {
  const manager = await person('BM')
  const order = await manager.one('order', 'status:eq:BM Approval Pending')
  const page = await as('BM')
  await page.goto(`/order/view/${order.id}`)
  await page
    .getByRole('region', { name: 'Actions' })
    .getByRole('button', { name: /^Comment/ })
    .click()
  const box = page.getByRole('dialog', { name: 'Comment' })
  await box.getByRole('textbox').first().fill('The rate is agreed')
  await page.route('**/api/docs/order/*/comment', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 409, code: 'four_eyes', detail: 'You took the step before', errors: [] }),
    }),
  )
  await box.getByRole('button', { name: /^Comment/ }).click()
  await expect(box.getByRole('alert')).toHaveText('You took the step before')
  const help = page.waitForEvent('popup')
  await box.getByRole('link', { name: 'What it means' }).click()
  await expect((await help).getByRole('heading', { level: 1 })).toHaveText('A second person must decide')
  await expect(box.getByRole('textbox').first()).toHaveValue('The rate is agreed')
})

test('a page that is refused leads to what that means, and one that did not load to nowhere', async ({ as }) => {
  const page = await as('BM')
  await page.route('**/api/docs/board?*', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 403, code: 'scope', detail: 'The branch is not yours', errors: [] }),
    }),
  )
  await page.goto('/desk/board')
  const refused = page.getByRole('alert').filter({ hasText: 'The list of boards cannot be shown to you' })
  await refused.getByRole('link', { name: 'What it means' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The branch or yard is not yours')
  await page.unroute('**/api/docs/board?*')
  await page.route('**/api/docs/board?*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto('/desk/board')
  const failed = page.getByRole('alert').filter({ hasText: 'The list of boards did not load' })
  await expect(failed).toBeVisible()
  await expect(failed.getByRole('link')).toHaveCount(0)
})

test('a document that waits for somebody else leads to what its status means', async ({ as, person }) => {
  const order = await (await person('SALES')).one('order', 'status:eq:BM Approval Pending')
  const page = await as('SALES')
  await page.goto(`/order/view/${order.id}`)
  await page.getByRole('note', { name: 'Next step' }).getByRole('link', { name: 'What it means' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('BM Approval Pending: order')
})

for (const role of ['ADMIN', 'SALES', 'BM', 'PCT', 'CREDIT', 'YARD', 'LOGI', 'ACC', 'PURCH', 'AUDIT'])
  test(`the tour of ${role} comes to its end`, async ({ as }) => {
    const page = await as(role)
    await page.goto('/help')
    await page.getByRole('button', { name: /tour/i }).first().click()
    const tour = page.getByRole('region', { name: 'Tour' })
    const last = tour.getByRole('button', { name: 'Finish' })
    for (let step = 0; step < 15 && !(await last.isVisible()); step++) {
      const head = await tour.getByRole('heading').innerText()
      await tour.getByRole('button', { name: 'Next' }).click()
      await expect(tour.getByRole('heading')).not.toHaveText(head)
      await expect(page.getByRole('heading', { level: 1, name: /not found|do not have access/i })).toHaveCount(0)
    }
    await last.click()
    await expect(tour).toHaveCount(0)
  })

test('a tour is skipped for good, and is taken again from its first step', async ({ as }) => {
  const page = await as('YARD')
  await page.goto('/help')
  const tour = page.getByRole('region', { name: 'Tour' })
  const take = page.getByRole('main').getByRole('button', { name: /tour/i }).first()
  await take.click()
  const first = await tour.getByRole('heading').innerText()
  await tour.getByRole('button', { name: 'Next' }).click()
  await expect(tour.getByText(/2 of \d/)).toBeVisible()
  await page.reload()
  await expect(tour.getByText(/2 of \d/), 'a reload goes on with it').toBeVisible()
  await tour.getByRole('button', { name: 'Skip the tour' }).click()
  await expect(tour).toHaveCount(0)
  await page.goto('/help')
  await expect(take).toBeVisible()
  await expect(tour).toHaveCount(0)
  await take.click()
  await expect(tour.getByText(/1 of \d/)).toBeVisible()
  await expect(tour.getByRole('heading')).toHaveText(first)
})
