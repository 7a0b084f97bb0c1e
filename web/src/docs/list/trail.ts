// The list that a document was opened from: its conditions and its sort, by which the queue goes on from there.
import type { ListArgs } from '../../sync/docs'

const KEY = 'godown.trail'

type Trail = Omit<ListArgs, 'offset' | 'limit'>

export const keepTrail = (args: Trail) => sessionStorage.setItem(KEY, JSON.stringify(args))

/** None where the list was one of another type. */
export function trailOf(type: string): Trail | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Trail | null
    return kept?.type === type ? kept : null
  } catch {
    return null
  }
}
