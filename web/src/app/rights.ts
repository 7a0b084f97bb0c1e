// What a person's roles allow on a type of document, as the server said at sign-in. It refuses by the same table.
import type { DocDef } from '../core/types.gen'
import type { User } from './auth'

export type Verb = 'view' | 'add' | 'edit' | 'delete' | 'approve' | 'export' | 'print'

export function may(user: User, def: DocDef, verb: Verb): boolean {
  return user.rights[def.key]?.includes(verb) ?? false
}
