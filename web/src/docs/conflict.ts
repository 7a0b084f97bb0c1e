// What differs where two people changed one document, field by field and in rows cell by cell, and what keeps both.
import type { RecordValue } from '../core/records'
import type { FieldDef } from '../core/types.gen'

/** Two values of one field, and who changed it. */
export interface Difference {
  field: FieldDef
  mine: unknown
  saved: unknown
  minesChanged: boolean
  theirsChanged: boolean
  /** Of rows: those that differ. */
  rows: RowDifference[]
}

/** One row that differs: its cells, or the whole of it where one side does not have it. */
export interface RowDifference {
  /** Its number among the saved rows; of a row that is mine alone, among mine. */
  no: number
  row: RecordValue
  mine: boolean
  saved: boolean
  minesChanged: boolean
  theirsChanged: boolean
  cells: Difference[]
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const rowsIn = (value: unknown) => (Array.isArray(value) ? (value as RecordValue[]) : [])

/** Whether a person would see the same: what the rules write, and how nothing is written, count for nothing. */
function same(field: FieldDef, a: unknown, b: unknown): boolean {
  if (field.readonly || (isEmpty(a) && isEmpty(b))) return true
  if (isEmpty(a) || isEmpty(b)) return false
  if (field.kind === 'group') return sameRow(field.fields, a as RecordValue, b as RecordValue)
  if (field.kind !== 'rows') return JSON.stringify(a) === JSON.stringify(b)
  const [left, right] = [rowsIn(a), rowsIn(b)]
  return left.length === right.length && left.every((row, at) => sameRow(field.fields, row, right[at]!))
}

const sameRow = (fields: FieldDef[], a: RecordValue, b: RecordValue) =>
  fields.every((field) => same(field, a[field.key], b[field.key]))

/** Rows by what they are about, so that one put in above the others changes none of them. */
function byName(field: FieldDef, rows: RecordValue[]): Map<string, RecordValue> {
  const naming = field.fields.find((one) => one.required && (one.kind === 'link' || one.kind === 'code'))
  const seen = new Map<string, number>()
  return new Map(
    rows.map((row, at) => {
      const name = naming && !isEmpty(row[naming.key]) ? String(row[naming.key]) : `#${at}`
      const nth = (seen.get(name) ?? 0) + 1
      seen.set(name, nth)
      return [`${name} ${nth}`, row]
    }),
  )
}

function sides(field: FieldDef, base: unknown, mine: unknown, saved: unknown) {
  const [was, own, now] = [base, mine, saved].map((rows) => byName(field, rowsIn(rows))) as [
    Map<string, RecordValue>,
    Map<string, RecordValue>,
    Map<string, RecordValue>,
  ]
  const [ownAt, nowAt] = [[...own.keys()], [...now.keys()]]
  return [...new Set([...nowAt, ...ownAt])].map((key) => ({
    was: was.get(key),
    own: own.get(key),
    now: now.get(key),
    no: 1 + (now.has(key) ? nowAt.indexOf(key) : ownAt.indexOf(key)),
  }))
}

function rowDifferences(field: FieldDef, base: unknown, mine: unknown, saved: unknown): RowDifference[] {
  return sides(field, base, mine, saved).flatMap(({ was, own, now, no }): RowDifference[] => {
    const row = now ?? own
    if (!row || (own && now && sameRow(field.fields, own, now))) return []
    const changed = (side: RecordValue | undefined) =>
      was && side ? !sameRow(field.fields, side, was) : was !== undefined || side !== undefined
    return [
      {
        no,
        row,
        mine: !!own,
        saved: !!now,
        minesChanged: changed(own),
        theirsChanged: changed(now),
        cells: own && now ? differences(field.fields, was ?? {}, own, now) : [],
      },
    ]
  })
}

export function differences(
  fields: FieldDef[],
  base: RecordValue,
  mine: RecordValue,
  saved: RecordValue,
): Difference[] {
  return fields
    .filter((field) => !same(field, mine[field.key], saved[field.key]))
    .map((field) => {
      const [was, own, now] = [base[field.key], mine[field.key], saved[field.key]]
      return {
        field,
        mine: own,
        saved: now,
        minesChanged: !same(field, own, was),
        theirsChanged: !same(field, now, was),
        rows: field.kind === 'rows' ? rowDifferences(field, was, own, now) : [],
      }
    })
}

/** Whether both changed one thing: a field, or of rows a cell. */
export function collides({ minesChanged, theirsChanged, rows }: Difference): boolean {
  if (!minesChanged || !theirsChanged) return false
  if (rows.length === 0) return true
  return rows.some((row) => (row.cells.length > 0 ? row.cells.some(collides) : row.minesChanged && row.theirsChanged))
}

/** The saved rows with what only I changed in them; where both changed a cell, mine stands. */
function mergedRows(field: FieldDef, base: unknown, mine: unknown, saved: unknown): RecordValue[] {
  return sides(field, base, mine, saved).flatMap(({ was, own, now }) => {
    if (own && now) return [merged(differences(field.fields, was ?? {}, own, now), now, was ?? {})]
    if (own) return was && sameRow(field.fields, own, was) ? [] : [own]
    return was || !now ? [] : [now]
  })
}

/** The saved record with what only I changed laid over it; where both changed, mine stands. */
export function merged(all: Difference[], saved: RecordValue, base: RecordValue): RecordValue {
  const out = { ...saved }
  for (const { field, mine, minesChanged, theirsChanged } of all) {
    if (!minesChanged) continue
    const both = field.kind === 'rows' && theirsChanged
    out[field.key] = both ? mergedRows(field, base[field.key], mine, saved[field.key]) : mine
  }
  return out
}

/** What was typed over one record, laid over a newer one: where both changed, what was typed stands. */
export function laidOver<T extends object>(fields: FieldDef[], was: T, typed: T, next: T): T {
  const [base, mine, saved] = [was, typed, next] as RecordValue[] as [RecordValue, RecordValue, RecordValue]
  const all = differences(fields, base, mine, saved)
  return all.some((one) => one.minesChanged) ? (merged(all, saved, base) as T) : next
}
