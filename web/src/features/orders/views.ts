// Saved views of a list: those everybody has and those a person named themselves, kept in this browser.
import { useCallback, useState } from 'react'
import type { Filter } from '../../docs/listState'

export interface SavedView {
  name: string
  filters: Filter[]
  own?: boolean
}

const KEY = 'godown.views'

function kept(list: string): SavedView[] {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, SavedView[]>)[list] ?? []
  } catch {
    return []
  }
}

export function useSavedViews(list: string) {
  const [own, setOwn] = useState(() => kept(list))
  const put = useCallback(
    (next: SavedView[]) => {
      setOwn(next)
      let all: Record<string, SavedView[]> = {}
      try {
        all = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, SavedView[]>
      } catch {
        // What cannot be read is written anew.
      }
      localStorage.setItem(KEY, JSON.stringify({ ...all, [list]: next }))
    },
    [list],
  )
  return {
    own,
    save: (name: string, filters: Filter[]) =>
      put([...own.filter((one) => one.name !== name), { name, filters, own: true }]),
    drop: (name: string) => put(own.filter((one) => one.name !== name)),
  }
}
