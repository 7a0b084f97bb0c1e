// One step on many documents: which steps the ticked ones allow, and what came of each.
import type { DocDef, DocView } from '../../core/records'
import type { ActionView, DocKey, FieldDef } from '../../core/types.gen'
import type { BulkResult, BulkResults, User } from '../../net/answers.gen'
import { send, type Problem } from '../../net/client'

/** A document as a step names it. */
export interface Named {
  id: string
  version: number
}

export interface BulkAction<K extends DocKey = DocKey> {
  action: string
  label: string
  inputs: FieldDef[]
  /** The ticked documents without those of which it is known that they would be refused. */
  ready: Named[]
  held: { doc: DocView<K>; why: string }[]
}

/** As many as the server takes in one call. */
export const PIECE = 500

/** What is chosen of one document and cannot be the same for many. */
const OWN = new Set(['rows', 'group', 'file', 'link', 'many'])
const isOwn = (input: FieldDef) => input.required && OWN.has(input.kind)

/** Whether the person takes a step in the workflow of the type at all. */
export const takesSteps = <K extends DocKey>(user: User, def: DocDef<K>) =>
  def.steps.some((step) => step.by.some((role) => (user.roles as string[]).includes(role)))

/**
 * Steps that at least one of the documents allows and that all of them have in their status, the most allowed first.
 * Those that were read tell of the rest: what these are refused, the answer says.
 */
export function commonActions<K extends DocKey>(
  docs: DocView<K>[],
  skip: ReadonlySet<string>,
  rows: Named[] = docs,
): BulkAction<K>[] {
  const first = docs[0]
  if (!first) return []
  const statuses = new Set(docs.map((doc) => doc.status))
  const of = (doc: DocView<K>, one: ActionView) => doc.actions.find((other) => other.action === one.action)
  const shared = (one: ActionView) => docs.every((doc) => of(doc, one))
  const open = (one: ActionView) => shared(one) && docs.every((doc) => of(doc, one)?.allowed)
  if (statuses.size > 1 && !first.actions.some(open)) return []
  return first.actions
    .filter((one) => !skip.has(one.action) && !one.inputs.some(isOwn) && shared(one))
    .map((one) => {
      const able = docs.find((doc) => of(doc, one)?.allowed)
      const held = docs.filter((doc) => !of(doc, one)?.allowed).map((doc) => ({ doc, why: of(doc, one)?.why ?? '' }))
      const stays = new Set(held.map(({ doc }) => doc.id))
      const ready = able ? rows.filter((row) => !stays.has(row.id)) : []
      const inputs = (able && of(able, one)?.inputs) ?? one.inputs
      return { action: one.action, label: one.label, inputs, ready, held }
    })
    .filter((one) => one.ready.length > 0 && (statuses.size === 1 || one.held.length === 0))
    .sort((a, b) => b.ready.length - a.ready.length)
}

/**
 * Takes the step on each document, in pieces. What one piece did stays done where the next one fails; sent again under
 * the same id, every document answers as it did before.
 */
export async function runBulk(
  type: string,
  action: string,
  rows: Named[],
  inputs: Record<string, unknown>,
  commandId: string,
  onProgress?: (done: number) => void,
): Promise<BulkResult[] | Problem> {
  const results: BulkResult[] = []
  for (let from = 0; from < rows.length; from += PIECE) {
    const piece = rows.slice(from, from + PIECE).map(({ id, version }) => ({ id, version }))
    const answer = await send({
      url: `/api/bulk/${type}/${action}`,
      method: 'POST',
      body: { command_id: commandId, rows: piece, inputs },
    })
    if ('error' in answer) return answer.error
    results.push(...(answer.data as BulkResults).results)
    onProgress?.(results.length)
  }
  return results
}
