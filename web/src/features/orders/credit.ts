// A customer's credit, for those who may see it: after one refusal it is not asked for again in this session.
import type { Credit } from '../../core/types.gen'
import { token } from '../../net/token'
import { useFacts } from '../../sync/docs'

/** Forbidden, or a customer that this person does not see at all. */
const REFUSED = new Set([403, 404])
const refused = new Set<string>()

export function useCredit(customer: string | null | undefined) {
  const person = token.id() ?? ''
  const answer = useFacts<Credit>(customer && !refused.has(person) ? `/api/credit/${customer}` : null)
  if (answer.error && REFUSED.has(answer.error.status)) refused.add(person)
  return answer
}
