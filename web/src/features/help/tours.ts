// The tour of the first day, one for each role: the pages that its work happens on, in the order of a day.
import type { RoleKey } from '../../core/types.gen'
import { say } from '../../words/say'

export interface TourStep {
  path: string
  title: string
  says: string
}

const step = (path: string, title: string, says: string): TourStep => ({ path, title, says })

const DAY = step(
  '/dashboard/default',
  say('Your day begins here'),
  say('The dashboard shows what waits for you, the oldest first. A count in the menu is the same, by page.'),
)
const HELP = step(
  '/help',
  say('When you wonder'),
  say('Help answers from here, also offline. “Help for this page” in the person menu opens what belongs to your page.'),
)
const PROFILE = step(
  '/profile',
  say('How you are reached'),
  say('Your mobile number, your mail and who stands in for you while you are away. Keep them right.'),
)
const ORDERS = (says: string) => step('/order', say('Orders'), says)

export const TOURS: Record<RoleKey, TourStep[]> = {
  ADMIN: [
    DAY,
    step('/setup', say('Set up the site'), say('What an order needs, in its order, and what is still missing.')),
    step(
      '/employee',
      say('People'),
      say('Who works here, with branch, yards and roles. A new one gets a one-time password.'),
    ),
    step(
      '/AccessManagement',
      say('What they may do'),
      say('Rights by role. “Test a person” shows what somebody may do, and why.'),
    ),
    step('/setting', say('Rules of the site'), say('Stages, tolerances and slabs: each says what it changes.')),
    step(
      '/audit',
      say('What happened'),
      say('Every change with person and time, and the proof that nobody altered it.'),
    ),
    HELP,
  ],
  SALES: [
    DAY,
    step(
      '/order/add',
      say('A new order'),
      say('Customer, then sizes as you say them: “tmt 12”. Price and stock stand beside each line.'),
    ),
    ORDERS(say('Your orders. “Waiting for” names whose turn it is; “You” is bold.')),
    step('/customer', say('Customers'), say('Limit, open invoices and last orders stand on each customer’s page.')),
    PROFILE,
    HELP,
  ],
  BM: [
    DAY,
    step('/dashboard/BM', say('Your branch'), say('Orders by status, what is late, and what sells.')),
    ORDERS(say('Open one that waits for you: findings first, then A approves, H holds, R rejects.')),
    step('/ViewStock', say('Stock'), say('Free, reserved, on hold and on the way, by size and yard.')),
    step(
      '/credit-limit',
      say('Credit limits'),
      say('Requests for more credit begin here and pass you before credit decides.'),
    ),
    HELP,
  ],
  PCT: [
    DAY,
    step(
      '/dashboard/credit',
      say('Credit at a glance'),
      say('What is outstanding, what is overdue, and the largest exposures.'),
    ),
    ORDERS(say('Look at each order’s customer, then submit it to credit with what you recommend.')),
    step('/customer', say('Customers'), say('New customers come to you for their papers before their first order.')),
    step('/utilized-amount', say('Credit in use'), say('Limit, committed and receivable of every customer.')),
    HELP,
  ],
  CREDIT: [
    DAY,
    step(
      '/dashboard/credit',
      say('Credit at a glance'),
      say('What is outstanding, what is overdue, and the largest exposures.'),
    ),
    ORDERS(say('The customer’s position stands beside the order that you decide on.')),
    step('/credit-limit', say('Credit limits'), say('Requests, permanent and temporary, with what they would do.')),
    step('/utilized-amount', say('Credit in use'), say('Limit, committed and receivable of every customer.')),
    HELP,
  ],
  YARD: [
    DAY,
    ORDERS(
      say('Those under “Waiting for Loading” are yours: Load takes batches, weighbridge and photos, also offline.'),
    ),
    step(
      '/stockinward',
      say('Goods that come'),
      say('An inward takes supplier, vehicle and both weights; each line becomes a batch.'),
    ),
    step('/ViewStock', say('What lies here'), say('Every batch with its pieces, the oldest first.')),
    step(
      '/stockauditnew',
      say('Counting'),
      say('A count sheet on the phone; what differs is decided on, not overwritten.'),
    ),
    step('/unsent', say('Without a signal'), say('What you saved offline waits here and is sent by itself.')),
    HELP,
  ],
  LOGI: [
    step(
      '/dashboard/logistics',
      say('Your day begins here'),
      say('Trips on the road, goods that wait for a vehicle, papers that end.'),
    ),
    step('/logistics', say('Trips'), say('From planned to closed: place, load, dispatch, hand over, settle.')),
    step(
      '/logistics/add-multiple',
      say('Plan a trip'),
      say('Select what goes along; weight and papers of the vehicle are checked.'),
    ),
    step('/vehiclemaster', say('Vehicles'), say('Capacity and papers. One that runs out soon is told here first.')),
    HELP,
  ],
  ACC: [
    step(
      '/dashboard/accounts',
      say('Your day begins here'),
      say('Loadings without an invoice, receipts to confirm, what is overdue.'),
    ),
    step(
      '/invoice/CreateInvoice',
      say('Invoice desk'),
      say('Select the loadings of a customer and create the draft invoice; its number comes with posting.'),
    ),
    step('/customer-reciept', say('Receipts'), say('Confirm, deposit, clear, and set against invoices.')),
    step('/customerStatement', say('Statements'), say('What a customer owes, bill by bill, printed or sent.')),
    step('/tallyReport', 'Tally', say('The vouchers that Tally does not have yet.')),
    HELP,
  ],
  PURCH: [
    DAY,
    step('/toReorder', say('What runs low'), say('Sizes that are down to their level, with what is on order.')),
    step('/purchase_order', say('Purchase orders'), say('Supplier, sizes and rates; the yard receives against them.')),
    step('/supplier_bill', say('Supplier bills'), say('Each beside its order and its inward: what differs shows.')),
    step('/supplier-users', say('Suppliers'), say('Their terms, their GSTIN and what is open with them.')),
    HELP,
  ],
  AUDIT: [
    DAY,
    step('/order', say('Orders'), say('Every document tells under History who changed what, and when.')),
    step('/trialBalance', say('Trial balance'), say('Each figure opens its ledger, each line its document.')),
    step('/numberRegister', say('Number register'), say('Every number of a series once, with gaps shown.')),
    step('/stockaudit', say('Stock audits'), say('What was counted, what differed, and who settled it.')),
    HELP,
  ],
  SUPPLIER: [
    DAY,
    step('/purchase_order', say('Orders to you'), say('Purchase orders of your firm, and what was received of them.')),
    PROFILE,
    HELP,
  ],
  VENDOR: [
    DAY,
    step('/logistics', say('Your trips'), say('Trips with your vehicles, from planned to settled.')),
    PROFILE,
    HELP,
  ],
}

/** Of a role of the site’s own, or of none. */
const ANYBODY: TourStep[] = [DAY, PROFILE, HELP]

export const tourOf = (role: string): TourStep[] => (role in TOURS ? TOURS[role as RoleKey] : ANYBODY)

/** The tours of a person: one for each role that has its own. */
export function toursOf(roles: string[]): string[] {
  const own = roles.filter((role) => role in TOURS)
  return own.length > 0 ? own : ['']
}
