// The columns of a list as a person set them up: which are hidden, and how wide the others are.
import { useCallback, useMemo, useState } from 'react'

export interface Layout {
  hidden: string[]
  widths: Record<string, number>
}

interface Column {
  key: string
  width?: number
  flex?: number
}

const KEY = 'godown.columns'
const EMPTY: Layout = { hidden: [], widths: {} }

function all(): Record<string, Layout | string[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Layout | string[]>
  } catch {
    return {}
  }
}

/** What is kept of a list; an older version of the app kept the hidden columns alone. */
function kept(list: string): Layout {
  const found = all()[list]
  return Array.isArray(found) ? { hidden: found, widths: {} } : { ...EMPTY, ...found }
}

/** A layout in an address: `hide=city,pin&wide=name:220`. */
export function layoutIn(query: URLSearchParams): Layout {
  const parts = (key: string) => (query.get(key) ?? '').split(',').filter((one) => one !== '')
  const widths = parts('wide').map((one) => one.split(':'))
  return {
    hidden: parts('hide'),
    widths: Object.fromEntries(widths.map(([key, width]) => [key, Number(width)]).filter(([, width]) => width)),
  }
}

export function putLayout(query: URLSearchParams, { hidden, widths }: Layout) {
  const wide = Object.entries(widths).map(([key, width]) => `${key}:${width}`)
  if (hidden.length > 0) query.set('hide', [...hidden].sort().join(','))
  if (wide.length > 0) query.set('wide', wide.sort().join(','))
}

export function useLayout(list: string) {
  const [layout, setLayout] = useState(() => kept(list))
  const put = useCallback(
    (next: Layout) => {
      setLayout(next)
      localStorage.setItem(KEY, JSON.stringify({ ...all(), [list]: next }))
    },
    [list],
  )
  const hidden = useMemo<ReadonlySet<string>>(() => new Set(layout.hidden), [layout])
  return useMemo(
    () => ({
      layout,
      hidden,
      put,
      hide: (key: string) =>
        put({
          ...layout,
          hidden: hidden.has(key) ? layout.hidden.filter((one) => one !== key) : [...layout.hidden, key],
        }),
      resize: (key: string, width: number) =>
        put({ ...layout, widths: { ...layout.widths, [key]: Math.round(width) } }),
      /** The columns as they are laid out: one whose width was set no longer takes what is left over. */
      dress: <C extends Column>(columns: C[]): (C & { hidden: boolean })[] =>
        columns.map((column) => {
          const width = layout.widths[column.key]
          return { ...column, hidden: hidden.has(column.key), ...(width ? { width, flex: undefined } : {}) }
        }),
    }),
    [layout, hidden, put],
  )
}

export type ListLayout = ReturnType<typeof useLayout>
