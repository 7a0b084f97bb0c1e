// What the order view offers, status by status and person by person: its buttons are the server's answer, with the same
// reasons, and the answer stays within the checked-in matrix.
import type { DocView } from '../src/core/types.gen'
import type { Person, Values } from './support/api'
import { matrixOf, offered, STANDS_MS, type Offer } from './support/matrix'
import { expect, go, test } from './support/test'

const STATUSES = [
  'Draft',
  'BM Approval Pending',
  'Hold order from BM',
  'Rejected By BM',
  'Preliminary Credit Team',
  'Credit Approval Pending',
  'Rejected From Credit Team',
  'Waiting for Loading',
  'Raise Concern From Yard',
  'Order Loaded',
  'Raise Concern By Account',
  'Order Completed',
]
const PEOPLE = ['SALES', 'BM', 'PCT', 'CREDIT', 'YARD', 'LOGI', 'ACC', 'AUDIT', 'ADMIN']

/**
 * Buttons of the bar that lead to a page with more room for the same step. Loading has no other than that: its page is
 * called as the step.
 */
const PAGES: Record<string, string> = { approve: 'Review', credit_approve: 'Review credit' }

const CELLS = matrixOf('order')

const REMARKS = 'Rate is not on the slip'

type Step = [who: string, action: string, inputs?: Values]

/** How an order goes on, by the status that it is in. */
const ONWARDS: Record<string, Step> = {
  // Those that are brought are all alike, which a submission within minutes of the other asks about.
  Draft: ['SALES', 'submit', { confirm: true }],
  'BM Approval Pending': ['BM', 'approve'],
  'Preliminary Credit Team': ['PCT', 'forward', { recommendation: 'approve' }],
  'Credit Approval Pending': ['CREDIT', 'credit_approve'],
}

const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)

/** Where an order turns aside, from which status. */
const ASIDE: Record<string, [from: string, Step]> = {
  'Hold order from BM': [
    'BM Approval Pending',
    ['BM', 'hold', { reason: 'PAYMENT_AWAITED', remarks: REMARKS, hold_until: inAWeek() }],
  ],
  'Rejected By BM': ['BM Approval Pending', ['BM', 'reject', { reason: 'RATE_LOW', remarks: REMARKS }]],
  'Rejected From Credit Team': [
    'Credit Approval Pending',
    ['CREDIT', 'credit_reject', { reason: 'LIMIT', remarks: REMARKS }],
  ],
  'Raise Concern From Yard': [
    'Waiting for Loading',
    ['YARD', 'raise_concern', { reason: 'SHORT', lines: [0], remarks: REMARKS }],
  ],
}

type Called = (id: string) => Promise<Person>

/** An order like one that was completed, brought to a status. */
async function brought(like: DocView, status: string, called: Called): Promise<string> {
  const { customer, yard, payment_term, price_basis, lines } = like.record
  const goods = (lines as Values[]).map(({ sku, weight_g, pcs }) => ({ sku, weight_g, pcs: pcs ? 1 : pcs }))
  const order = { customer, yard, payment_term, price_basis, delivery_by: inAWeek(), lines: goods }
  const [from, aside] = ASIDE[status] ?? [status, null]
  let doc = await (await called('SALES')).create('order', order)
  const step = async ([who, action, inputs]: Step) => {
    const person = await called(who)
    doc = await person.act(await person.doc('order', doc.id), action, inputs)
  }
  while (doc.status !== from) {
    const next = ONWARDS[doc.status]
    if (!next) throw new Error(`an order in ${doc.status} does not come to ${from}`)
    await step(next)
  }
  if (aside) await step(aside)
  return doc.id
}

/** An order that SALES wrote in their own branch, brought there where the day's demo has none. */
async function orderIn(status: string, called: Called): Promise<string> {
  const [admin, sales] = [await called('ADMIN'), await called('SALES')]
  const own = (one: string) => admin.list('order', [`status:eq:${one}`, `salesman:eq:${sales.id}`], 20)
  // One that was submitted before and came back is seen by those who had it.
  const found = (await own(status)).rows.find((row) => status !== 'Draft' || !row.doc_no)
  if (found) return found.id
  const [, loaded] = (await own('Order Loaded')).rows
  if (status === 'Raise Concern By Account' && loaded) {
    const acc = await called('ACC')
    const loading = await acc.one('loading', `order:eq:${loaded.id}`, 'status:eq:Posted')
    const inputs = { reason: 'RATE', loading: loading.id, remarks: REMARKS }
    return (await acc.act(await acc.doc('order', loaded.id), 'account_concern', inputs)).id
  }
  const [done] = (await own('Order Completed')).rows
  if (!done) throw new Error('SALES has no completed order')
  return brought(await admin.doc('order', done.id), status, called)
}

function expectedOf({ actions }: DocView): Offer {
  const free = actions.filter((one) => one.allowed)
  const pages = free.flatMap((one) => PAGES[one.action] ?? [])
  const locked = actions.filter((one) => !one.allowed)
  return {
    allowed: [...free.map((one) => one.label), ...pages].sort(),
    refused: locked.map((one) => one.label + (one.why ?? '')).sort(),
  }
}

/** Nothing is offered that the matrix does not give, and nothing at all that the role never has. */
function withinMatrix(status: string, id: string, { actions }: DocView) {
  for (const { action, allowed } of actions) {
    const cell = CELLS[status]?.[action]?.[id]
    expect(cell, `${id} ${action} in ${status}`).not.toBe('403')
    if (allowed) expect(cell, `${id} ${action} in ${status}`).toBe('+')
  }
}

for (const id of PEOPLE) {
  test(`${id} finds on each order the buttons that the server answers`, async ({ as, person }) => {
    const who = await person(id)
    const page = await as(id)
    await page.goto('/dashboard/default')
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    for (const status of STATUSES) {
      const order = await orderIn(status, person)
      const seen = await who.status(`/api/docs/order/${order}`)
      await go(page, `/order/view/${order}`)
      if (seen === 404) {
        expect(Object.values(CELLS[status] ?? {}).map((cells) => cells[id])).toContain('404')
        await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
        continue
      }
      const doc = await who.doc('order', order)
      await expect(page.getByRole('heading', { level: 1, name: doc.doc_no ?? 'Draft order' })).toBeVisible()
      // The page may still be drawn anew between a look at its buttons and a click on one of them.
      await expect(async () => expect(await offered(page), `${id} in ${status}`).toEqual(expectedOf(doc))).toPass({
        timeout: STANDS_MS,
      })
      withinMatrix(status, id, doc)
    }
  })
}
