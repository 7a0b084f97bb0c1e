// files/walk.txt: what stands at every address for every role, as a file that people read.
//
//   /credit-limit/view/:editid
//     there: open ADMIN BM CREDIT; refused YARD
//     an unknown :editid: refused YARD; not found ADMIN BM CREDIT
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { RoleKey } from '../../src/core/types.gen'
import { ALL, MONEY } from './routes'
import type { Outcome } from './walk'

/** All that is walked, in the order of the file. */
export const WALKED = [...ALL.map(({ path }) => path), ...Object.keys(MONEY)]

const FILE = new URL('../files/walk.txt', import.meta.url)
const EVERYBODY = 'everybody'
const OUTCOMES: Outcome[] = ['open', 'refused', 'not found']

/** Every role that a person can have; and who registered and was given none. */
export const ROLES = Object.keys({
  ADMIN: true,
  SALES: true,
  BM: true,
  PCT: true,
  CREDIT: true,
  YARD: true,
  LOGI: true,
  ACC: true,
  PURCH: true,
  AUDIT: true,
  VENDOR: true,
  SUPPLIER: true,
  NOBODY: true,
} satisfies Record<RoleKey | 'NOBODY', true>)

/** By route, and under each by what the address names. */
type Table<T> = Map<string, Map<string, T>>
/** What one role found. */
export type Found = Table<Outcome>

function cell<T>(table: Table<T>, path: string, label: string, empty: T): T {
  const row = table.get(path) ?? new Map<string, T>()
  table.set(path, row)
  const there = row.get(label) ?? empty
  row.set(label, there)
  return there
}

function read(): Table<Map<string, Outcome>> {
  const table: Table<Map<string, Outcome>> = new Map()
  let path = ''
  for (const line of readFileSync(FILE, 'utf8').split('\n')) {
    if (!line.startsWith('  ')) {
      path = line
      continue
    }
    const [label, told] = line.trim().split(/: (.*)/) as [string, string]
    const by = cell(table, path, label, new Map<string, Outcome>())
    for (const part of told.split('; ')) {
      const outcome = OUTCOMES.find((one) => part.startsWith(one))!
      const names = part.slice(outcome.length + 1)
      for (const role of names === EVERYBODY ? ROLES : names.split(' ')) by.set(role, outcome)
    }
  }
  return table
}

/** What the file says that a role finds. */
export function kept(role: string): Found {
  const found: Found = new Map()
  for (const [path, row] of read())
    for (const [label, by] of row) {
      const outcome = by.get(role)
      if (outcome) cell(found, path, label, outcome)
    }
  return found
}

export function note(found: Found, path: string, label: string, outcome: Outcome) {
  cell(found, path, label, outcome)
}

/** As lines: a difference of these is read more easily than one of tables. */
export const linesOf = (found: Found) =>
  [...found].flatMap(([path, row]) => [...row].map(([label, outcome]) => `${path}, ${label}: ${outcome}`)).sort()

const rankOf = (label: string) => ['there', 'as ', "another's", ''].findIndex((begin) => label.startsWith(begin))

function told(by: Map<string, Outcome>): string {
  const parts = OUTCOMES.map((outcome) => {
    const roles = ROLES.filter((role) => by.get(role) === outcome)
    return roles.length > 0 && `${outcome} ${roles.length === ROLES.length ? EVERYBODY : roles.join(' ')}`
  })
  return parts.filter(Boolean).join('; ')
}

/** Writes what a role found into the file; one after the other, since all roles share it: `UPDATE=1 --workers 1`. */
export function keep(role: string, found: Found) {
  const table = existsSync(FILE) ? read() : new Map<string, Map<string, Map<string, Outcome>>>()
  for (const row of table.values()) for (const by of row.values()) by.delete(role)
  for (const [path, row] of found)
    for (const [label, outcome] of row) cell(table, path, label, new Map<string, Outcome>()).set(role, outcome)
  const lines = WALKED.flatMap((path) => {
    const row = [...(table.get(path) ?? [])].filter(([, by]) => by.size > 0)
    row.sort(([one], [other]) => rankOf(one) - rankOf(other))
    return [path, ...row.map(([label, by]) => `  ${label}: ${told(by)}`)]
  })
  writeFileSync(FILE, `${lines.join('\n')}\n`)
}
