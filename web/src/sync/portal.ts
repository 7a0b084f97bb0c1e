// The files that the portals of the GST take, and their answers read back.
import type { PortalAnswers } from '../net/answers.gen'
import { send, type Problem } from '../net/client'
import { keepFile } from './tables'

export type PortalFile = 'inv01' | 'eway'

export interface PortalAsked {
  type: string
  /** One document; none for all of the days that still wait. */
  id?: string
  from?: string
  to?: string
}

/** Hands the file to the person under a name of its own. */
export async function downloadPortal(file: PortalFile, asked: PortalAsked, name: string): Promise<Problem | null> {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(asked)) if (typeof value === 'string' && value) query.set(key, value)
  const answer = await send({ url: `/api/portal/file/${file}?${query.toString()}`, accept: 'application/json' })
  if ('error' in answer) return answer.error
  keepFile(answer.data as Blob, `${name}.json`)
  return null
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
