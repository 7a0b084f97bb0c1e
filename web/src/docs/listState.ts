// The state of a list lives in its address: search, filters, sort. Columns are kept per person and type.
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Sort, Where } from '../core/records'
import type { DocKey } from '../core/types.gen'

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
  const [query, setQuery] = useSearchParams()
  const change = useCallback(
    (set: (query: URLSearchParams) => void) =>
      setQuery(
        (was) => {
          const next = new URLSearchParams(was)
          set(next)
          return next
        },
        { replace: true },
      ),
    [setQuery],
  )
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
    clear: useCallback(() => change((next) => ['q', 'where'].forEach((key) => next.delete(key))), [change]),
  }
}

export type ListState = ReturnType<typeof useListState>

const KEY = 'godown.columns'

function kept(): Record<string, string[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string[]>
  } catch {
    return {}
  }
}

/** Which columns a person hid, per list. */
export function useHidden(list: string): [ReadonlySet<string>, (key: string) => void] {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => new Set(kept()[list] ?? []))
  const toggle = useCallback(
    (key: string) => {
      const next = new Set(hidden)
      if (!next.delete(key)) next.add(key)
      setHidden(next)
      localStorage.setItem(KEY, JSON.stringify({ ...kept(), [list]: [...next] }))
    },
    [hidden, list],
  )
  return [hidden, toggle]
}
