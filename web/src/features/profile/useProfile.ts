// The document behind a profile page: the person's own account, or an employee for those who keep them.
import { useParams } from 'react-router'
import type { DocView } from '../../core/records'
import type { ActionView } from '../../core/types.gen'
import { useDoc } from '../../sync/docs'
import { useUser } from '../../sync/store'

export function useProfile() {
  const user = useUser()
  const { empid } = useParams()
  const id = empid ?? user.id
  const own = id === user.id
  return { id, own, ...useDoc(own ? user.account : 'employee', id) }
}

type Given = Record<string, unknown>
const filled = (given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null))

/** What the step leaves as it is: a field that is not sent would be cleared by it. */
export const keptOf = (doc: DocView, { inputs }: ActionView) =>
  filled(Object.fromEntries(inputs.map(({ key }) => [key, doc.record[key]])))

/** What a form of the step begins with. */
export const inputsOf = (doc: DocView, action: ActionView) => ({
  ...filled(Object.fromEntries(action.inputs.map((input) => [input.key, input.default]))),
  ...keptOf(doc, action),
})
