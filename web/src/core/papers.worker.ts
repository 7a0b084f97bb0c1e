// Makes papers in a thread of its own, with the core's module of papers.

import type { ChoiceDef, ReportLine, ReportStart } from './types.gen'

/** How papers are wanted. */
export interface PaperWish {
  /** By key; every copy where none are named. */
  copies: string[]
  /** The key of the paper's size; nothing for the first of the type. */
  size: string
  /** The days that a statement tells of; those of its report where none are named. */
  from?: string
  to?: string
}
/** The files that stand as pictures on papers: their content by id. */
export type PaperPictures = Record<string, ArrayBuffer>

/** A report as its module told it, with all its lines. */
export interface PrintedReport {
  head: Omit<ReportStart, 'first'>
  /** What it was asked, in words. */
  asked: [string, string][]
  title: string
  /** When the books stood so. */
  at: number
  lines: ReportLine[]
}

interface Wish {
  picture(file: string, bytes: Uint8Array): void
  free(): void
}
interface Pages {
  drawn(): string
  pdf(): Uint8Array<ArrayBuffer>
  free(): void
}
interface Paper {
  lines(lines: Uint8Array): void
  /** Frees it. */
  finish(): Pages
}
interface Glue {
  default(options: { module_or_path: string }): Promise<unknown>
  PaperAsked: new (copies: string, size: string) => Wish
  paper_file(type: string, views: Uint8Array, asked: Wish): Uint8Array<ArrayBuffer>
  paper_pages(view: Uint8Array, asked: Wish): string
  paper_copies(view: Uint8Array): string
  paper_font(bold: boolean): Uint8Array<ArrayBuffer>
  ReportPaper: { begin(head: Uint8Array, asked: Uint8Array, title: string, at: number): Paper }
}
interface Wanted {
  wish: PaperWish
  pictures: PaperPictures
}
export type PaperAsked = { id: number } & (
  | (Wanted & { type: string; views: object[] })
  | (Wanted & { view: object })
  | { copiesOf: object }
  | { bold: boolean }
  | { report: PrintedReport; as: 'pages' | 'pdf' }
)
export interface PaperTold {
  id: number
  value?: Uint8Array<ArrayBuffer> | string[] | ChoiceDef[]
  error?: string
}

// Globs, because the packages are built beside this folder and may not be there yet.
const glue = import.meta.glob<string>('../../../wasm/pkg/print/godown_wasm.js', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})
const wasm = import.meta.glob<string>('../../../wasm/pkg/print/godown_wasm_bg.wasm', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})
const utf8 = new TextEncoder()
const bytes = (value: object) => utf8.encode(JSON.stringify(value))

async function load(): Promise<Glue> {
  const [glueUrl, wasmUrl] = [Object.values(glue)[0], Object.values(wasm)[0]]
  if (!glueUrl || !wasmUrl) throw new Error('the wasm package is not built: npm start and npm run dev build it')
  const module = (await import(/* @vite-ignore */ glueUrl)) as Glue
  await module.default({ module_or_path: wasmUrl })
  return module
}

/** So many lines cross at a time. */
const AT_ONCE = 1_000

function reportPaper(module: Glue, report: PrintedReport, as: 'pages' | 'pdf') {
  const { head, asked, title, at, lines } = report
  const paper = module.ReportPaper.begin(bytes(head), bytes(asked), title, at)
  for (let from = 0; from < lines.length; from += AT_ONCE) paper.lines(bytes(lines.slice(from, from + AT_ONCE)))
  const pages = paper.finish()
  try {
    return as === 'pdf' ? pages.pdf() : (JSON.parse(pages.drawn()) as string[])
  } finally {
    pages.free()
  }
}

let loading: Promise<Glue> | null = null

async function answer(asked: PaperAsked): Promise<PaperTold['value']> {
  loading ??= load()
  const module = await loading
  if ('bold' in asked) return module.paper_font(asked.bold)
  if ('copiesOf' in asked) return JSON.parse(module.paper_copies(bytes(asked.copiesOf))) as ChoiceDef[]
  if ('report' in asked) return reportPaper(module, asked.report, asked.as)
  const wish = new module.PaperAsked(asked.wish.copies.join(','), asked.wish.size)
  try {
    for (const [file, content] of Object.entries(asked.pictures)) wish.picture(file, new Uint8Array(content))
    if ('views' in asked) return module.paper_file(asked.type, bytes(asked.views), wish)
    return JSON.parse(module.paper_pages(bytes(asked.view), wish)) as string[]
  } finally {
    wish.free()
  }
}

self.onmessage = ({ data }: MessageEvent<PaperAsked>) => {
  answer(data).then(
    (value) => self.postMessage({ id: data.id, value } satisfies PaperTold),
    (error: unknown) =>
      self.postMessage({
        id: data.id,
        error: error instanceof Error ? error.message : String(error),
      } satisfies PaperTold),
  )
}
