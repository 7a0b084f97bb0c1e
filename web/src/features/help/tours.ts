// The tour of the first day, one for each role: the pages that its work happens on, in the order of a day.
import type { RoleKey } from '../../core/types.gen'

export interface TourStep {
  path: string
  title: string
  says: string
}

const step = (path: string, title: string, says: string): TourStep => ({ path, title, says })

const DAY = step(
  '/dashboard/default',
  'Your day begins here',
  'The dashboard shows what waits for you, the oldest first. A count in the menu is the same, by page.',
)
const HELP = step(
  '/help',
  'When you wonder',
  'Help answers from here, also offline. “Help for this page” in the person menu opens what belongs to your page.',
)
const PROFILE = step(
  '/profile',
  'How you are reached',
  'Your mobile number, your mail and who stands in for you while you are away. Keep them right.',
)
const ORDERS = (says: string) => step('/order', 'Orders', says)

export const TOURS: Record<RoleKey, TourStep[]> = {
  ADMIN: [
    DAY,
    step('/setup', 'Set up the site', 'What an order needs, in its order, and what is still missing.'),
    step('/employee', 'People', 'Who works here, with branch, yards and roles. A new one gets a one-time password.'),
    step(
      '/AccessManagement',
      'What they may do',
      'Rights by role. “Test a person” shows what somebody may do, and why.',
    ),
    step('/setting', 'Rules of the site', 'Stages, tolerances and slabs: each says what it changes.'),
    step('/audit', 'What happened', 'Every change with person and time, and the proof that nobody altered it.'),
    HELP,
  ],
  SALES: [
    DAY,
    step(
      '/order/add',
      'A new order',
      'Customer, then sizes as you say them: “tmt 12”. Price and stock stand beside each line.',
    ),
    ORDERS('Your orders. “Waiting for” names whose turn it is; “You” is bold.'),
    step('/customer', 'Customers', 'Limit, open invoices and last orders stand on each customer’s page.'),
    PROFILE,
    HELP,
  ],
  BM: [
    DAY,
    step('/dashboard/BM', 'Your branch', 'Orders by status, what is late, and what sells.'),
    ORDERS('Open one that waits for you: findings first, then A approves, H holds, R rejects.'),
    step('/ViewStock', 'Stock', 'Free, reserved, on hold and on the way, by size and yard.'),
    step('/credit-limit', 'Credit limits', 'Requests for more credit begin here and pass you before credit decides.'),
    HELP,
  ],
  PCT: [
    DAY,
    step('/dashboard/credit', 'Credit at a glance', 'What is outstanding, what is overdue, and the largest exposures.'),
    ORDERS('Look at each order’s customer, then submit it to credit with what you recommend.'),
    step('/customer', 'Customers', 'New customers come to you for their papers before their first order.'),
    step('/utilized-amount', 'Credit in use', 'Limit, committed and receivable of every customer.'),
    HELP,
  ],
  CREDIT: [
    DAY,
    step('/dashboard/credit', 'Credit at a glance', 'What is outstanding, what is overdue, and the largest exposures.'),
    ORDERS('The customer’s position stands beside the order that you decide on.'),
    step('/credit-limit', 'Credit limits', 'Requests, permanent and temporary, with what they would do.'),
    step('/utilized-amount', 'Credit in use', 'Limit, committed and receivable of every customer.'),
    HELP,
  ],
  YARD: [
    DAY,
    ORDERS('Those under “Waiting for Loading” are yours: Load takes batches, weighbridge and photos, also offline.'),
    step(
      '/stockinward',
      'Goods that come',
      'An inward takes supplier, vehicle and both weights; each line becomes a batch.',
    ),
    step('/ViewStock', 'What lies here', 'Every batch with its pieces, the oldest first.'),
    step('/stockauditnew', 'Counting', 'A count sheet on the phone; what differs is decided on, not overwritten.'),
    step('/unsent', 'Without a signal', 'What you saved offline waits here and is sent by itself.'),
    HELP,
  ],
  LOGI: [
    step(
      '/dashboard/logistics',
      'Your day begins here',
      'Trips on the road, goods that wait for a vehicle, papers that end.',
    ),
    step('/logistics', 'Trips', 'From planned to closed: place, load, dispatch, hand over, settle.'),
    step(
      '/logistics/add-multiple',
      'Plan a trip',
      'Select what goes along; weight and papers of the vehicle are checked.',
    ),
    step('/vehiclemaster', 'Vehicles', 'Capacity and papers. One that runs out soon is told here first.'),
    HELP,
  ],
  ACC: [
    step(
      '/dashboard/accounts',
      'Your day begins here',
      'Loadings without an invoice, receipts to confirm, what is overdue.',
    ),
    step(
      '/invoice/CreateInvoice',
      'Invoice desk',
      'Tick the loadings of a customer and make the draft; the number comes with posting.',
    ),
    step('/customer-reciept', 'Receipts', 'Confirm, deposit, clear, and set against invoices.'),
    step('/customerStatement', 'Statements', 'What a customer owes, bill by bill, printed or sent.'),
    step('/tallyReport', 'Tally', 'The vouchers that Tally does not have yet.'),
    HELP,
  ],
  PURCH: [
    DAY,
    step('/toReorder', 'What runs low', 'Sizes that are down to their level, with what is on order.'),
    step('/purchase_order', 'Purchase orders', 'Supplier, sizes and rates; the yard receives against them.'),
    step('/supplier_bill', 'Supplier bills', 'Each beside its order and its inward: what differs shows.'),
    step('/supplier-users', 'Suppliers', 'Their terms, their GSTIN and what is open with them.'),
    HELP,
  ],
  AUDIT: [
    DAY,
    step('/order', 'Orders', 'Every document tells under History who changed what, and when.'),
    step('/trialBalance', 'Trial balance', 'Each figure opens its ledger, each line its document.'),
    step('/numberRegister', 'Number register', 'Every number of a series once, with gaps shown.'),
    step('/stockaudit', 'Stock audits', 'What was counted, what differed, and who settled it.'),
    HELP,
  ],
  SUPPLIER: [
    DAY,
    step('/purchase_order', 'Orders to you', 'Purchase orders of your firm, and what was received of them.'),
    PROFILE,
    HELP,
  ],
  VENDOR: [DAY, step('/logistics', 'Your trips', 'Trips with your vehicles, from planned to settled.'), PROFILE, HELP],
}

/** Of a role of the site’s own, or of none. */
const ANYBODY: TourStep[] = [DAY, PROFILE, HELP]

export const tourOf = (role: string): TourStep[] => (role in TOURS ? TOURS[role as RoleKey] : ANYBODY)

/** The tours of a person: one for each role that has its own. */
export function toursOf(roles: string[]): string[] {
  const own = roles.filter((role) => role in TOURS)
  return own.length > 0 ? own : ['']
}
