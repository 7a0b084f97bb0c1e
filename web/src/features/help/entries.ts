// The entries of the help: the written pages, and what the declarations tell of every type, status and refusal.
import { matchPath } from 'react-router'
import { roleLabel } from '../../core'
import type { DocDef } from '../../core/records'
import type { Code, StepDef } from '../../core/types.gen'
import { ROUTES } from '../../kit/routes'
import { lower } from '../../ui/words'
import type { Findable } from './find'
import { GUIDES, type Guide } from './guides'
import { REFUSALS, type RefusalHelp } from './refusals'
import { say } from '../../words/say'

export type Entry = Findable & { key: string; group: string } & (
    | { kind: 'guide'; guide: Guide }
    | { kind: 'type'; def: DocDef }
    | { kind: 'status'; def: DocDef; status: string }
    | { kind: 'refusal'; code: Code; help: RefusalHelp }
  )

export const GROUPS = [say('Guides'), say('Pages'), say('Statuses'), say('Refusals')] as const

/** One thing that can be done in a status: by whom, and where it leads. */
export interface Way {
  action: string
  label: string
  by: string[]
  to: string[]
}

/** What can be done with a document in a status, in the order of its table. */
export function waysFrom(def: DocDef, status: string): Way[] {
  return (def.steps as StepDef[])
    .filter(({ from }) => from.includes(status))
    .map(({ action, by, to }) => ({
      action,
      label: def.actions.find((one) => one.action === action)?.label ?? action,
      by: by.map(roleLabel),
      to: to.filter((next) => next !== status),
    }))
}

/** A status in a sentence: whether somebody has to do something, and who. */
export function meaningOf(def: DocDef, status: string): string {
  const ways = waysFrom(def, status)
  const people = [...new Set(ways.filter(({ to, by }) => to.length > 0 && by.length > 0).flatMap(({ by }) => by))]
  const label = lower(def.label)
  if (status === 'Draft') return say('The {label} is being typed and counts for nothing yet.', { label })
  if (!def.under_way.includes(status))
    return ways.length === 0
      ? say('The {label} has come to its end; nothing more is done to it.', { label })
      : say('The {label} has come to rest; nobody has to do anything.', { label })
  return people.length === 0
    ? say('The system takes the {label} on from here by itself.', { label })
    : say('The {label} waits for {people}.', { label, people: listed(people) })
}

const listed = (words: string[]) =>
  words.length < 2
    ? (words[0] ?? '')
    : say('{list} or {value}', { list: words.slice(0, -1).join(', '), value: words.at(-1) })

function guide(one: Guide): Entry {
  // Written for the question, it answers better than what merely holds its words.
  return { ...one, weight: 1.6, kind: 'guide', key: `guide:${one.key}`, group: say('Guides'), guide: one }
}

function typeEntry(def: DocDef): Entry {
  const actions = def.actions.map(({ label }) => label).join(' ')
  return {
    kind: 'type',
    key: `type:${def.key}`,
    group: say('Pages'),
    title: def.plural,
    words: say('{label} page list', { label: def.label }),
    text: `${actions} ${def.fields.map(({ label }) => label).join(' ')}`,
    def,
  }
}

function statusEntry(def: DocDef, status: string): Entry {
  const ways = waysFrom(def, status)
  return {
    kind: 'status',
    key: `status:${def.key}:${status}`,
    group: say('Statuses'),
    title: `${status}: ${lower(def.label)}`,
    words: say('status mean means next'),
    text: ways.map(({ label, by, to }) => [label, ...by, ...to].join(' ')).join(' '),
    def,
    status,
  }
}

function refusalEntry(code: Code): Entry {
  const help = REFUSALS[code]
  return {
    kind: 'refusal',
    key: `refusal:${code}`,
    group: say('Refusals'),
    title: help.title,
    words: say('{code} refused error message', { code: code.replaceAll('_', ' ') }),
    text: `${help.means} ${help.next}`,
    code,
    help,
  }
}

/** What every master has: it is active or not. */
const hasRoad = (def: DocDef) => def.statuses.length > 2

export function entriesOf(defs: DocDef[]): Entry[] {
  return [
    ...GUIDES.map(guide),
    ...defs.map(typeEntry),
    ...defs.filter(hasRoad).flatMap((def) => def.statuses.map((status) => statusEntry(def, status))),
    ...(Object.keys(REFUSALS) as Code[]).map(refusalEntry),
  ]
}

/** The entry that helps with a page: the written one with the longest fitting address, else the page's type. */
export function keyFor(pathname: string): string {
  const row = ROUTES.find(({ path }) => matchPath(path, pathname))
  const type = row?.type || (row?.path.startsWith('/:type') ? matchPath('/:type/*', pathname)?.params.type : undefined)
  const begins = GUIDES.flatMap(({ key, at }) => at.map((path) => ({ key, path })))
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]
  if (begins) return `guide:${begins.key}`
  if (row?.kind === 'report') return 'guide:reports'
  if (row?.kind === 'import') return 'guide:import'
  if (row?.kind === 'workbench') return 'guide:workbench'
  return type ? `type:${type}` : 'guide:begin'
}
