// What a list shows, as it stands in the address: the API's own conditions, sort and search, so that a link says all.
import type { ListArgs } from '../../api/docs'

export interface Shown { q: string; where: string[]; sort: string }

export function readShown(params: URLSearchParams): Shown {
  return { q: params.get('q') ?? '', where: params.getAll('where'), sort: params.get('sort') ?? '' }
}

export function writeShown({ q, where, sort }: Shown): URLSearchParams {
  const params = new URLSearchParams()
  if (q) params.set('q', q)
  for (const one of where) params.append('where', one)
  if (sort) params.set('sort', sort)
  return params
}

export function argsOf(type: string, { q, where, sort }: Shown): ListArgs {
  return { type, q: q || undefined, where: where.length > 0 ? where : undefined, sort: sort || undefined }
}

/** `field:op:value`, split at the first two colons as the server does. */
export function splitWhere(condition: string): { field: string; op: string; value: string } {
  const [field = '', op = '', ...rest] = condition.split(':')
  return { field, op, value: rest.join(':') }
}

export function valueOf(where: string[], field: string, op?: string): string {
  const found = where.map(splitWhere).find((one) => one.field === field && (!op || one.op === op))
  return found?.value ?? ''
}

/** Sets or, with an empty value, takes away the condition on a field and op; the others keep their place. */
export function withWhere(where: string[], field: string, op: string, value: string): string[] {
  const next = value === '' ? null : `${field}:${op}:${value}`
  const at = where.findIndex((one) => one.startsWith(`${field}:${op}:`))
  if (at < 0) return next ? [...where, next] : where
  return where.flatMap((one, index) => (index === at ? (next ? [next] : []) : [one]))
}

export const without = (where: string[], field: string): string[] => where.filter((one) => splitWhere(one).field !== field)

export function statusesOf(where: string[]): string[] {
  const one = where.map(splitWhere).find(({ field, op }) => field === 'status' && (op === 'eq' || op === 'in'))
  return one ? one.value.split('|') : []
}

/** A click shows one status, or all again; with shift it adds to those shown, or takes away. */
export function toggleStatus(where: string[], status: string, add: boolean): string[] {
  const shown = statusesOf(where)
  const has = shown.includes(status)
  const next = add ? (has ? shown.filter((one) => one !== status) : [...shown, status]) : has && shown.length === 1 ? [] : [status]
  return withStatuses(where, next)
}

export function withStatuses(where: string[], statuses: string[]): string[] {
  const rest = without(where, 'status')
  if (statuses.length === 0) return rest
  return [...rest, statuses.length === 1 ? `status:eq:${statuses[0]}` : `status:in:${statuses.join('|')}`]
}

/** The address of a list with these conditions: what tiles, bars and counts open. */
export function listAt(path: string, where: string[], sort = ''): string {
  const query = writeShown({ q: '', where, sort }).toString()
  return query ? `${path}?${query}` : path
}

export const sameShown = (a: Shown, b: Shown): boolean => writeShown(a).toString() === writeShown(b).toString()
