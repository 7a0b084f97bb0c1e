// How a step stands among the others wherever steps are offered: its letter, and which of them comes first.
const DANGER = /(^|_)(reject|cancel|delete|block|deactivate|refuse|unload|short_close|reverse)$/
const KEYS: Record<string, string> = {
  approve: 'a',
  credit_approve: 'a',
  hold: 'h',
  reject: 'r',
  credit_reject: 'r',
  query: 'q',
  credit_query: 'q',
}
/** Steps that carry nothing forward: they are offered, but never as the one to take. */
const ASIDE = new Set([
  'comment',
  'attach',
  'query',
  'credit_query',
  'withdraw',
  'unallocate',
  'hold',
  'raise_concern',
  'account_concern',
])

export function isDanger(action: string): boolean {
  return DANGER.test(action)
}

/** The letter that takes a step. */
export const keyOf = (action: string): string | undefined => KEYS[action]

/** What carries a document forward stands first, what ends it last. */
export const rankOf = (action: string): number => (isDanger(action) ? 2 : ASIDE.has(action) ? 1 : 0)
