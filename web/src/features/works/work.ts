// How a work order's addresses name the people who work on it, and which of its steps are entered in the page itself.
import { stepsOf } from '../../core'
import type { User } from '../../net/answers.gen'

type Role = User['roles'][number]

/** The steps whose rows the page draws. */
export const FORMS = ['issue', 'give_back', 'reduce', 'record_output']

/** An address names whom it is for by a step of theirs; audit takes none, and looks on. */
const STEPS: Record<string, string | null> = {
  yard: 'issue',
  bm: 'approve',
  account: 'close',
  audit: null,
  admin: null,
}

export type Person = { word: string; roles: Role[] }

/** Those whom an address names, as the workflow tells them; undefined for a word that names nobody. */
export function personOf(word: string): Person | undefined {
  const step = STEPS[word]
  if (step === undefined) return undefined
  if (step === null) return { word, roles: word === 'audit' ? ['AUDIT', 'ADMIN'] : ['ADMIN'] }
  return { word, roles: stepsOf('work_order', (one) => one.action === step).flatMap((one) => one.by) }
}

export const works = (roles: Role[], person: Person): boolean => person.roles.some((role) => roles.includes(role))
