// The yard that a new order most likely loads from: the only one of its person, else the one of their last order here.
import { useMemo } from 'react'
import { useUser } from '../sync/store'

const KEY = 'usualYard'

const kept = (): Record<string, string> => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}

export function useUsualYard(): { yard: string | null; keep: (yard: string) => void } {
  const { id, yards = [] } = useUser()
  return useMemo(
    () => ({
      yard: yards.length === 1 ? yards[0]! : (kept()[id] ?? null),
      keep: (yard) => {
        if (yard) localStorage.setItem(KEY, JSON.stringify({ ...kept(), [id]: yard }))
      },
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the list is new with each answer, its yards are the same
    [id, yards.join()],
  )
}
