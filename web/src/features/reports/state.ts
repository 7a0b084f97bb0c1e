// What a report is asked stands in its address: days, basis, filters, rows, columns, figures and their order.
import { useCallback, useMemo } from 'react'
import type { ReportDef } from '../../core/types.gen'
import type { Params } from '../../sync/reporter'
import { useQuery } from '../../ui/query'

const split = (text: string | null | undefined) => (text ? text.split('|').filter(Boolean) : [])
const OWN = ['from', 'to', 'basis', 'rows', 'columns', 'measures', 'sort', 'top', 'hide']

export function useReportState(def: ReportDef) {
  const { query, change: make, clear } = useQuery()
  const change = useCallback(
    (part: Record<string, string | null>) =>
      make((next) => {
        for (const [key, value] of Object.entries(part)) {
          // A part without a value is asked for: no columns at all.
          if (value === null) next.delete(key)
          else next.set(key, value)
        }
      }),
    [make],
  )
  const text = query.toString()
  const params = useMemo<Params>(
    () =>
      Object.fromEntries([...new URLSearchParams(text)].filter(([key, value]) => value !== '' || OWN.includes(key))),
    [text],
  )
  const filters = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(params)
          .filter(([key]) => !OWN.includes(key))
          .map(([key, value]) => [key, split(value)]),
      ),
    [params],
  )
  const measures = params.measures !== undefined ? split(params.measures) : (def.measures ?? [])
  const rows = params.rows !== undefined ? split(params.rows) : (def.rows ?? [])
  const columns = params.columns !== undefined ? split(params.columns) : (def.columns ?? [])
  return {
    params,
    filters,
    measures,
    rows,
    columns,
    hidden: split(params.hide),
    change,
    setSort: useCallback((sort: string | null) => change({ sort }), [change]),
    setList: useCallback(
      (key: 'measures' | 'rows' | 'columns' | 'hide', list: string[]) =>
        change({ [key]: list.length || key !== 'hide' ? list.join('|') : null }),
      [change],
    ),
    setFilter: useCallback(
      (key: string, values: string[]) => change({ [key]: values.length ? values.join('|') : null }),
      [change],
    ),
    clear,
  }
}

export type ReportState = ReturnType<typeof useReportState>
