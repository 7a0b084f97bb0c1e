// The four lanes of a transfer: whose each is, what is done in it, and where a transfer stands.
import type { DocView } from '../../core/records'
import type { User } from '../../net/answers.gen'

type Role = User['roles'][number]

export type Lane = 'from' | 'logistic' | 'to' | 'account'

export interface LaneDef {
  lane: Lane
  label: string
  /** As the address names it. */
  login: string
  roles: Role[]
  /** Its steps that are entered in the page itself. */
  forms: string[]
  /** The steps by which it was done, as the history tells them. */
  done: string[]
}

export const LANES: LaneDef[] = [
  {
    lane: 'from',
    label: 'From-yard',
    login: 'fromyard',
    roles: ['YARD', 'BM', 'ADMIN'],
    forms: ['accept', 'gate_out'],
    done: ['accept', 'gate_out', 'confirm_extra', 'deny_extra', 'reject'],
  },
  {
    lane: 'logistic',
    label: 'Logistics',
    login: 'logistic',
    roles: ['LOGI', 'ADMIN'],
    forms: ['assign'],
    done: ['assign'],
  },
  {
    lane: 'to',
    label: 'To-yard',
    login: 'toyard',
    roles: ['YARD', 'BM', 'PURCH', 'ADMIN'],
    forms: ['receive'],
    done: ['request', 'receive', 'hand_over'],
  },
  {
    lane: 'account',
    label: 'Accounts',
    login: 'account',
    roles: ['ACC', 'ADMIN'],
    forms: ['settle'],
    done: ['settle'],
  },
]

/** Whose turn it is by the status; none where it rests. */
export function turnOf(doc: Pick<DocView<'transfer'>, 'status' | 'record'>): Lane | null {
  switch (doc.status) {
    case 'Requested':
    case 'Logistic Assigned':
      return 'from'
    case 'From-Yard Accepted':
      return 'logistic'
    case 'Received with Discrepancy':
      return (doc.record.lots ?? []).some((lot) => lot.extra_pcs || lot.extra_g) ? 'from' : 'to'
    case 'Draft':
    case 'In Transit':
    case 'Received':
      return 'to'
    case 'Account Pending':
      return 'account'
    default:
      return null
  }
}

/** The lane that an address names; `all` is the administrator's, undefined a word that names none. */
export function laneOf(login: string | undefined): Lane | 'all' | undefined {
  if (login === 'admin') return 'all'
  return LANES.find((one) => one.login === login)?.lane
}

export const worksIn = (roles: Role[], lane: Lane | 'all'): boolean =>
  lane === 'all'
    ? roles.includes('ADMIN')
    : LANES.some((one) => one.lane === lane && one.roles.some((role) => roles.includes(role)))
