// The parts of an order that have an address of their own, whether or not this order has anything in them.
const TABS: readonly string[] = [
  'lines',
  'approvals',
  'stock',
  'credit',
  'advances',
  'loadings',
  'invoices',
  'trips',
  'returns',
  'files',
  'history',
]

/** Whether an address behind an order's, or behind its loading's, leads anywhere. */
export const isOrderTab = (name: string) => TABS.includes(name)
