// The four lanes of a transfer: what is done in each, and where a transfer stands. Whose a step is says the workflow.
import { stepsOf } from '../../core'
import type { DocView } from '../../core/records'
import type { User } from '../../net/answers.gen'
import { say } from '../../words/say'

type Role = User['roles'][number]

export type Lane = 'from' | 'logistic' | 'to' | 'account'

export interface LaneDef {
  lane: Lane
  label: string
  /** As the address names it. */
  login: string
  /** Its steps that are entered in the page itself. */
  forms: string[]
  /** The steps that are taken in it. */
  steps: string[]
}

export const LANES: LaneDef[] = [
  {
    lane: 'from',
    label: say('From-yard'),
    login: 'fromyard',
    forms: ['accept', 'gate_out'],
    steps: ['accept', 'gate_out', 'confirm_extra', 'deny_extra', 'reject'],
  },
  { lane: 'logistic', label: say('Logistics'), login: 'logistic', forms: ['assign'], steps: ['assign'] },
  {
    lane: 'to',
    label: say('To-yard'),
    login: 'toyard',
    forms: ['receive'],
    steps: ['request', 'receive', 'hand_over'],
  },
  { lane: 'account', label: say('Accounts'), login: 'account', forms: ['settle'], steps: ['settle'] },
]

/** The lane of the step that a transfer waits for; none where it rests. */
export function turnOf(doc: Pick<DocView<'transfer'>, 'awaits'>): Lane | null {
  return LANES.find((one) => one.steps.some((step) => doc.awaits.includes(step)))?.lane ?? null
}

/** The lane that an address names; `all` is the administrator's, undefined a word that names none. */
export function laneOf(login: string | undefined): Lane | 'all' | undefined {
  if (login === 'admin') return 'all'
  return LANES.find((one) => one.login === login)?.lane
}

/** The roles that take a step of a lane, as the workflow tells them. */
function rolesOf(lane: Lane): Role[] {
  const own = LANES.find((one) => one.lane === lane)?.steps ?? []
  return stepsOf('transfer', (step) => own.includes(step.action)).flatMap((step) => step.by)
}

export const worksIn = (roles: Role[], lane: Lane | 'all'): boolean =>
  lane === 'all' ? roles.includes('ADMIN') : rolesOf(lane).some((role) => roles.includes(role))
