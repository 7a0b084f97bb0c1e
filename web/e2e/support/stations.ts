// A document in each status of each machine, and for each column of its matrix a person who stands to that document as
// the matrix's own person does to its own. The demo has nearly all of them; what it lacks is made by the same steps.
import type { DocView } from '../../src/core/types.gen'
import type { OpenItems } from '../../src/net/answers.gen'
import type { Person, Values } from './api'
import { matrixOf, type Cells } from './matrix'

export interface Station {
  type: string
  status: string
  doc: DocView
  /** By column, who stands in it. */
  cast: Record<string, string>
}

export type Called = (id: string) => Promise<Person>

const SALESPEOPLE = ['SALES', 'SALES2', 'SALES3', 'SALES4']
const MANAGERS = ['BM', 'BM2', 'BM3']
const KEEPERS = ['YARD', 'YARD2', 'YARD3']
/** Columns that are told apart by the document: its own salesperson, manager and yard, and others. */
const STAND: Record<string, string[]> = {
  SALES: SALESPEOPLE,
  SALES2: SALESPEOPLE,
  BM: MANAGERS,
  YARD: KEEPERS,
  YARD2: KEEPERS,
}
/** Nobody signs in as the clock. */
export const CLOCK = 'SYS'
/** People of one firm: they stand in their column where a document is of that firm. */
const OF_A_FIRM = new Set(['VENDOR'])
/** Documents that are looked at for the one that a matrix was written for. */
const LOOKED_AT = 12

export const columnsOf = (cells: Cells, status: string) => Object.keys(Object.values(cells[status]!)[0]!)
export const isUnseen = (cells: Cells, status: string, column: string) =>
  Object.values(cells[status]!).every((row) => row[column] === '404')

/** What a step is to somebody, as a cell of the matrix says it. */
export function cellOf({ actions }: Pick<DocView, 'actions'>, action: string): string {
  const one = actions.find((step) => step.action === action)
  if (!one) return '403'
  if (one.allowed) return '+'
  return one.why_said?.text === '{name} is {status}; {words} is not allowed' ? '422' : '-'
}

const REMARKS = { remarks: 'Agreed by phone' }

type Road = [who: 'owner' | 'manager' | 'ACC' | 'ADMIN', action: string, inputs?: Values][]
const BEFORE_ACCOUNTS: Road = [
  ['owner', 'submit'],
  ['manager', 'approve'],
]

/** A reversal of an order whose goods left, by its salesperson, and the steps after that. */
async function reversal(called: Called, road: Road) {
  const admin = await called('ADMIN')
  const { rows: loaded } = await admin.list('order', ['status:eq:Order Loaded'])
  const asked = await Promise.all((await admin.list('reversal')).rows.map(({ id }) => admin.doc('reversal', id)))
  const free = loaded.filter(({ id }) => asked.every(({ record }) => record.order !== id)).at(-1)
  if (!free) throw new Error('the demo has an order whose goods left and that nobody reverses')
  const order = await admin.doc('order', free.id)
  const among = async (ids: string[], fits: (one: Person) => boolean) =>
    (await Promise.all(ids.map(called))).find(fits) ?? admin
  const owner = await among(SALESPEOPLE, ({ id }) => id === order.owner)
  const manager = await among(MANAGERS, ({ branches }) => branches.includes(order.branch ?? ''))
  const people = { owner, manager, ACC: await called('ACC'), ADMIN: admin }
  let doc = await owner.create('reversal', { order: order.id, to: 'waiting', reason: 'DATA_ERROR', ...REMARKS })
  for (const [who, action, inputs] of road) {
    const typed = action === 'execute' ? { order_no: order.doc_no } : inputs
    doc = await people[who].act(await people[who].doc('reversal', doc.id), action, typed)
  }
}

/** An invoice of goods that none stands for yet. */
async function invoice(called: Called, steps: [string, Values][]) {
  const [admin, accounts] = [await called('ADMIN'), await called('ACC')]
  const { rows } = await admin.list('order', ['status:eq:Order Loaded'])
  for (const { id } of rows) {
    const { rows: loadings } = await admin.list('loading', [`order:eq:${id}`, 'status:eq:Posted', 'invoice:eq:'])
    if (loadings.length === 0) continue
    let doc = await accounts.create('invoice', { loadings: loadings.map((one) => one.id) })
    for (const [action, inputs] of steps) doc = await accounts.act(doc, action, inputs)
    return
  }
  throw new Error('the demo has goods that left without an invoice')
}

const CHEQUE = { mode: 'cheque', cheque_no: '118907', drawn_on: 'State Bank of India, Pimpri', ifsc: 'SBIN0003618' }

/** Little enough to be paid in cash. */
const MONEY = 100_000

/** Money of which a part is set against an invoice, and a part is not. */
async function receipt(called: Called, by: Values, steps: string[]) {
  const [admin, accounts] = [await called('ADMIN'), await called('ACC')]
  const owing = await admin.doc('invoice', (await admin.one('invoice', 'status:eq:Posted')).id)
  const { customer, date } = owing.record
  const { rows } = await admin.get<OpenItems>(`/api/receipt/open/${String(customer)}`)
  const open = rows.find((row) => row.opens === 'invoice')
  if (!open) throw new Error('the newest invoice is not paid yet')
  const days = { date, ...(by.cheque_no ? { cheque_date: date } : {}) }
  const record = { ...by, ...days, customer, amount_paise: MONEY, spread: 'none' }
  let doc = await admin.act(await admin.create('receipt', record), 'submit')
  for (const step of steps) doc = await accounts.act(await accounts.doc('receipt', doc.id), step)
  const allocations = [{ invoice: open.id, amount_paise: MONEY / 2 }]
  await accounts.act(doc, 'allocate', { allocations })
}

const day = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' }).format(new Date())
const of = (from: Values, keys: string[]) => Object.fromEntries(keys.map((key) => [key, from[key]]))

/** Goods that were found as those of the demo's draft were, before the manager who answers so. */
async function found(called: Called, answer: string) {
  const [admin, buyer] = [await called('ADMIN'), await called('PURCH')]
  const { record } = await admin.doc('additional_inward', (await admin.one('additional_inward', 'status:eq:Draft')).id)
  const lines = (record.lines as Values[]).map((line) => of(line, ['sku', 'pcs', 'weight_g', 'rate_paise', 'zone']))
  const copy = { ...of(record, ['kind', 'yard', 'reason']), date: day(), lines, note: 'Lay behind the shed' }
  const asked = await buyer.act(await buyer.create('additional_inward', copy), 'submit')
  await admin.act(await admin.doc('additional_inward', asked.id), answer, REMARKS)
}

/** One of a type in a status, a step further. */
async function further(called: Called, type: string, from: string, action: string) {
  const admin = await called('ADMIN')
  const { rows } = await admin.list(type, [`status:eq:${from}`])
  for (const { id } of rows) {
    const doc = await admin.doc(type, id)
    if (cellOf(doc, action) === '+') return void (await admin.act(doc, action, REMARKS))
  }
  throw new Error(`no ${type} in ${from} allows ${action}`)
}

/** The columns of these machines, but for the clock's. */
export function columnsIn(types: string[]): string[] {
  const columns = types.flatMap((type) => {
    const cells = matrixOf(type)
    return Object.keys(cells).flatMap((status) => columnsOf(cells, status))
  })
  return [...new Set(columns.filter((one) => one !== CLOCK))]
}

/** What the demo does not have, or not as the matrix's own is. */
const MADE: [type: string, status: string, make: (called: Called) => Promise<unknown>][] = [
  ['reversal', 'Requested', (called) => reversal(called, [])],
  ['reversal', 'Account Pending', (called) => reversal(called, BEFORE_ACCOUNTS)],
  ['reversal', 'Rejected', (called) => reversal(called, [...BEFORE_ACCOUNTS, ['ACC', 'reject', REMARKS]])],
  // Nobody counted its goods.
  ['reversal', 'Failed', (called) => reversal(called, [...BEFORE_ACCOUNTS, ['ACC', 'approve'], ['ADMIN', 'execute']])],
  // One that is cancelled leaves its goods to the next; one of its portal's own day can still be cancelled.
  [
    'invoice',
    'Cancelled',
    (called) =>
      invoice(called, [
        ['post', {}],
        ['cancel', REMARKS],
      ]),
  ],
  ['invoice', 'Posted', (called) => invoice(called, [['post', {}]])],
  ['invoice', 'Draft', (called) => invoice(called, [])],
  ['receipt', 'Confirmed', (called) => receipt(called, { mode: 'cash' }, ['confirm'])],
  ['receipt', 'Cleared', (called) => receipt(called, CHEQUE, ['confirm', 'deposit', 'clear'])],
  ['batch_closing', 'Reopened', (called) => further(called, 'batch_closing', 'Approved', 'reopen')],
  ['additional_inward', 'On Hold', (called) => found(called, 'query')],
  ['additional_inward', 'Rejected', (called) => found(called, 'reject')],
  ['additional_inward', 'Reversed', (called) => further(called, 'additional_inward', 'Approved', 'reverse')],
]

/** What each of the people sees of a type in a status. */
async function seen(people: Map<string, Person>, type: string, status: string): Promise<Map<string, Set<string>>> {
  const path = `/api/docs/${type}?${new URLSearchParams({ where: `status:eq:${status}`, limit: '200' })}`
  const all = await Promise.all(
    [...people].map(async ([id, person]): Promise<[string, Set<string>]> => {
      // Who may not see the type at all is told so.
      if ((await person.status(path)) !== 200) return [id, new Set()]
      return [id, new Set((await person.list(type, [`status:eq:${status}`], 200)).rows.map((row) => row.id))]
    }),
  )
  return new Map(all)
}

/** Who stands in each column: where two see it, the one of its yard before the other. */
function castOf(doc: DocView, cells: Cells, people: Map<string, Person>, sees: Map<string, Set<string>>) {
  const cast: Record<string, string> = {}
  const taken = new Set<string>()
  const near = (id: string) => (doc.yard && people.get(id)?.yards.includes(doc.yard) ? 0 : 1)
  for (const column of columnsOf(cells, doc.status).filter((one) => one !== CLOCK)) {
    const hidden = isUnseen(cells, doc.status, column)
    const fits = (STAND[column] ?? [column]).filter((id) => !taken.has(id) && sees.get(id)!.has(doc.id) !== hidden)
    const found = fits.sort((one, other) => near(one) - near(other))[0]
    if (found) taken.add((cast[column] = found))
    else if (!OF_A_FIRM.has(column)) return null
  }
  return cast
}

/** Of the documents in a status whose people are all there, the one that is most like the matrix's own. */
async function stationOf(type: string, status: string, cells: Cells, people: Map<string, Person>, called: Called) {
  const admin = await called('ADMIN')
  const sees = await seen(people, type, status)
  let best: { odd: number; station: Station } | null = null
  let looked = 0
  for (const id of sees.get('ADMIN')!) {
    if (looked === LOOKED_AT || best?.odd === 0) break
    const doc = await admin.doc(type, id)
    const cast = castOf(doc, cells, people, sees)
    if (!cast) continue
    looked += 1
    const columns = columnsOf(cells, status).filter((one) => one !== CLOCK)
    const unlike = Object.entries(cells[status]!).filter(([action, row]) => cellOf(doc, action) !== row.ADMIN)
    const odd = unlike.length + (columns.length - Object.keys(cast).length) / columns.length
    if (!best || odd < best.odd) best = { odd, station: { type, status, doc, cast } }
  }
  return best?.station ?? null
}

/** The stations of machines, and the statuses that have none. */
export async function stations(types: string[], called: Called): Promise<{ found: Station[]; missing: string[] }> {
  const people = new Map<string, Person>()
  for (const id of columnsIn(types).flatMap((one) => STAND[one] ?? [one])) people.set(id, await called(id))
  for (const [type, , make] of MADE) if (types.includes(type)) await make(called)
  const [found, missing]: [Station[], string[]] = [[], []]
  for (const type of types) {
    const cells = matrixOf(type)
    for (const status of Object.keys(cells)) {
      const station = await stationOf(type, status, cells, people, called)
      if (station) found.push(station)
      else missing.push(`${type} ${status}`)
    }
  }
  return { found, missing }
}
