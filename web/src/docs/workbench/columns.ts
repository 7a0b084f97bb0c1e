// The columns of a workbench: one for each field that fits into a cell, a group's fields beside one another.
import type { DocDef } from '../../core/records'
import type { FieldDef } from '../../core/types.gen'
import { headOf } from '../fields/FieldValue'

export interface Cell {
  path: string
  head: string
  field: FieldDef
  readonly: boolean
  width: number
}

/** What is no text: rows and files are changed in the form, secrets are never shown. */
const APART = new Set(['rows', 'secret', 'file'])
const WIDTH: Partial<Record<FieldDef['kind'], number>> = {
  int: 110,
  date: 110,
  instant: 150,
  bool: 90,
  time: 80,
  choice: 130,
  code: 150,
  link: 160,
  note: 240,
}

export function cellsOf(def: DocDef): Cell[] {
  return within(def.fields, '', '', false)
}

function within(fields: FieldDef[], path: string, head: string, readonly: boolean): Cell[] {
  return fields.flatMap((field) => {
    if (field.kind === 'group')
      return within(field.fields, `${path}${field.key}.`, `${head}${field.label}: `, readonly || field.readonly)
    if (APART.has(field.kind)) return []
    const name = `${head}${headOf(field)}`
    return [
      {
        path: path + field.key,
        head: name,
        field,
        readonly: readonly || field.readonly,
        width: Math.max(field.key === 'name' ? 220 : 0, WIDTH[field.kind] ?? 160, 40 + name.length * 7),
      },
    ]
  })
}

const loose = (head: string) =>
  head
    .replace(/\s+/g, ' ')
    .replace(/[*\s]+$/, '')
    .trim()
    .toLowerCase()

/** Which columns pasted rows go into, and the rows: a first line of heads says it, else they begin at a cell. */
export function laidOut(rows: string[][], cells: Cell[], path: string): { columns: Cell[]; body: string[][] } {
  const own = new Map(cells.map((cell) => [loose(cell.head), cell]))
  const named = (head: string) =>
    cells.find((cell) => loose(cell.field.label) === loose(head) && cell.path === cell.field.key)
  const heads = (rows[0] ?? []).map((head) => own.get(loose(head)) ?? named(head))
  const columns = heads.filter((one) => one !== undefined)
  if (rows.length > 1 && heads.length > 1 && columns.length === heads.length) return { columns, body: rows.slice(1) }
  const first = cells.findIndex((cell) => cell.path === path)
  return { columns: cells.slice(Math.max(0, first)), body: rows }
}
