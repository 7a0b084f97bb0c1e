// The routes of the specification, and an address of each that leads to what is there.
import { readFileSync } from 'node:fs'
import { ROUTES } from '../../src/kit/routes'
import type { Person } from './api'

export interface Route {
  path: string
  area: string
  public?: boolean
}

export const ALL = JSON.parse(readFileSync(new URL('../files/routes.json', import.meta.url), 'utf8')) as Route[]

export const rowOf = (path: string) => ROUTES.find((row) => shapeOf(row.path) === shapeOf(path))

/** Of a path without what it asks of the page, and without the names of its parameters. */
const shapeOf = (path: string) => path.replace(/\?.*/, '').replaceAll(/:\w+/g, ':')
const specified = new Set(ALL.map(({ path }) => shapeOf(path)))

/** The app's own addresses beside those: none that only leads to another, and none that stands for any type. */
export const OWN = ROUTES.filter(
  ({ path, kind }) => !specified.has(shapeOf(path)) && kind !== 'moved' && !path.startsWith('/:type'),
)

const family = (type: string) =>
  ['', '/add', '/edit/:id', '/view/:id'].map((page) => [`/${type}${page}`, type] as const)
const asked = (type: string, ...paths: string[]) => paths.map((path) => [path, type] as const)

/** The app's own pages about money, and those that take their document from what is asked of them: with its type. */
export const MONEY: Record<string, string> = Object.fromEntries([
  ...asked('invoice', '/invoice/portal', '/invoice/print/:id', '/invoice/CreateEdit?id=:id', '/CreateInvoice'),
  ...asked('credit_note', '/invoice/CreateEdit?credit_note=:id', '/credit_note/print/:id'),
  ...asked('debit_note', '/invoice/CreateEdit?debit_note=:id', '/debit_note/print/:id'),
  ...asked('receipt', '/customer-reciept/statement', '/receipt/print/:id'),
  ...asked('reversal', '/orderrevert?id=:id', '/doReversal?id=:id'),
  ...asked('trip', '/logistics/add-multiple?trip=:id', '/trip/print/:id'),
  ...asked('sales_return', '/sales_return/print/:id'),
  ...['credit_note', 'debit_note', 'number_series'].flatMap(family),
])

const AREAS = new Set(['credit-limit', 'receipt', 'sales-return', 'invoice', 'reversal', 'logistics', 'loaded-order'])
/** Whether a route of the specification is about money. */
export const isMoney = (path: string) => AREAS.has(ALL.find((route) => route.path === path)?.area ?? '')

/** Routes whose id is not one of their own type's. */
const IDS_OF: Record<string, string> = {
  '/order/logistic-delivery/:orderid': 'order',
  '/order_loaded/logistic-delivery/:orderid': 'loading',
  '/logistics/add/:orderid': 'order',
  '/ProductSkuReport/view/:id': 'sku',
  '/go/:type/:id': 'customer',
}
/** What an address names beside the document, where it is one for every document. */
export const NAMED: Record<string, string> = {
  ':name': 'history',
  ':userType': 'bm',
  ':logintype': 'admin',
  ':topic': 'order',
  ':type': 'customer',
}

/** The type of the documents that a route's id is of; none where it is a person's own. */
export const typeOf = (path: string) => MONEY[path] ?? IDS_OF[path] ?? rowOf(path)?.type

/** The address with the id of a document that is there. */
export async function addressOf(path: string, admin: Person): Promise<string> {
  const type = typeOf(path)
  if (!path.includes(':')) return path
  const row = type ? await admin.one(type) : { id: admin.id, status: '' }
  const plain = path.replace(/:status|:woStatus/, encodeURIComponent(row.status))
  return Object.entries(NAMED)
    .reduce((address, [name, word]) => address.replace(name, word), plain)
    .replace(/:\w+/, row.id)
}
