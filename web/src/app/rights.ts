// What a person's roles allow on a type, as its declaration says. The server refuses by the same table.
import type { DocDef } from '../core/types.gen'
import type { User } from './auth'

export function may(user: User, def: DocDef, verb: 'view' | 'add' | 'edit' | 'delete'): boolean {
  return user.roles.some((role) => def.verbs[role]?.includes(verb))
}
