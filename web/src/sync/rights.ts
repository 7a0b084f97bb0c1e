// What a person's roles allow on a type of document, as the server said at sign-in. It refuses by the same table.
import type { DocDef } from '../core/records'
import type { Verb } from '../core/types.gen'
import type { User } from '../net/answers.gen'

/** A page that is no type's: a report. */
export const opens = (user: User, page: string, verb: 'view' | 'export' = 'view') =>
  user.rights[page]?.includes(verb) ?? false

export function may(user: User, def: DocDef, verb: Verb): boolean {
  return user.rights[def.key]?.includes(verb) ?? false
}

/** The report that a type's paper tells of one document: a statement of account. */
export const paperReport = (def: DocDef) => def.reports.find((one) => one.paper)

/** Whether the type has a paper, and the person may have it printed. */
export function prints(user: User, def: DocDef): boolean {
  const report = paperReport(def)
  return def.copies.length > 0 && may(user, def, 'print') && (!report || opens(user, report.report))
}
