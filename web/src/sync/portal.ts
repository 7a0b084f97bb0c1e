// The files that the portals of the GST take, and their answers read back.
import { loadPreviews, type PortalFileAsked } from '../core'
import type { DocView } from '../core/records'
import type { PortalText } from '../core/types.gen'
import type { PortalAnswers } from '../net/answers.gen'
import { isAway, send, type Problem } from '../net/client'
import { isLive } from '../net/reach'
import { keptUnder } from './answers'
import { madeAtHand } from './atHand'
import { store } from './store'
import { keepFile } from './tables'
import { say } from '../words/say'

export type PortalFile = PortalFileAsked['file']

/** Where the file was made: of all documents, or of those that this device has. */
export type MadeBy = 'server' | 'device'

const AWAY: Problem = {
  status: 0,
  code: 'AWAY',
  title: say('Not on this device'),
  reference: null,
  retryAfter: null,
  detail: say('The server was not reached, and this device does not have what the file is made of'),
  errors: [],
}

/** Hands the file to the person under a name of its own. */
export async function downloadPortal(asked: PortalFileAsked, name: string): Promise<{ by: MadeBy } | Problem> {
  if (!isLive()) return madeHere(asked, name)
  const query = new URLSearchParams({ type: asked.doc_type })
  for (const id of asked.ids) query.append('id', id)
  if (asked.from) query.set('from', asked.from)
  if (asked.to) query.set('to', asked.to)
  const answer = await send({ url: `/api/portal/file/${asked.file}?${query.toString()}`, accept: 'application/json' })
  if ('error' in answer) return isAway(answer.error) ? madeHere(asked, name) : answer.error
  keepFile(answer.data as Blob, `${name}.json`)
  return { by: 'server' }
}

async function madeHere(asked: PortalFileAsked, name: string): Promise<{ by: MadeBy } | Problem> {
  const core = await loadPreviews()
  const { user } = store.getState().auth
  const named = asked.ids.map((id) => ({ type: asked.doc_type as string, id }))
  const known = named.length > 0 ? [] : ((await keptUnder(`/api/docs/${asked.doc_type}/`)) as DocView[])
  const make = (docs: DocView[]) => core.portal_file(user?.actor, Date.now(), asked, docs)
  const made = await madeAtHand<PortalText>(named, known, make)
  if (!made) return AWAY
  if ('refused' in made) return { ...AWAY, detail: made.refused[0]?.message ?? AWAY.detail, errors: made.refused }
  keepFile(new Blob([made.text], { type: 'application/json' }), `${name}.json`)
  return { by: 'device' }
}

/** Nothing of it is kept. */
export async function readPortalAnswers(file: Blob): Promise<{ data: PortalAnswers } | { error: Problem }> {
  const answer = await send({
    url: '/api/portal/answers',
    method: 'POST',
    file: new Blob([file], { type: 'application/json' }),
  })
  return 'error' in answer ? answer : { data: answer.data as PortalAnswers }
}
