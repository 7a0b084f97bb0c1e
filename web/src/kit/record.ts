// What pages say of documents: titles of what they link to, the place of supply, sums over their rows.
import type { Links } from '../core/records'
import type { DocKey } from '../core/types.gen'

/** The title of a linked document; empty where the record names none, its id where the title is not known. */
export function titleOf(links: Links | undefined, type: DocKey, id: unknown): string {
  if (typeof id !== 'string' || id === '') return ''
  return links?.[type]?.[id] ?? id
}

/** The place of supply as a document or a quote tells it: its GST code and its name. */
export function placeOf(of: { place_of_supply?: unknown; place_name?: unknown } | null | undefined): string {
  return [of?.place_of_supply, of?.place_name].filter((part) => typeof part === 'string' && part !== '').join(' ')
}

/** Adds what is read of each row; null where no row has it, so that hidden money never sums to a nought. */
export function sum<T>(of: T[], read: (row: T) => number | null | undefined): number | null {
  const known = of.map(read).filter((value) => typeof value === 'number')
  return known.length > 0 ? known.reduce((total, value) => total + value, 0) : null
}
