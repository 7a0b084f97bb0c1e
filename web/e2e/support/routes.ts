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

export const rowOf = (path: string) =>
  ROUTES.find((row) => row.path.replaceAll(/:\w+/g, ':') === path.replaceAll(/:\w+/g, ':'))

/** Routes whose id is not one of their own type's. */
const IDS_OF: Record<string, string> = {
  '/order/logistic-delivery/:orderid': 'order',
  '/order_loaded/logistic-delivery/:orderid': 'loading',
  '/logistics/add/:orderid': 'order',
  '/ProductSkuReport/view/:id': 'sku',
}
/** What an address names beside the document, where it is one for every document. */
const NAMED: Record<string, string> = { ':name': 'history', ':userType': 'bm', ':logintype': 'admin' }

/** The address with the id of a document that is there. */
export async function addressOf(path: string, admin: Person): Promise<string> {
  const type = IDS_OF[path] ?? rowOf(path)?.type
  if (!path.includes(':')) return path
  const row = type ? await admin.one(type) : { id: admin.id, status: '' }
  const plain = path.replace(/:status|:woStatus/, encodeURIComponent(row.status))
  return Object.entries(NAMED)
    .reduce((address, [name, word]) => address.replace(name, word), plain)
    .replace(/:\w+/, row.id)
}
