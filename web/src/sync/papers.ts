// Documents on paper as PDF: made by the server, and without it by this device of the documents that it has.
import { docDef } from '../core'
import { paperFile } from '../core/papers'
import { isAway, send, type Problem } from '../net/client'
import { isLive } from '../net/reach'
import { keptAnswer } from './answers'
import { may } from './rights'
import { store } from './store'
import { keepFile } from './tables'

export interface PaperWanted {
  type: string
  ids: string[]
  /** Every copy where none are named. */
  copies: string[]
}

const refused = (detail: string): Problem => ({
  status: 0,
  code: 'AWAY',
  title: 'Not printed',
  detail,
  errors: [],
  reference: null,
  retryAfter: null,
})

/** Hands the PDF to the person; answers why not. */
export async function keepPaper(wanted: PaperWanted, name: string): Promise<Problem | null> {
  const made = isLive() ? await byServer(wanted) : await here(wanted)
  if (!(made instanceof Blob)) return made
  keepFile(made, `${name.replaceAll('/', '-')}.pdf`)
  return null
}

async function byServer(wanted: PaperWanted): Promise<Blob | Problem> {
  const { type, ids, copies } = wanted
  const [one] = ids
  const query = copies.length > 0 ? `?${new URLSearchParams({ copies: copies.join(',') }).toString()}` : ''
  const answer =
    ids.length === 1
      ? await send({ url: `/api/print/${type}/${one}${query}`, accept: 'application/pdf' })
      : await send({
          url: `/api/print/${type}`,
          method: 'POST',
          body: { ids, copies: copies.join(',') },
          accept: 'application/pdf',
        })
  if (!('error' in answer)) return answer.data as Blob
  return isAway(answer.error) ? here(wanted) : answer.error
}

async function here({ type, ids, copies }: PaperWanted): Promise<Blob | Problem> {
  const { user } = store.getState().auth
  const def = docDef(type)
  if (!user || !def || !may(user, def, 'print')) return refused('Your roles do not allow printing')
  const kept = await Promise.all(ids.map((id) => keptAnswer(`/api/docs/${type}/${id}`)))
  const views = kept.flatMap((one) => (one ? [one.data as object] : []))
  if (views.length < ids.length) {
    return refused('The server was not reached, and this device does not have the document: open it once while online')
  }
  try {
    return new Blob([await paperFile(type, views, copies)], { type: 'application/pdf' })
  } catch (error) {
    console.error('a paper was not made', error)
    return refused('The PDF could not be made. Load the page again.')
  }
}
