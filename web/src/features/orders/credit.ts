// A customer's credit, for those who may see it: after one refusal it is not asked for again in this session.
import type { Credit } from '../../core/types.gen'
import { token } from '../../net/token'
import { docDef } from '../../core'
import { useFacts } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'

/** Forbidden, or a customer that this person does not see at all. */
const REFUSED = new Set([403, 404])
const refused = new Set<string>()

export function useCredit(customer: string | null | undefined) {
  const person = token.id() ?? ''
  const user = useUser()
  const def = docDef('customer')
  const asked = customer && def && may(user, def, 'view') && !refused.has(person)
  const answer = useFacts<Credit>(asked ? `/api/credit/${customer}` : null)
  const forGood = !!answer.error && REFUSED.has(answer.error.status)
  if (forGood) refused.add(person)
  return { ...answer, error: forGood ? undefined : answer.error }
}
