// What the server tells of roles and rights, and the one way to change a role's row.
import type { RecordOf } from '../../core/records'
import { useFacts, useSave } from '../../sync/docs'
import type { AccessMatrix, AccessMenu, AccessRole, AccessType, Figures, Reach, Verb } from '../../core/types.gen'
import { paths } from '../../docs/paths'
import { ROUTES, type RouteRow } from '../../kit/routes'
import { say } from '../../words/say'

/** How far each verb reaches, of those that a role has. */
export type Cell = AccessRole['cells'][string]

export const useAccess = () => useFacts<AccessMatrix>('/api/access')

export const VERB: Record<Verb, { word: string; letter: string }> = {
  view: { word: say('View'), letter: 'V' },
  add: { word: say('Add'), letter: 'A' },
  edit: { word: say('Edit'), letter: 'E' },
  delete: { word: say('Delete'), letter: 'D' },
  approve: { word: say('Take steps'), letter: 'S' },
  export: { word: say('Export'), letter: 'X' },
  print: { word: say('Print'), letter: 'P' },
}

export const FIGURES: Record<Figures, string> = {
  none: say('no amounts'),
  rates: say('rates'),
  all: say('all figures'),
}

export const REACH: Record<Reach, string> = {
  party: say('own firm'),
  own: say('own'),
  shared: say('own and shared'),
  yard: say('own yards'),
  branch: say('own branches'),
  all: say('all'),
}

/** The role in which a reader hears a cell. */
export function sentence(cell: Cell, verbs: Verb[]): string {
  const parts = verbs
    .filter((verb) => cell[verb])
    .map((verb) => `${VERB[verb].word.toLowerCase()} ${REACH[cell[verb]!]}`)
  return parts.length ? parts.join(', ') : say('nothing')
}

/** The record of a role with this row for a type in place of its own; without one it is ruled reset to the default. */
export function withRow(record: RecordOf<'role'>, type: string, cell: Cell | null): RecordOf<'role'> {
  const rows = (record.rights ?? []).filter((row) => row.page !== type)
  const rights = cell ? [...rows, { page: type, ...cell }] : rows
  const { rights: _, ...rest } = record
  return rights.length ? { ...rest, rights } : rest
}

/** The record of a role that may do what another may. */
export function copied(from: AccessRole, to: AccessRole, types: AccessType[]): RecordOf<'role'> {
  const differs = (type: string) => JSON.stringify(from.cells[type]) !== JSON.stringify(to.cells[type])
  const rows = types
    .filter(({ key }) => differs(key))
    .reduce<RecordOf<'role'>>((record, { key }) => withRow(record, key, from.cells[key] ?? {}), to.record)
  return { ...rows, ...(from.figures ? { figures: from.figures } : {}) }
}

export function useRole(role: AccessRole) {
  const save = useSave('role', role.id)
  return { ...save, keep: (record: RecordOf<'role'>) => save.run(record, role.version) }
}

/** Pages by their address, with the type and the verb that open them. */
export function pagesOf(menus: AccessMenu[]): { path: string; name: string; type: string; verb: Verb }[] {
  const named = new Map(menus.filter((menu) => menu.menu_page_url).map((menu) => [menu.menu_page_url!, menu.menu_name]))
  const verb = (row: RouteRow): Verb => row.needs ?? (row.kind === 'add' || row.kind === 'edit' ? row.kind : 'view')
  return ROUTES.filter((row) => (row.type || row.report) && row.kind !== 'public' && row.path !== paths.dashboard).map(
    (row) => ({ path: row.path, name: named.get(row.path) ?? '', type: row.type || row.report!, verb: verb(row) }),
  )
}
