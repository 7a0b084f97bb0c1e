// Reading a document's record: values by key with the type that the page expects, and nothing where there is nothing.
import type { DocView } from '../core/types.gen'

export type Values = Record<string, unknown>

export function text(values: Values | null | undefined, key: string): string {
  const value = values?.[key]
  return typeof value === 'string' ? value : ''
}

/** The number, or null where the record has none: unknown, or not for this person's eyes. */
export function int(values: Values | null | undefined, key: string): number | null {
  const value = values?.[key]
  return typeof value === 'number' ? value : null
}

export function rows(values: Values | null | undefined, key: string): Values[] {
  const value = values?.[key]
  return Array.isArray(value) ? (value.filter((row) => typeof row === 'object' && row !== null) as Values[]) : []
}

export function group(values: Values | null | undefined, key: string): Values {
  const value = values?.[key]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {}
}

export type Links = DocView['links']

/** The title of a linked document; empty where the record names none, its id where the title is not known. */
export function titleOf(links: Links | undefined, type: string, id: unknown): string {
  if (typeof id !== 'string' || id === '') return ''
  return links?.[type]?.[id] ?? id
}

/** The place of supply as a document or a quote tells it: its GST code and its name. */
export function placeOf(of: { place_of_supply?: unknown; place_name?: unknown } | null | undefined): string {
  return [of?.place_of_supply, of?.place_name].filter((part) => typeof part === 'string' && part !== '').join(' ')
}

/** Adds what the rows have under a key; null where no row has it, so that hidden money never sums to a nought. */
export function sum(of: Values[], key: string): number | null {
  const known = of.map((row) => int(row, key)).filter((value) => value !== null)
  return known.length > 0 ? known.reduce((total, value) => total + value, 0) : null
}
