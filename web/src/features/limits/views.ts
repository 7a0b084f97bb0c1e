// Which level's step an address asks for: its word picks a view and gives no rights.
import type { Role } from '../../net/answers.gen'
import { useUser } from '../../sync/store'

const LEVELS: Record<string, Role[]> = {
  bm: ['BM'],
  credit: ['CREDIT', 'PCT'],
  management: [],
}

/** `unknown`: no level is called so. `barred`: it is another's. */
export function useLevel(word: string | undefined): 'open' | 'unknown' | 'barred' {
  const { roles } = useUser()
  const level = LEVELS[word ?? '']
  if (!level) return 'unknown'
  const own: string[] = roles
  return own.includes('ADMIN') || level.some((role) => own.includes(role)) ? 'open' : 'barred'
}

/** The steps that are entered in the page of a level. */
export const STEPS = ['approve', 'recommend']

/** The level whose turn it is. */
export const LEVEL_OF: Record<string, 'bm' | 'credit' | 'management'> = {
  'BM Pending': 'bm',
  'Credit Pending': 'credit',
  'Management Pending': 'management',
}
