// Files of rows in and out, and many documents saved at once.
import { reportFile, tallyFile, type Names, type Saving, type TallyForm, type Wanted } from '../core/sheets'
import type { RecordOf, RecordPage } from '../core/records'
import type { DocKey, RecordRow, ReportStart, TallyLog } from '../core/types.gen'
import type { BulkSaved, ImportState, NamesFound, SavedRow } from '../net/answers.gen'
import { send, type Problem } from '../net/client'
import { listUrl, type ListArgs } from './docs'
import type { FetchLines } from './reporter'
import { say } from '../words/say'

export type Media = 'csv' | 'xlsx'
const MEDIA: Record<Media, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Hands a file to the person. */
export function keepFile(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

async function download(url: string, media: Media, name: string): Promise<Problem | null> {
  const answer = await send({ url, accept: MEDIA[media] })
  if ('error' in answer) return answer.error
  keepFile(answer.data as Blob, `${name}.${media}`)
  return null
}

export const downloadList = (args: ListArgs, media: Media, name: string) => download(listUrl(args), media, name)

export const downloadAudit = (query: string, media: Media) => download(`/api/audit?${query}`, media, 'audit')

/** Lines of a report that go into its file at a time. */
const IN_FILE = 1_000

/**
 * Made in this browser, so that it needs no server, and part by part, so that no more than a part of a long report is
 * in memory. Answers why not, if it is not made.
 */
export async function keepReport(
  head: ReportStart,
  lines: FetchLines,
  title: string,
  media: Media,
  told: (share: number) => void,
): Promise<string | null> {
  const { first: _, ...whole } = head
  const file = reportFile()
  try {
    const refused = await file.begin(whole, title, MEDIA[media])
    if (refused) return refused
    const parts: Blob[] = []
    for (let from = 0; from < head.lines; from += IN_FILE) {
      const { rows } = await lines(from, IN_FILE)
      parts.push(new Blob([await file.lines(rows)]))
      told(Math.min(1, (from + IN_FILE) / head.lines))
    }
    parts.push(new Blob([await file.finish()]))
    keepFile(new Blob(parts, { type: MEDIA[media] }), `${title.toLowerCase().replaceAll(' ', '-')}.${media}`)
    return null
  } catch (error) {
    console.error('the file of a report was not made', error)
    return say('The file could not be made. Load the page again.')
  } finally {
    file.end()
  }
}
export const downloadTemplate = (type: string, media: Media, name: string) =>
  download(`/api/template/${type}`, media, name)

const TALLY_MEDIA: Record<TallyForm, string> = { xml: 'application/xml', xlsx: MEDIA.xlsx, json: 'application/json' }

/** Keeps a file for Tally, and tells what it is in one number: SHA-256, where the browser works it out. */
export async function keepTally(
  book: unknown,
  which: 'vouchers' | 'masters',
  form: TallyForm,
  name: string,
): Promise<string | null> {
  const bytes = await tallyFile(book, which, form)
  keepFile(new Blob([bytes], { type: TALLY_MEDIA[form] }), name)
  if (!crypto.subtle) return null
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const AT_ONCE = 500

/** What names of documents lead to. A type that the person may not see finds nothing. */
export async function lookUp(wanted: Wanted, told?: (share: number) => void): Promise<Names | Problem> {
  const names: Names = {}
  const all = Object.values(wanted).reduce((sum, list) => sum + list.length, 0)
  let asked = 0
  for (const [type, list] of Object.entries(wanted)) {
    const found: Names[string] = (names[type] = {})
    for (let at = 0; at < list.length; at += AT_ONCE) {
      const part = list.slice(at, at + AT_ONCE)
      const answer = await send({ url: `/api/lookup/${type}`, method: 'POST', body: { names: part } })
      if ('error' in answer && answer.error.status !== 403) return answer.error
      if ('error' in answer) Object.assign(found, Object.fromEntries(part.map((name) => [name, null])))
      else {
        const looked = answer.data as NamesFound
        Object.assign(found, looked.found)
        for (const [name, near] of Object.entries(looked.near)) found[name] = { near }
      }
      told?.((asked += part.length) / all)
    }
  }
  return names
}

/** The rows that are stored: those that can be saved, all or none, or those that can also be submitted. */
export type ImportedRows = 'good' | 'all' | 'ready'

export interface ImportAsked {
  id: string
  dryRun: boolean
  rows: ImportedRows
  saving: Saving
}

const PAUSE_MS = 400
const pause = () => new Promise((done) => setTimeout(done, PAUSE_MS))

/** Sends a file and follows the import until it ended. Sent again under its id it goes on where it was. */
export async function runImport(
  type: string,
  file: Blob,
  { id, dryRun, rows, saving }: ImportAsked,
  told: (state: ImportState) => void,
): Promise<ImportState | Problem> {
  const query = new URLSearchParams({ command_id: id, dry_run: String(dryRun), rows, saving })
  let over = false
  const follow = async () => {
    while (!over) {
      await pause()
      const answer = await send({ url: `/api/imports/${id}` })
      if (!over && 'data' in answer) told(answer.data as ImportState)
    }
  }
  void follow()
  let answer = await send({ url: `/api/import/${type}?${query}`, method: 'POST', file })
  over = true
  while ('data' in answer) {
    const state = answer.data as ImportState
    told(state)
    if (state.state === 'done' || state.state === 'failed') return state
    await pause()
    answer = await send({ url: `/api/imports/${id}` })
  }
  return answer.error
}

export async function recordPage<K extends DocKey>(args: ListArgs<K>): Promise<RecordPage<K> | Problem> {
  const answer = await send({ url: listUrl(args).replace('/api/docs/', '/api/records/') })
  return 'error' in answer ? answer.error : (answer.data as RecordPage<K>)
}

export interface RowToSave {
  id?: string
  version?: number
  record: Record<string, unknown>
}

export async function saveMany(type: string, command_id: string, rows: RowToSave[]): Promise<SavedRow[] | Problem> {
  const answer = await send({ url: `/api/bulk/${type}/save`, method: 'POST', body: { command_id, rows } })
  return 'error' in answer ? answer.error : (answer.data as BulkSaved).results
}

export const isProblem = (answer: object): answer is Problem => 'status' in answer && 'title' in answer

/** Files that Tally was given lately. */
const LATELY = 20

export interface GivenFile {
  file: string
  vouchers: number
  key: string
  /** One for each branch that was asked for, or one for all. */
  rows: RecordRow[]
  created?: number
  altered?: number
  errors?: number
  lines: string[]
}

/** What Tally was given lately, the last first. */
export async function givenFiles(): Promise<GivenFile[] | Problem> {
  const page = await recordPage({ type: 'tally_export', sort: '-updated_at', limit: LATELY })
  if (isProblem(page)) return page
  const files = new Map<string, GivenFile>()
  for (const row of page.rows.filter((one) => one.status === 'Active')) {
    const { file, vouchers, until, hash, created, altered, errors, errors_told } =
      row.record as RecordOf<'tally_export'>
    const key = `${file} ${until} ${hash}`
    const known = files.get(key)
    if (known) known.rows.push(row)
    else {
      const lines = (errors_told ?? []).flatMap((one) => one.line ?? [])
      files.set(key, { file: file ?? '', vouchers: vouchers ?? 0, key, rows: [row], created, altered, errors, lines })
    }
  }
  return [...files.values()]
}

/** Notes what Tally said of a file: a voucher that its log names is given again. */
export async function noteTallyLog(given: GivenFile, log: TallyLog, command_id: string): Promise<Problem | null> {
  const { lines, ...counts } = log
  const rows = given.rows.map(({ id, version, record }) => ({
    id,
    version,
    record: { ...record, ...counts, errors_told: lines.map((line) => ({ line })) },
  }))
  const saved = await saveMany('tally_export', command_id, rows)
  if (isProblem(saved)) return saved
  const failed = saved.find((one) => !one.done)
  return failed ? { ...NOT_SAVED, detail: failed.detail ?? NOT_SAVED.detail, errors: failed.errors ?? [] } : null
}

const NOT_SAVED: Problem = {
  status: 422,
  code: 'rule',
  title: say('Not saved'),
  detail: say('The log was not saved. Load the page again.'),
  errors: [],
  reference: null,
  retryAfter: null,
}
