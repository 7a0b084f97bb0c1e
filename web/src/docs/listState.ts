// The state of a list lives in its address: search, filters, sort, groups.
import { useCallback, useMemo } from 'react'
import type { Sort, Where } from '../core/records'
import type { DocKey } from '../core/types.gen'
import { useQuery } from '../ui/query'

export interface Filter {
  field: string
  op: string
  value: string
}

export function parseWhere(text: string): Filter | null {
  const [, field, op, value] = /^([^:]+):([^:]+):(.*)$/s.exec(text) ?? []
  return field && op ? { field, op, value: value ?? '' } : null
}

export const whereOf = ({ field, op, value }: Filter) => `${field}:${op}:${value}`

/** The list of one type. An address may name anything; the server refuses what the type does not have. */
export function useListState<K extends DocKey = DocKey>() {
  const { query, change } = useQuery()
  const where = useMemo(() => query.getAll('where'), [query])
  const filters = useMemo(() => where.map(parseWhere).filter((one) => one !== null), [where])
  return {
    q: query.get('q') ?? '',
    sort: (query.get('sort') ?? undefined) as Sort<K> | undefined,
    where: where as Where<K>[],
    filters,
    status: filters.find((one) => one.field === 'status' && one.op === 'eq')?.value ?? null,
    setQ: useCallback((q: string) => change((next) => (q ? next.set('q', q) : next.delete('q'))), [change]),
    setSort: useCallback(
      (sort: string | undefined) => change((next) => (sort ? next.set('sort', sort) : next.delete('sort'))),
      [change],
    ),
    setFilters: useCallback(
      (next: Filter[]) =>
        change((query) => {
          query.delete('where')
          for (const one of next) query.append('where', whereOf(one))
        }),
      [change],
    ),
    group: query.get('group') || null,
    setGroup: useCallback(
      (by: string | null) => change((next) => (by ? next.set('group', by) : next.delete('group'))),
      [change],
    ),
    /** The rows of one group, from which Back leads to the groups. */
    openGroup: useCallback(
      (filter: Filter) =>
        change(
          (next) => {
            next.delete('group')
            next.append('where', whereOf(filter))
          },
          { replace: false },
        ),
      [change],
    ),
    /** Search, filters, sort and groups, as a view keeps them. */
    question: useCallback(() => kept(query), [query]),
    setQuestion: useCallback(
      (next: URLSearchParams) =>
        change((query) => {
          for (const key of [...query.keys()]) query.delete(key)
          for (const [key, value] of kept(next)) query.append(key, value)
        }),
      [change],
    ),
    clear: useCallback(() => change((next) => ['q', 'where'].forEach((key) => next.delete(key))), [change]),
  }
}

const KEPT = ['q', 'where', 'sort', 'group']

function kept(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams()
  for (const key of KEPT) for (const value of query.getAll(key)) next.append(key, value)
  return next
}

export type ListState = ReturnType<typeof useListState>
