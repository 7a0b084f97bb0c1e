// A workbench at work: rows loaded, typed texts read by the core, everything saved at once, each row answered.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { commandIds, docsApi } from '../../sync/docs'
import type { SavedRow } from '../../net/answers.gen'
import { isProblem, lookUp, recordPage, saveMany } from '../../sync/tables'
import type { Problem } from '../../net/client'
import { useAppDispatch } from '../../sync/store'
import { core } from '../../core'
import type { DocDef, Links, RecordValue } from '../../core/records'
import type { RecordRow } from '../../core/types.gen'
import { sheetReader, type Names } from '../../core/sheets'
import { announce } from '../../ui/announce'
import { plainValue } from '../fields/FieldValue'
import { getAt, sendable } from '../record'
import { isComplete } from '../useDocForm'
import { Book, type BookRow } from './book'
import type { Cell } from './columns'
import { say } from '../../words/say'

export const MOST_ROWS = 10_000
const PAGE = 500
const AT_ONCE = 100

export interface Typed {
  key: string
  cell: Cell
  text: string
}
export interface Loaded {
  rows: number
  of: number
  over: boolean
}
/** What happened to the grid's rows: those that look different, and those that came. */
export type Told = (touched: BookRow[], added: BookRow[]) => void

export type Bench = ReturnType<typeof useWorkbench>

export function useWorkbench(def: DocDef, q: string, where: string[], told: Told) {
  const dispatch = useAppDispatch()
  const book = useMemo(() => new Book(def), [def])
  const reader = useMemo(() => sheetReader(), [])
  const links = useRef<Links>({})
  const names = useRef<Names>({})
  const ids = useRef(new Map<string, ReturnType<typeof commandIds>>())
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [saving, setSaving] = useState<{ done: number; of: number } | null>(null)
  const [, count] = useState(0)
  const again = useCallback(() => count((was) => was + 1), [])
  const show = useRef(told)
  show.current = told
  useEffect(() => () => reader.end(), [reader])

  const key = JSON.stringify({ q, where })
  useEffect(() => {
    let stopped = false
    const asked = JSON.parse(key) as { q: string; where: string[] }
    void (async () => {
      for (let offset = 0; offset < MOST_ROWS; offset += PAGE) {
        const page = await recordPage({
          type: def.key,
          q: asked.q || undefined,
          where: asked.where,
          offset,
          limit: PAGE,
        })
        if (stopped) return
        if (isProblem(page)) return setProblem(page)
        for (const [type, titles] of Object.entries(page.links))
          links.current[type] = { ...links.current[type], ...titles }
        const rows = book.load(page.rows)
        const end = page.rows.length < PAGE
        const over = !end && offset + PAGE >= MOST_ROWS
        const last = end || over ? [book.blank().row] : []
        show.current([], [...rows, ...last])
        setLoaded({ rows: book.rows.length - last.length, of: page.total, over })
        if (end || over) return
      }
    })()
    return () => {
      stopped = true
    }
  }, [book, def, key])

  const text = useCallback((row: BookRow, cell: Cell): string => {
    const value = getAt(row.record, cell.path)
    if (value === null || value === undefined) return ''
    const shown = plainValue(cell.field, value, links.current)
    if (shown || typeof value === 'object') return cell.field.kind === 'many' ? shown.replaceAll(', ', '; ') : shown
    return String(value)
  }, [])

  const check = useCallback(
    (row: BookRow) => {
      if (row.id === null && !book.isDirty(row)) row.issues = []
      else
        row.issues = core().check(
          def.key,
          sendable(def.fields, row.record),
          row.id === null ? null : row.saved,
          isComplete(def, row.status),
        )
    },
    [book, def],
  )

  const settle = useCallback(
    (touched: BookRow[]) => {
      for (const row of touched) check(row)
      const { row, made } = book.blank()
      show.current(touched, made ? [row] : [])
      again()
    },
    [book, check, again],
  )

  /** Reads typed or pasted texts and lays them in, as one step. */
  const type = useCallback(
    async (typed: Typed[], added: BookRow[] = []) => {
      const open = typed.filter(({ cell }) => !cell.readonly)
      const asked = open.map(({ cell, text: words }): [string, string] => [cell.path, words])
      let read = await reader.cells(def.key, asked, names.current)
      if (Object.keys(read.wanted).length > 0) {
        const found = await lookUp(read.wanted)
        if (isProblem(found)) {
          announce(found.detail)
        } else {
          for (const [kind, more] of Object.entries(found)) {
            names.current[kind] = { ...names.current[kind], ...more }
            for (const [name, id] of Object.entries(more))
              if (typeof id === 'string' && id) links.current[kind] = { [id]: name, ...links.current[kind] }
          }
          read = await reader.cells(def.key, asked, names.current)
        }
      }
      if (added.length > 0) show.current([], added)
      const touched = book.change(
        open.map(({ key: at, cell }, n) => ({ key: at, path: cell.path, after: read.values[n] })),
      )
      settle(touched)
      return touched
    },
    [book, def, reader, settle],
  )

  const undo = useCallback(() => {
    const touched = book.undo()
    settle(touched)
    announce(touched.length > 0 ? say('Undone') : say('Nothing to undo'))
  }, [book, settle])
  const redo = useCallback(() => {
    settle(book.redo())
  }, [book, settle])

  const answered = useCallback(
    (row: BookRow, sent: RecordValue, answer: SavedRow) => {
      if (answer.done && answer.id) {
        const kept: RecordRow = {
          id: answer.id,
          version: answer.version ?? 1,
          status: answer.status ?? row.status,
          doc_no: answer.doc_no ?? null,
          record: answer.record ?? sent,
        }
        book.settle(row, kept, sent)
        return
      }
      const errors = answer.errors ?? []
      row.conflict = answer.code === 'stale'
      row.refused =
        errors.length > 0 ? errors : [{ path: '', code: 'rule', message: answer.detail ?? say('The row was refused') }]
    },
    [book],
  )

  /** Saves the good rows; the others stay with their reasons. */
  const save = useCallback(async () => {
    const dirty = book.dirty()
    for (const row of dirty) check(row)
    const good = dirty.filter((row) => row.issues.length === 0)
    show.current(dirty, [])
    if (good.length === 0) return again()
    setSaving({ done: 0, of: good.length })
    setProblem(null)
    let saved = 0
    for (let at = 0; at < good.length; at += AT_ONCE) {
      const part = good.slice(at, at + AT_ONCE)
      const sent = part.map((row) => row.record)
      const rows = part.map((row) => ({
        ...(row.id === null ? {} : { id: row.id, version: row.version }),
        record: sendable(def.fields, row.record),
      }))
      const name = part.map((row) => row.key).join(' ')
      const command = ids.current.get(name) ?? commandIds()
      ids.current.set(name, command)
      const answer = await saveMany(def.key, command.of(rows), rows)
      if (isProblem(answer)) {
        setProblem(answer)
        break
      }
      ids.current.delete(name)
      part.forEach((row, n) => {
        const one = answer[n]
        if (one) answered(row, sent[n]!, one)
      })
      saved += answer.filter((one) => one.done).length
      show.current(part, [])
      setSaving({ done: at + part.length, of: good.length })
    }
    setSaving(null)
    dispatch(docsApi.util.invalidateTags(['List', 'Facts', 'Menu', 'Doc']))
    const left = book.dirty().length
    announce(left === 0 ? say('{saved} saved', { saved }) : say('{saved} saved, {left} to fix', { saved, left }))
    settle([])
  }, [book, check, def, answered, again, dispatch, settle])

  return { book, loaded, problem, saving, text, type, undo, redo, save, settle, links }
}
