// One step on many documents: which steps the ticked ones allow, and what came of each.
import type { BulkResult, BulkResults } from '../../net/answers.gen'
import { send, type Problem } from '../../net/client'
import type { DocView } from '../../core/records'
import type { ActionView, FieldDef } from '../../core/types.gen'

export interface BulkAction {
  action: string
  label: string
  inputs: FieldDef[]
  ready: DocView<'order'>[]
  held: { doc: DocView<'order'>; why: string }[]
}

/**
 * Steps that at least one of the documents allows and that all of them have in their status, the most allowed first.
 */
export function commonActions(docs: DocView<'order'>[], skip: Set<string>): BulkAction[] {
  const first = docs[0]
  if (!first) return []
  const statuses = new Set(docs.map((doc) => doc.status))
  const shared = (one: ActionView) => docs.every((doc) => doc.actions.some((other) => other.action === one.action))
  if (
    statuses.size > 1 &&
    !first.actions.some(
      (one) => shared(one) && docs.every((doc) => doc.actions.find((other) => other.action === one.action)?.allowed),
    )
  )
    return []
  return first.actions
    .filter((one) => !skip.has(one.action) && shared(one))
    .map((one) => {
      const of = (doc: DocView<'order'>) => doc.actions.find((other) => other.action === one.action)!
      const ready = docs.filter((doc) => of(doc).allowed)
      const held = docs.filter((doc) => !of(doc).allowed).map((doc) => ({ doc, why: of(doc).why ?? '' }))
      const inputs = ready[0] ? of(ready[0]).inputs : one.inputs
      return { action: one.action, label: one.label, inputs, ready, held }
    })
    .filter((one) => one.ready.length > 0 && (statuses.size === 1 || one.held.length === 0))
    .sort((a, b) => b.ready.length - a.ready.length)
}

export async function runBulk(
  type: string,
  action: string,
  docs: DocView<'order'>[],
  inputs: Record<string, unknown>,
  commandId: string,
): Promise<BulkResult[] | Problem> {
  const answer = await send({
    url: `/api/bulk/${type}/${action}`,
    method: 'POST',
    body: { command_id: commandId, rows: docs.map(({ id, version }) => ({ id, version })), inputs },
  })
  return 'error' in answer ? answer.error : (answer.data as BulkResults).results
}
