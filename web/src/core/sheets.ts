// Files of rows and typed cells, read by the core in a worker.
//
//   const reader = sheetReader()
//   const about = await reader.open('customer', 'add', bytes)     what the file is, or { refused }
//   await reader.know({ state: { Maharashtra: id } })              what names of documents lead to
//   const { checked, issues } = await reader.check(2000)           the next rows; the messages of the form
//   const { values, wanted } = await reader.cells('customer', [['mobile', '98220 11111']], links)
//   reader.end()
//   const { follow, end } = chainFollower()   whether the journal's entries are a chain
//   const file = reportFile()                 a report as a file, without the server, part by part
//   await file.begin(head, 'Product-wise sales', 'text/csv')    then lines(rows) for each part, and finish()
import type { Asked, Told } from './sheet.worker'
import type {
  AboutFile,
  CellsRead,
  Chain,
  CheckedRows,
  FileColumns,
  RefusedFile,
  ReportLine,
  ReportStart,
  Rework,
  RowIssue,
  TallyLog,
} from './types.gen'

export type { Chain, RowIssue }

/** `{type: {name: id}}`; null: nothing is called so; an empty text: several are. */
export type Names = Record<string, Record<string, string | null | { near: string }>>
export type Wanted = AboutFile['wanted']
export type Saving = 'add' | 'update'

function sheetWorker() {
  const worker = new Worker(new URL('./sheet.worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, { done: (value: unknown) => void; failed: (error: Error) => void }>()
  let next = 0
  worker.onmessage = ({ data }: MessageEvent<Told>) => {
    const one = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.error === undefined) one?.done(data.value)
    else one?.failed(new Error(data.error))
  }
  worker.onerror = () => {
    for (const one of waiting.values()) one.failed(new Error('the reader ended'))
    waiting.clear()
  }
  const ask = <T>(does: Asked['does'], name: string, args: unknown, bytes?: ArrayBuffer) =>
    new Promise<T>((done, failed) => {
      next += 1
      waiting.set(next, { done: (value) => done(value as T), failed })
      worker.postMessage({ id: next, does, name, args, bytes } satisfies Asked, bytes ? [bytes] : [])
    })
  return { ask, end: () => worker.terminate() }
}

/** A report as a file: the same bytes as the server makes of it, the parts one after the other. */
export function reportFile() {
  const { ask, end } = sheetWorker()
  return {
    /** Answers why no such file can be made, in words; null where it can. */
    begin: (head: Omit<ReportStart, 'first'>, title: string, media: string) =>
      ask<string | null>('report', title, { head, media }),
    lines: (rows: ReportLine[]) => ask<Uint8Array<ArrayBuffer>>('lines', '', rows),
    finish: () => ask<Uint8Array<ArrayBuffer>>('finish', '', null),
    end,
  }
}

export type TallyForm = 'xml' | 'xlsx' | 'json'

/** A file for Tally: the same bytes as the server makes. */
export async function tallyFile(
  book: unknown,
  which: 'vouchers' | 'masters',
  form: TallyForm,
): Promise<Uint8Array<ArrayBuffer>> {
  const { ask, end } = sheetWorker()
  return ask<Uint8Array<ArrayBuffer>>('tally', which, { book, form }).finally(end)
}

/** What Tally's log of an import tells. Rejects with a sentence for the person where it is no such log. */
export async function tallyLog(file: Blob): Promise<TallyLog> {
  const { ask, end } = sheetWorker()
  return ask<TallyLog>('tallyLog', '', {}, await file.arrayBuffer()).finally(end)
}

/** Follows the chain over further titles, one a line. */
export function chainFollower() {
  const { ask, end } = sheetWorker()
  return { follow: (chain: Chain, lines: string) => ask<Chain>('follow', lines, chain), end }
}

export function sheetReader() {
  const { ask, end } = sheetWorker()
  return {
    /** Fetches the module that reads files while the person still looks for theirs. */
    load: () => ask<null>('load', '', {}),
    async open(doc_type: string, saving: Saving, bytes: ArrayBuffer) {
      await ask('open', '', { doc_type, saving }, bytes)
      return ask<AboutFile | RefusedFile>('file', 'about', {})
    },
    /** What the columns of the open file are, taken or refused, and what they may be. */
    columns: () => ask<FileColumns>('file', 'columns', {}),
    /** The texts of its cells, each by row and heading; null of one that is not there. */
    texts: (cells: [row: number, column: string][]) => ask<(string | null)[]>('file', 'texts', { cells }),
    /** The file with what is changed of it, as CSV. */
    reworked: (rework: Rework) => ask<string>('file', 'reworked', rework),
    know: (names: Names) => ask<null>('file', 'know', names),
    check: (count: number) => ask<CheckedRows>('file', 'check', { count }),
    cells: (doc_type: string, cells: [path: string, text: string][], links: Names) =>
      ask<CellsRead>('core', 'cells', { doc_type, cells, links }),
    /** What is wrong, as a file of its own. */
    problems: (issues: RowIssue[]) => ask<string>('core', 'problems', { issues }),
    end,
  }
}
