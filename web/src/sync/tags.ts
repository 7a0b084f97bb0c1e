// What the cached answers rest on, by the types of documents: a change makes old what depends on it, and nothing else.
import { docDefs } from '../core'
import type { DocKey } from '../core/types.gen'
import type { Change, Changes } from '../net/answers.gen'

/** What some entries changed, up to the last of them, as far as the person sees it. */
export type Batch = Pick<Changes, 'seq' | 'changes'>

export type Tag = { type: 'Doc' | 'List' | 'Facts'; id: string } | 'Doc' | 'List' | 'Facts' | 'Menu'

/** Of any document. */
const ANY = 'any'
/** Of documents that the person does not see, too: an order of another yard takes the same credit. */
const UNSEEN = 'unseen'

const STOCK: DocKey[] = [
  'additional_inward',
  'batch',
  'batch_closing',
  'dump_stock',
  'inward',
  'loading',
  'order',
  'sales_return',
  'sku',
  'stock_hold',
  'transfer',
  'yard',
  'zone',
]
const CREDIT: DocKey[] = [
  'credit_limit_request',
  'customer',
  'credit_note',
  'debit_note',
  'invoice',
  'loading',
  'order',
  'receipt',
  'setting',
]
const PRICES: DocKey[] = ['customer', 'hsn', 'price', 'product_group']
const KIT: DocKey[] = ['formula', 'hsn', 'product_group', 'sku', 'sku_mapping', 'sku_property', 'sku_property_value']

/** What is owed to suppliers and transporters. */
const BILLS: DocKey[] = ['inward', 'opening_bill', 'supplier_bill', 'supplier_note', 'supplier_payment', 'trip']

/** What a trip takes along, and what carries it. */
const CARRIED: DocKey[] = ['driver', 'invoice', 'loading', 'order', 'transfer', 'trip', 'vehicle', 'vendor']

/** The types of which documents can wait for somebody: those that are more than in use or not. */
const queued = () =>
  docDefs()
    .filter(({ statuses }) => statuses.some((status) => status !== 'Active' && status !== 'Inactive'))
    .map(({ key }) => key)

const RESTS: [address: RegExp, on: (type: string) => readonly string[]][] = [
  [/^\/api\/queue\b/, queued],
  [/^\/api\/records\/(\w+)/, (type) => [type]],
  [/^\/api\/groups\/(\w+)/, (type) => [type]],
  [/^\/api\/turn\/(\w+)/, (type) => [type, 'employee', 'role']],
  // Ten thousand lines are not told anew whenever anything in the yard moves.
  [/^\/api\/stock\/audit\//, () => ['stock_audit']],
  [/^\/api\/stock\b/, () => [...STOCK, UNSEEN]],
  [/^\/api\/credit\//, () => [...CREDIT, UNSEEN]],
  [/^\/api\/reversal\//, () => [...CREDIT, 'reversal', 'sales_return', 'trip', UNSEEN]],
  [/^\/api\/invoice\/returnable\//, () => ['invoice', 'sales_return', 'batch', UNSEEN]],
  [/^\/api\/trip\//, () => [...CARRIED, UNSEEN]],
  [/^\/api\/invoice\/notable\//, () => ['invoice', 'credit_note', 'debit_note', 'receipt', UNSEEN]],
  [/^\/api\/receipt\/open\//, () => ['invoice', 'receipt', 'customer', UNSEEN]],
  [/^\/api\/supplier_payment\/open\//, () => [...BILLS, UNSEEN]],
  [/^\/api\/catalogue\b/, () => [...STOCK, ...PRICES, UNSEEN]],
  // It looks through the journal: whoever opens the page asks anew.
  [/^\/api\/recent\b/, () => []],
  [/^\/api\/ecommerce\b/, () => [...STOCK, ...PRICES, 'product', 'cart', UNSEEN]],
  [/^\/api\/order\/facts\b/, () => [...STOCK, ...PRICES, ...CREDIT, 'truck_type', UNSEEN]],
  [/^\/api\/sku\/kit\//, () => KIT],
  [/^\/api\/approvers\/(\w+)/, (type) => [type, 'employee', 'role', 'setting']],
  [
    /^\/api\/calendar\/layers\b/,
    () => ['order', 'receipt', 'vehicle', 'driver', 'price', 'credit_limit_request', UNSEEN],
  ],
  [/^\/api\/chat\b/, () => ['chat_message', 'chat_room', 'chat_marks', 'employee']],
  [/^\/api\/access\b/, () => ['role', 'menu', 'employee', 'customer', 'supplier', 'vendor']],
]

/** What the figures of a list rest on, where its rows tell more than their records. */
const FIGURES: Partial<Record<string, Tag[]>> = {
  customer: [...CREDIT, UNSEEN].map((id) => ({ type: 'Facts', id })),
}
export const figuresOf = (type: string): Tag[] => FIGURES[type] ?? []

/** The tags of an answer beside documents; one that is not named here rests on any document. */
export function factsOf(url: string): Tag[] {
  const [address, on] = RESTS.find(([address]) => address.test(url)) ?? []
  const types = on?.(address?.exec(url)?.[1] ?? '') ?? [ANY]
  return types.map((id) => ({ type: 'Facts', id }))
}

/** Types that decide what a person's menu holds. What waits there is counted by the queue. */
const IN_MENU = new Set<string>(['menu', 'role', 'employee', 'customer', 'supplier', 'vendor'] satisfies DocKey[])

/** Whatever rests on documents of a type. */
export function restingOn(type: string): Tag[] {
  const facts: Tag[] = [
    { type: 'Facts', id: type },
    { type: 'Facts', id: ANY },
  ]
  return IN_MENU.has(type) ? [...facts, 'Menu'] : facts
}

interface Known {
  /** The document is held as the change left it, as the answer to one's own command brings it. */
  isHeld: (change: Change) => boolean
  /** This tab's own command became the entry. */
  isOwn: (seq: number) => boolean
}

/**
 * What a batch makes old, behind the entry that was known before. Of one's own entry the lists and facts were made old
 * with its answer, and the document came with it; another document that it changed is not known yet.
 */
export function oldBy(before: number, { seq, changes }: Batch, { isHeld, isOwn }: Known): Tag[] {
  const docs = changes.filter((change) => !isHeld(change))
  const foreign = changes.filter((change) => !isOwn(change.seq))
  // An entry without a change that the person sees may still have moved stock or credit.
  const named = new Set(changes.map((change) => change.seq))
  let hidden = false
  for (let at = before + 1; at <= seq && !hidden; at += 1) hidden = !named.has(at) && !isOwn(at)
  return [
    ...docs.map(({ type, id }): Tag => ({ type: 'Doc', id: `${type}:${id}` })),
    ...foreign.flatMap(({ type }): Tag[] => [{ type: 'List', id: type }, ...restingOn(type)]),
    ...(hidden ? [{ type: 'Facts' as const, id: UNSEEN }] : []),
  ]
}
