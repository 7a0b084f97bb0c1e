// The rows of a workbench: what was saved, what is typed over it, and every step back. It knows no grid and no server.
//
//   const book = new Book(def)
//   book.load(rows)            book.blank()                        a row that is always ready to type
//   book.change(changes)       book.undo()      book.redo()        each answers the rows that it touched
//   book.dirty()               rows with something to save
import type { DocDef, RecordValue } from '../../core/records'
import type { Issue, RecordRow } from '../../core/types.gen'
import { defaultsOf, getAt, setAt } from '../record'

export interface BookRow {
  key: string
  id: string | null
  version: number
  status: string
  docNo: string | null
  /** As the person sees it. */
  record: RecordValue
  /** As it was read or saved last. */
  saved: RecordValue
  /** What the check finds; what the server said last, until its field changes. */
  issues: Issue[]
  refused: Issue[]
  conflict: boolean
  justSaved: boolean
}

export interface Change {
  key: string
  path: string
  after: unknown
}
interface Done extends Change {
  before: unknown
}

export const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

export class Book {
  rows: BookRow[] = []
  private readonly byKey = new Map<string, BookRow>()
  private done: Done[][] = []
  private undone: Done[][] = []
  private made = 0

  constructor(readonly def: DocDef) {}

  row(key: string): BookRow | undefined {
    return this.byKey.get(key)
  }

  load(rows: RecordRow[]): BookRow[] {
    return rows.map((kept) =>
      this.keep({
        ...this.fresh(kept.id),
        id: kept.id,
        version: kept.version,
        status: kept.status,
        docNo: kept.doc_no,
        record: kept.record,
        saved: kept.record,
      }),
    )
  }

  /** The row at the end that nobody typed into yet; a new one if somebody did. */
  blank(): { row: BookRow; made: boolean } {
    const last = this.rows.at(-1)
    if (last && last.id === null && !this.isDirty(last)) return { row: last, made: false }
    return { row: this.more(), made: true }
  }

  more(): BookRow {
    this.made += 1
    return this.keep(this.fresh(`new-${this.made}`))
  }

  private fresh(key: string): BookRow {
    const record = defaultsOf(this.def.fields)
    return {
      key,
      id: null,
      version: 0,
      status: this.def.statuses[0] ?? '',
      docNo: null,
      record,
      saved: record,
      issues: [],
      refused: [],
      conflict: false,
      justSaved: false,
    }
  }

  private keep(row: BookRow): BookRow {
    this.rows.push(row)
    this.byKey.set(row.key, row)
    return row
  }

  /** One step: all of it is undone at once. Values that stay as they are leave no trace. */
  change(changes: Change[]): BookRow[] {
    const step: Done[] = []
    for (const { key, path, after } of changes) {
      const row = this.byKey.get(key)
      if (!row) continue
      const before = getAt(row.record, path)
      if (!same(before, after)) step.push({ key, path, before, after })
      this.put(row, path, after)
    }
    if (step.length > 0) {
      this.done.push(step)
      this.undone = []
    }
    return this.touched(step)
  }

  undo(): BookRow[] {
    const step = this.done.pop()
    if (!step) return []
    for (const { key, path, before } of [...step].reverse()) {
      const row = this.byKey.get(key)
      if (row) this.put(row, path, before)
    }
    this.undone.push(step)
    return this.touched(step)
  }

  redo(): BookRow[] {
    const step = this.undone.pop()
    if (!step) return []
    for (const { key, path, after } of step) {
      const row = this.byKey.get(key)
      if (row) this.put(row, path, after)
    }
    this.done.push(step)
    return this.touched(step)
  }

  get canUndo() {
    return this.done.length > 0
  }
  get canRedo() {
    return this.undone.length > 0
  }

  private put(row: BookRow, path: string, value: unknown) {
    row.record = setAt(row.record, path, value ?? null)
    row.refused = row.refused.filter((issue) => !covers(path, issue.path))
    row.justSaved = false
  }

  private touched(step: Done[]): BookRow[] {
    const keys = new Set(step.map((one) => one.key))
    return [...keys].map((key) => this.byKey.get(key)).filter((row) => row !== undefined)
  }

  isChanged(row: BookRow, path: string): boolean {
    return row.record !== row.saved && !same(getAt(row.record, path), getAt(row.saved, path))
  }

  isDirty(row: BookRow): boolean {
    return (
      row.record !== row.saved &&
      this.def.fields.some((field) => !same(empty(row.record[field.key]), empty(row.saved[field.key])))
    )
  }

  dirty(): BookRow[] {
    return this.rows.filter((row) => this.isDirty(row))
  }

  /** A row as the server keeps it now; what was typed meanwhile stays. */
  settle(row: BookRow, kept: RecordRow, sent: RecordValue) {
    const typed = same(row.record, sent) ? kept.record : { ...kept.record, ...changedSince(sent, row.record) }
    Object.assign(row, {
      id: kept.id,
      version: kept.version,
      status: kept.status,
      docNo: kept.doc_no,
      record: typed,
      saved: kept.record,
      issues: [],
      refused: [],
      conflict: false,
      justSaved: true,
    })
    if (typed === kept.record) row.saved = row.record
  }
}

/** An object without anything in it says as little as none. */
function empty(value: unknown): unknown {
  if (value === '' || value === undefined) return null
  if (value && typeof value === 'object' && !Array.isArray(value)) {
    const kept = Object.entries(value).filter(([, inner]) => empty(inner) !== null)
    return kept.length > 0 ? Object.fromEntries(kept) : null
  }
  return Array.isArray(value) && value.length === 0 ? null : value
}

function changedSince(before: RecordValue, now: RecordValue): RecordValue {
  return Object.fromEntries(Object.entries(now).filter(([key, value]) => !same(value, before[key])))
}

/** Whether an issue's path lies at or below a cell's. */
export function covers(cell: string, issue: string): boolean {
  return issue === cell || issue.startsWith(`${cell}.`) || cell.startsWith(`${issue}.`)
}

export function issuesOf(row: BookRow): Issue[] {
  return row.refused.length > 0 ? [...row.issues, ...row.refused] : row.issues
}

/** Rows and cells of a text copied from a spreadsheet; quotes keep line ends and tabs inside a cell. */
export function pasted(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const c = text[at]!
    if (quoted) {
      if (c === '"' && text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else if (c === '"') quoted = false
      else cell += c
    } else if (c === '"' && cell === '') quoted = true
    else if (c === '\t') {
      rows.at(-1)!.push(cell)
      cell = ''
    } else if (c === '\n') {
      rows.at(-1)!.push(cell)
      cell = ''
      rows.push([])
    } else if (c !== '\r') cell += c
  }
  rows.at(-1)!.push(cell)
  while (rows.length > 0 && rows.at(-1)!.every((one) => one.trim() === '')) rows.pop()
  return rows
}
