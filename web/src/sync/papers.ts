// Documents on paper as PDF: made by the server, and without it by this device of the documents that it has.
import { docDef } from '../core'
import { paperFile, paperPages, type PaperPictures, type PaperWish } from '../core/papers'
import { isAway, send, type Problem } from '../net/client'
import { isLive } from '../net/reach'
import { keepAnswer, keptAnswer } from './answers'
import { fileOf } from './files'
import { wholeReport } from './reporter'
import { paperReport, prints } from './rights'
import { store } from './store'
import { keepFile } from './tables'
import { say } from '../words/say'

export type { PaperWish } from '../core/papers'

/** Every copy, on the paper that the type is printed on first. */
export const WHOLE: PaperWish = { copies: [], size: '' }
/** As many documents go into one file. */
export const MOST_PRINTED = 500

export interface PaperWanted {
  type: string
  /** The documents, and what each is called where one cannot be printed. */
  docs: { id: string; name: string }[]
  wish: PaperWish
}

const refused = (detail: string): Problem => ({
  status: 0,
  code: 'AWAY',
  title: say('Not printed'),
  detail,
  errors: [],
  reference: null,
  retryAfter: null,
})

/** A picture of a paper: from this device, else from the server, and kept here for when there is none. */
export async function keptPicture(id: string): Promise<ArrayBuffer | null> {
  const key = `/api/files/${id}`
  const kept = await keptAnswer(key)
  if (kept?.data instanceof ArrayBuffer) return kept.data
  const bytes = isLive() ? await (await fileOf(id))?.arrayBuffer() : undefined
  if (bytes) await keepAnswer(key, bytes)
  return bytes ?? null
}

/** What stands as pictures on the papers of some documents, as far as it is to be had. */
async function picturesOf(views: object[]): Promise<PaperPictures> {
  const logos = views.map((view) => (view as { paper?: { logo?: string } }).paper?.logo)
  const found: PaperPictures = {}
  for (const logo of new Set(logos)) {
    const bytes = logo ? await keptPicture(logo) : null
    if (logo && bytes) found[logo] = bytes
  }
  return found
}

/** A document with what its paper tells beside the record: of a party its account; null where that is not at hand. */
async function told(type: string, id: string, view: object, { from, to }: PaperWish): Promise<object | null> {
  const def = docDef(type)
  const report = def && paperReport(def)
  if (!report) return view
  const account = await wholeReport(report.report, { [report.filter]: id, ...(from && { from }), ...(to && { to }) })
  return account && { ...view, account }
}

/** The pages of one document as they are printed. */
export async function pagesOf(view: { type: string; id: string }, wish: PaperWish) {
  const whole = await told(view.type, view.id, view, wish)
  if (!whole) throw new Error('there are no frames to tell an account of')
  return paperPages(whole, wish, await picturesOf([view]))
}

/** Hands the PDF to the person; answers why not. */
export async function keepPaper(wanted: PaperWanted, name: string): Promise<Problem | null> {
  if (wanted.docs.length > MOST_PRINTED)
    return refused(
      say('At most {MOST_PRINTED} documents go into one file. Narrow the list, or tick fewer.', { MOST_PRINTED }),
    )
  const made = isLive() ? await byServer(wanted) : await here(wanted)
  if (!(made instanceof Blob)) return made
  keepFile(made, `${name.replaceAll('/', '-')}.pdf`)
  return null
}

async function byServer(wanted: PaperWanted): Promise<Blob | Problem> {
  const { type, docs, wish } = wanted
  const [one] = docs
  const days = { ...(wish.from && { from: wish.from }), ...(wish.to && { to: wish.to }) }
  const asked = {
    ...(wish.copies.length > 0 && { copies: wish.copies.join(',') }),
    ...(wish.size && { size: wish.size }),
    ...days,
  }
  const query = new URLSearchParams(asked).toString()
  const answer =
    docs.length === 1
      ? await send({ url: `/api/print/${type}/${one!.id}${query && `?${query}`}`, accept: 'application/pdf' })
      : await send({
          url: `/api/print/${type}`,
          method: 'POST',
          body: { ids: docs.map(({ id }) => id), copies: wish.copies.join(','), size: wish.size, ...days },
          accept: 'application/pdf',
        })
  if (!('error' in answer)) return answer.data as Blob
  return isAway(answer.error) ? here(wanted) : answer.error
}

const NAMED = 3

/** Made here, of the documents at hand; where one is not, none is left out in silence. */
async function here({ type, docs, wish }: PaperWanted): Promise<Blob | Problem> {
  const { user } = store.getState().auth
  const def = docDef(type)
  if (!user || !def || !prints(user, def)) return refused(say('Your roles do not allow printing'))
  const kept = await Promise.all(docs.map(({ id }) => keptAnswer(`/api/docs/${type}/${id}`)))
  const views = kept.flatMap((one) => (one ? [one.data as object] : []))
  const missing = docs.filter((_, at) => !kept[at]).map(({ name }) => name)
  if (missing.length > 0) {
    const more = missing.length > NAMED ? say(' and {missing} more', { missing: missing.length - NAMED }) : ''
    const which = `${missing.slice(0, NAMED).join(', ')}${more}`
    return refused(
      say('The server was not reached, and this device does not have {which}: open it once while online', { which }),
    )
  }
  try {
    const whole = await Promise.all(views.map((view, at) => told(type, docs[at]!.id, view, wish)))
    const all = whole.filter((view) => view !== null)
    if (all.length < views.length)
      return refused(say('The server was not reached, and this device has no reports: open one once while online'))
    return new Blob([await paperFile(type, all, wish, await picturesOf(views))], { type: 'application/pdf' })
  } catch (error) {
    console.error('a paper was not made', error)
    return refused(say('The PDF could not be made. Load the page again.'))
  }
}
