// The yard that a new order most likely loads from: the only one of its person, else the one of their last order here.
import { useMemo } from 'react'
import { useList } from '../sync/docs'
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
  const known = yards.length === 1 ? yards[0]! : (kept()[id] ?? null)
  const { data } = useList({ type: 'yard', where: ['status:eq:Active'], limit: 2 }, { skip: known !== null })
  const yard = known ?? (data?.total === 1 ? data.rows[0]!.id : null)
  return useMemo(
    () => ({
      yard,
      keep: (yard) => {
        if (yard) localStorage.setItem(KEY, JSON.stringify({ ...kept(), [id]: yard }))
      },
    }),
    [id, yard],
  )
}
