// Papers of documents, made by the core in a worker that stays for the next one.
import type { PaperAsked, PaperPictures, PaperTold, PaperWish, PrintedReport } from './papers.worker'
import type { ChoiceDef } from './types.gen'

export type { PaperPictures, PaperWish, PrintedReport } from './papers.worker'

type Answer = NonNullable<PaperTold['value']>
type Waiting = { done: (value: Answer) => void; failed: (error: Error) => void }
type Wanted = PaperAsked extends infer One ? (One extends { id: number } ? Omit<One, 'id'> : never) : never

let maker: Worker | null = null
let next = 0
const waiting = new Map<number, Waiting>()

function worker(): Worker {
  if (maker) return maker
  maker = new Worker(new URL('./papers.worker.ts', import.meta.url), { type: 'module' })
  maker.onmessage = ({ data }: MessageEvent<PaperTold>) => {
    const one = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.value === undefined) one?.failed(new Error(data.error ?? 'no paper was made'))
    else one?.done(data.value)
  }
  maker.onerror = () => {
    for (const one of waiting.values()) one.failed(new Error('the maker of papers ended'))
    waiting.clear()
    maker = null
  }
  return maker
}

const ask = (wanted: Wanted) =>
  new Promise<Answer>((done, failed) => {
    next += 1
    waiting.set(next, { done, failed })
    worker().postMessage({ ...wanted, id: next } as PaperAsked)
  })

/** Documents of one type as one PDF, of their views: the same bytes as the server makes. */
export const paperFile = (type: string, views: object[], wish: PaperWish, pictures: PaperPictures) =>
  ask({ type, views, wish, pictures }) as Promise<Uint8Array<ArrayBuffer>>

/** The copies that a document has as it stands. */
export const paperCopies = (view: object) => ask({ copiesOf: view }) as Promise<ChoiceDef[]>

let letters: Promise<void> | null = null

/** The page draws with the letters of the PDF, which the module carries. */
async function addLetters() {
  for (const [bold, weight] of [
    [false, '400'],
    [true, '700'],
  ] as const) {
    const file = (await ask({ bold })) as Uint8Array<ArrayBuffer>
    document.fonts.add(await new FontFace('Godown Paper', file, { weight }).load())
  }
}

/** The pages of one document as SVG. */
export async function paperPages(view: object, wish: PaperWish, pictures: PaperPictures): Promise<string[]> {
  letters ??= addLetters()
  const [pages] = await Promise.all([ask({ view, wish, pictures }), letters])
  return pages as string[]
}

/** The pages of a report as SVG. Rejects with a sentence for the person where it is too long for paper. */
export async function reportPages(report: PrintedReport): Promise<string[]> {
  letters ??= addLetters()
  const [pages] = await Promise.all([ask({ report, as: 'pages' }), letters])
  return pages as string[]
}

/** The same pages as a PDF. */
export const reportPdf = (report: PrintedReport) => ask({ report, as: 'pdf' }) as Promise<Uint8Array<ArrayBuffer>>
