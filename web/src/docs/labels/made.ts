// The labels of a document: as the server makes them, or while it is away as this device's core does, to the same
// letter.
import { loadPreviews, type LabelsAsked } from '../../core'
import type { Labels } from '../../core/types.gen'
import { isAway, send } from '../../net/client'
import { isLive } from '../../net/reach'
import { madeAtHand } from '../../sync/atHand'
import { store } from '../../sync/store'
import { say } from '../../words/say'

export type Made = { labels: Labels } | { refused: string }

const NOT_HERE = say('The server was not reached, and this device does not have everything printed on these labels')

export async function labelsOf(asked: LabelsAsked): Promise<Made> {
  if (!isLive()) return madeHere(asked)
  const { doc_type, id, bundles, size, copies } = asked
  const query = new URLSearchParams({ size, copies: String(copies), bundles: String(bundles) })
  const answer = await send({ url: `/api/labels/${doc_type}/${id}?${query.toString()}` })
  if ('data' in answer) return { labels: answer.data as Labels }
  return isAway(answer.error) ? madeHere(asked) : { refused: answer.error.detail }
}

async function madeHere(asked: LabelsAsked): Promise<Made> {
  const core = await loadPreviews()
  const { user } = store.getState().auth
  const start = [{ type: asked.doc_type as string, id: asked.id }]
  const made = await madeAtHand<Labels>(start, [], (docs) => core.labels(user?.actor, Date.now(), asked, docs))
  if (!made) return { refused: NOT_HERE }
  return 'refused' in made ? { refused: made.refused[0]?.message ?? NOT_HERE } : { labels: made }
}
