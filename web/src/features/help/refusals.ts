// What each refusal means and what to do about it. A new code of the core does not compile without its words here.
import type { Code } from '../../core/types.gen'
import { say } from '../../words/say'

export interface RefusalHelp {
  title: string
  means: string
  next: string
}

export const REFUSALS: Record<Code, RefusalHelp> = {
  required: {
    title: say('A required field is empty'),
    means: say('A field with a red star has nothing in it.'),
    next: say('The form goes to the first such field. Fill it in and send again.'),
  },
  input: {
    title: say('A value breaks the rule of its field'),
    means: say('What was typed does not fit the field: too long, too small, or not in the form that it has.'),
    next: say('The message under the field says what it expects.'),
  },
  malformed: {
    title: say('The request could not be read'),
    means: say('The app and the server do not agree, usually because the app on this device is older.'),
    next: say('Reload the app. What you typed is kept.'),
  },
  auth_bad: {
    title: say('The sign-in was not accepted'),
    means: say('Employee id and password do not belong together, or the account is not active.'),
    next: say('Try again, or use Forgot password. The administrator can see whether the account is active.'),
  },
  auth_expired: {
    title: say('The session is over'),
    means: say(
      'It lasted as long as the settings of the site say (12 hours where they say nothing), or it was ended elsewhere.',
    ),
    next: say('Sign in again: you come back to the same page, with what you typed.'),
  },
  forbidden: {
    title: say('Your role does not have this right'),
    means: say('None of your roles may do this, whatever the document.'),
    next: say('The administrator can grant it under Access, or name the person who may.'),
  },
  scope: {
    title: say('The branch or yard is not yours'),
    means: say('The input names a branch or a yard outside your access.'),
    next: say('Select one of your own, or ask the administrator to add it to your record.'),
  },
  not_found: {
    title: say('It was not found'),
    means: say('There is no such document, or it is not among those that you may see.'),
    next: say('Check the number. Ask its owner whether it belongs to another branch.'),
  },
  stale: {
    title: say('Somebody else changed it first'),
    means: say('The document was saved by another person after you opened it.'),
    next: say('Both versions are shown side by side. Keep both, yours or theirs.'),
  },
  duplicate: {
    title: say('It already exists'),
    means: say('Another document has the same name, number or code, where each must be its own.'),
    next: say('Open the one that exists, or select another value.'),
  },
  bad_state: {
    title: say('Not in this status'),
    means: say('The document has moved on: the step does not belong to the status that it has now.'),
    next: say('Reload it and look at its history. The bar shows what can be done now.'),
  },
  four_eyes: {
    title: say('A second person must decide'),
    means: say('You took the step before on the same document, or made it. Two people must have looked.'),
    next: say('Another person with the role decides. An administrator can allow it for small sites in Settings.'),
  },
  approval_slab: {
    title: say('The amount is above what you approve'),
    means: say('The amount lies above the slab of your role.'),
    next: say('It goes to the next level. Approvers shows who that is.'),
  },
  stock_short: {
    title: say('Not enough stock'),
    means: say('Fewer pieces are free in this yard than the line asks for. Reserved and held pieces are not free.'),
    next: say('Take what is free, select another yard, ask for a transfer, or wait for an inward.'),
  },
  res_expired: {
    title: say('The reservation has ended'),
    means: say('The stock was kept for the order until a day that is over, and is free again.'),
    next: say('Submit the order again: it reserves what is free now.'),
  },
  credit_short: {
    title: say('The credit does not suffice'),
    means: say('Open invoices, approved orders and this order come to more than the limit.'),
    next: say('Take an advance, make the order smaller, or ask for a higher or temporary limit.'),
  },
  customer_blocked: {
    title: say('The customer is blocked'),
    means: say('Overdue invoices, bounced cheques or a decision of credit block new orders.'),
    next: say('The customer’s page says which. Credit takes the block off.'),
  },
  below_floor: {
    title: say('The rate is below the floor'),
    means: say('The price master has a lowest rate for this size and day.'),
    next: say('Raise the rate, or let the branch manager approve it with a reason.'),
  },
  tolerance: {
    title: say('The weight is outside the tolerance'),
    means: say('Weighed and expected weight differ by more than the settings allow.'),
    next: say('Weigh again and count the pieces. If both are right, raise a concern.'),
  },
  over_return: {
    title: say('More than can be returned'),
    means: say('The invoice’s line has fewer pieces left than come back.'),
    next: say('Look at its earlier returns, and enter what is left at most.'),
  },
  period_locked: {
    title: say('The month is closed'),
    means: say('The books of this date are locked.'),
    next: say('Post it with a date in an open month, or ask accounts to open the lock.'),
  },
  backdate: {
    title: say('The date lies too far back'),
    means: say('It is before a document that comes after it, or before what may be entered now.'),
    next: say('Use the date of today, or one after the document before it.'),
  },
  batch_closed: {
    title: say('The batch is closed'),
    means: say('It was closed with its last pieces, and nothing moves in or out of it.'),
    next: say('Select another batch of the size.'),
  },
  vehicle_doc: {
    title: say('A paper of the vehicle or driver has run out'),
    means: say('Fitness, insurance, permit, pollution certificate or licence is no longer valid.'),
    next: say('Enter the new date in the master, or take another vehicle.'),
  },
  overload: {
    title: say('The vehicle is overloaded'),
    means: say('Its gross weight is above what it may carry.'),
    next: say('Unload some pieces, or split the load over two vehicles.'),
  },
  ewb_needed: {
    title: say('An e-way bill is needed'),
    means: say('The value on this vehicle is above the threshold.'),
    next: say('Make it at the portal and enter its number.'),
  },
  irn_live: {
    title: say('The IRN is still in force'),
    means: say('An e-invoice that the portal knows cannot simply be cancelled here.'),
    next: say('Cancel it at the portal within its day, or use a credit note.'),
  },
  irn_needed: {
    title: say('The IRN is missing'),
    means: say('This invoice needs an e-invoice number before it is printed or its order completed.'),
    next: say('Send it through the portal’s file and record the answer.'),
  },
  irn_due: {
    title: say('The IRN is due'),
    means: say('The invoice needs an e-invoice number soon; nothing is held back yet.'),
    next: say('Record it before the time is over.'),
  },
  referenced: {
    title: say('Other documents name it'),
    means: say('A master that is in use cannot be deleted.'),
    next: say('Deactivate it: it is no longer offered, and old documents keep it.'),
  },
  unmapped: {
    title: say('Tally does not know these names'),
    means: say('The file needs ledgers or items that have no name in Tally, so Tally would refuse it.'),
    next: say('Give each account its ledger under Tally ledgers, then make the file again.'),
  },
  command_id_reused: {
    title: say('The same request came with other content'),
    means: say('A repeated request did not match what was sent first.'),
    next: say('Reload the page and enter it again.'),
  },
  rule: {
    title: say('A rule speaks against it'),
    means: say('The message says which one, with its figures.'),
    next: say('Look at the history and at what the message names.'),
  },
  rate_limit: {
    title: say('Too many attempts'),
    means: say('Too many requests or wrong passwords came in a short time.'),
    next: say('Wait as long as the message says, then try again.'),
  },
}
