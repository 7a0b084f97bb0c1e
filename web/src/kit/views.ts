// Which view of a document an address asks for: its word picks a view and gives no rights.
import { rolesOfView } from '../core'
import { useUser } from '../sync/store'

/** `unknown`: nobody's view is called so. `barred`: it is another's. */
export function useView(word: string | undefined): 'open' | 'unknown' | 'barred' {
  const user = useUser()
  if (word === undefined) return 'open'
  const roles = rolesOfView(word)
  if (roles.length === 0) return 'unknown'
  const own: string[] = user.roles
  return own.includes('ADMIN') || roles.some((role) => own.includes(role)) ? 'open' : 'barred'
}
