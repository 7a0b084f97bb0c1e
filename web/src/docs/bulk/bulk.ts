// One step on many documents: which steps the ticked ones allow, and what came of each.
import type { DocDef, DocView } from '../../core/records'
import type { DocKey, FieldDef } from '../../core/types.gen'
import type { BulkResult, BulkResults, User } from '../../net/answers.gen'
import { send, type Problem } from '../../net/client'
import { PROFILE_STEP } from '../../sync/docs'
import { rankOf } from '../ranks'

/** A document as a step names it. */
export interface Named {
  id: string
  version: number
}

/** One that is ticked: its status tells of those that were not read. */
type Ticked = Named & { status: string }

export interface BulkAction<K extends DocKey = DocKey> {
  action: string
  label: string
  inputs: FieldDef[]
  /** The ticked documents without those of which it is known that they would be refused. */
  ready: Named[]
  /** Those that were read and would be refused. */
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

/** As many documents are read for what they allow. */
const MOST_READ = 60

/** Those of the ticked ones that are read: the first, and of every status one. */
export function readOf<Row extends Ticked>(rows: Row[]): Row[] {
  const seen = new Set<string>()
  const firsts = rows.filter(({ status }) => !seen.has(status) && seen.add(status))
  return [...new Set([...firsts, ...rows.slice(0, MOST_READ)])].slice(0, MOST_READ)
}

/**
 * Steps that at least one of the documents allows: what carries them on first, then what most of them allow. Those that
 * were read tell of the rest of their status: what these are refused, the answer says.
 */
export function commonActions<K extends DocKey>(
  docs: DocView<K>[],
  skip: ReadonlySet<string>,
  rows: Ticked[] = docs,
): BulkAction<K>[] {
  const of = (doc: DocView<K>, action: string) => doc.actions.find((one) => one.action === action)
  const names = [...new Set(docs.flatMap((doc) => doc.actions.map((one) => one.action)))]
  return names
    .flatMap((action) => {
      const able = docs.filter((doc) => of(doc, action)?.allowed)
      const one = able[0] && of(able[0], action)
      if (!one || action === PROFILE_STEP || skip.has(action) || one.inputs.some(isOwn)) return []
      const statuses = new Set<string>(able.map((doc) => doc.status))
      const held = docs.filter((doc) => !able.includes(doc)).map((doc) => ({ doc, why: of(doc, action)?.why ?? '' }))
      const stays = new Set(held.map(({ doc }) => doc.id))
      const ready = rows.filter((row) => statuses.has(row.status) && !stays.has(row.id))
      return [{ action, label: one.label, inputs: one.inputs, ready, held }]
    })
    .filter((one) => one.ready.length > 0)
    .sort((a, b) => rankOf(a.action) - rankOf(b.action) || b.ready.length - a.ready.length)
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
