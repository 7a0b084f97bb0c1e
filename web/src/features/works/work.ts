// How a work order's addresses name the people who work on it, and which of its steps are entered in the page itself.
import type { User } from '../../net/answers.gen'

type Role = User['roles'][number]

/** The steps whose rows the page draws. */
export const FORMS = ['issue', 'give_back', 'reduce', 'record_output']

/** A view by the role that an address names. */
const PEOPLE: Record<string, Role[]> = {
  yard: ['YARD'],
  bm: ['BM'],
  account: ['ACC'],
  audit: ['AUDIT'],
  admin: [],
}

export const isPerson = (userType: string): boolean => userType in PEOPLE

/** Whether somebody has a role that the address names; the administrator has each. */
export const works = (roles: Role[], userType: string): boolean =>
  roles.includes('ADMIN') || (PEOPLE[userType] ?? []).some((role) => roles.includes(role))
