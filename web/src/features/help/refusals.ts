// What each refusal means and what to do about it. A new code of the core does not compile without its words here.
import type { Code } from '../../core/types.gen'

export interface RefusalHelp {
  title: string
  means: string
  next: string
}

export const REFUSALS: Record<Code, RefusalHelp> = {
  required: {
    title: 'A required field is empty',
    means: 'A field with a red star has nothing in it.',
    next: 'The form goes to the first such field. Fill it in and send again.',
  },
  input: {
    title: 'A value breaks the rule of its field',
    means: 'What was typed does not fit the field: too long, too small, or not in the form that it has.',
    next: 'The message under the field says what it expects.',
  },
  malformed: {
    title: 'The request could not be read',
    means: 'The app and the server do not agree, usually because the app on this device is older.',
    next: 'Reload the app. What you typed is kept.',
  },
  auth_bad: {
    title: 'The sign-in was not accepted',
    means: 'Employee id and password do not belong together, or the account is not active.',
    next: 'Try again, or use Forgot password. The administrator can see whether the account is active.',
  },
  auth_expired: {
    title: 'The session is over',
    means:
      'It lasted as long as the settings of the site say (12 hours where they say nothing), or it was ended elsewhere.',
    next: 'Sign in again: you come back to the same page, with what you typed.',
  },
  forbidden: {
    title: 'Your role does not have this right',
    means: 'None of your roles may do this, whatever the document.',
    next: 'The administrator can grant it under Access, or name the person who may.',
  },
  scope: {
    title: 'The branch or yard is not yours',
    means: 'The input names a branch or a yard outside your access.',
    next: 'Select one of your own, or ask the administrator to add it to your record.',
  },
  not_found: {
    title: 'It was not found',
    means: 'There is no such document, or it is not among those that you may see.',
    next: 'Check the number. Ask its owner whether it belongs to another branch.',
  },
  stale: {
    title: 'Somebody else changed it first',
    means: 'The document was saved by another person after you opened it.',
    next: 'Both versions are shown side by side. Keep both, yours or theirs.',
  },
  duplicate: {
    title: 'It already exists',
    means: 'Another document has the same name, number or code, where each must be its own.',
    next: 'Open the one that exists, or select another value.',
  },
  bad_state: {
    title: 'Not in this status',
    means: 'The document has moved on: the step does not belong to the status that it has now.',
    next: 'Reload it and look at its history. The bar shows what can be done now.',
  },
  four_eyes: {
    title: 'A second person must decide',
    means: 'You took the step before on the same document, or made it. Two people must have looked.',
    next: 'Another person with the role decides. An administrator can allow it for small sites in Settings.',
  },
  approval_slab: {
    title: 'The amount is above what you approve',
    means: 'The amount lies above the slab of your role.',
    next: 'It goes to the next level. Approvers shows who that is.',
  },
  stock_short: {
    title: 'Not enough stock',
    means: 'Fewer pieces are free in this yard than the line asks for. Reserved and held pieces are not free.',
    next: 'Take what is free, select another yard, ask for a transfer, or wait for an inward.',
  },
  res_expired: {
    title: 'The reservation has ended',
    means: 'The stock was kept for the order until a day that is over, and is free again.',
    next: 'Submit the order again: it reserves what is free now.',
  },
  credit_short: {
    title: 'The credit does not suffice',
    means: 'Open invoices, approved orders and this order come to more than the limit.',
    next: 'Take an advance, make the order smaller, or ask for a higher or temporary limit.',
  },
  customer_blocked: {
    title: 'The customer is blocked',
    means: 'Overdue invoices, bounced cheques or a decision of credit block new orders.',
    next: 'The customer’s page says which. Credit takes the block off.',
  },
  below_floor: {
    title: 'The rate is below the floor',
    means: 'The price master has a lowest rate for this size and day.',
    next: 'Raise the rate, or let the branch manager approve it with a reason.',
  },
  tolerance: {
    title: 'The weight is outside the tolerance',
    means: 'Weighed and expected weight differ by more than the settings allow.',
    next: 'Weigh again and count the pieces. If both are right, raise a concern.',
  },
  over_return: {
    title: 'More than can be returned',
    means: 'The invoice’s line has fewer pieces left than come back.',
    next: 'Look at its earlier returns, and enter what is left at most.',
  },
  period_locked: {
    title: 'The month is closed',
    means: 'The books of this date are locked.',
    next: 'Post it with a date in an open month, or ask accounts to open the lock.',
  },
  backdate: {
    title: 'The date lies too far back',
    means: 'It is before a document that comes after it, or before what may be entered now.',
    next: 'Use the date of today, or one after the document before it.',
  },
  batch_closed: {
    title: 'The batch is closed',
    means: 'It was closed with its last pieces, and nothing moves in or out of it.',
    next: 'Select another batch of the size.',
  },
  vehicle_doc: {
    title: 'A paper of the vehicle or driver has run out',
    means: 'Fitness, insurance, permit, pollution certificate or licence is no longer valid.',
    next: 'Enter the new date in the master, or take another vehicle.',
  },
  overload: {
    title: 'The vehicle is overloaded',
    means: 'Its gross weight is above what it may carry.',
    next: 'Unload some pieces, or split the load over two vehicles.',
  },
  ewb_needed: {
    title: 'An e-way bill is needed',
    means: 'The value on this vehicle is above the threshold.',
    next: 'Make it at the portal and enter its number.',
  },
  irn_live: {
    title: 'The IRN is still in force',
    means: 'An e-invoice that the portal knows cannot simply be cancelled here.',
    next: 'Cancel it at the portal within its day, or use a credit note.',
  },
  irn_needed: {
    title: 'The IRN is missing',
    means: 'This invoice needs an e-invoice number before it is printed or its order completed.',
    next: 'Send it through the portal’s file and record the answer.',
  },
  irn_due: {
    title: 'The IRN is due',
    means: 'The invoice needs an e-invoice number soon; nothing is held back yet.',
    next: 'Record it before the time is over.',
  },
  referenced: {
    title: 'Other documents name it',
    means: 'A master that is in use cannot be deleted.',
    next: 'Deactivate it: it is no longer offered, and old documents keep it.',
  },
  command_id_reused: {
    title: 'The same request came with other content',
    means: 'A repeated request did not match what was sent first.',
    next: 'Reload the page and enter it again.',
  },
  rule: {
    title: 'A rule speaks against it',
    means: 'The message says which one, with its figures.',
    next: 'Look at the history and at what the message names.',
  },
  rate_limit: {
    title: 'Too many attempts',
    means: 'Too many requests or wrong passwords came in a short time.',
    next: 'Wait as long as the message says, then try again.',
  },
}
