// Conditions of a list that are clicked rather than chosen: statuses of the rail, tiles and bars that open a list.
import type { ListField } from '../core/records'
import type { DocKey } from '../core/types.gen'
import { whereOf, type Filter } from '../docs/listState'

export function statusesOf(filters: Filter[]): string[] {
  const one = filters.find(({ field, op }) => field === 'status' && (op === 'eq' || op === 'in'))
  return one ? one.value.split('|') : []
}

function withStatuses(filters: Filter[], statuses: string[]): Filter[] {
  const rest = filters.filter(({ field }) => field !== 'status')
  if (statuses.length === 0) return rest
  return [
    ...rest,
    statuses.length === 1
      ? { field: 'status', op: 'eq', value: statuses[0]! }
      : { field: 'status', op: 'in', value: statuses.join('|') },
  ]
}

/** A click shows one status, or all again; with shift it adds to those shown, or takes away. */
export function toggleStatus(filters: Filter[], status: string, add: boolean): Filter[] {
  const shown = statusesOf(filters)
  const has = shown.includes(status)
  const next = add
    ? has
      ? shown.filter((one) => one !== status)
      : [...shown, status]
    : has && shown.length === 1
      ? []
      : [status]
  return withStatuses(filters, next)
}

/** The address of a list with these conditions: what tiles, bars and counts open. */
export function listAt(path: string, filters: Filter[], sort = ''): string {
  const params = new URLSearchParams()
  for (const one of filters) params.append('where', whereOf(one))
  if (sort) params.set('sort', sort)
  const query = params.toString()
  return query ? `${path}?${query}` : path
}

export const eq = <K extends DocKey = DocKey>(field: ListField<K>, value: string): Filter => ({
  field,
  op: 'eq',
  value,
})
export const any = <K extends DocKey = DocKey>(field: ListField<K>, values: string[]): Filter => ({
  field,
  op: 'in',
  value: values.join('|'),
})

export const sameFilters = (a: Filter[], b: Filter[]): boolean =>
  a.length === b.length && a.every((one) => b.some((other) => whereOf(one) === whereOf(other)))
