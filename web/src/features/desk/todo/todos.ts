// A to-do list as its page reads it, and what its filters keep.
import type { DocView } from '../../../core/records'
import { today } from '../../../core/days'
import { say } from '../../../words/say'

export interface Todo {
  no: number
  title: string
  note: string
  important: boolean
  starred: boolean
  done: boolean
  start: string | null
  due: string | null
  tags: string[]
  about: { type: string; id: string } | null
}

export interface Tag {
  no: number
  name: string
}

/** Other clients keep a moment where this page keeps a day. */
const dayOf = (text: string | undefined) => text?.slice(0, 10) ?? null

export function todosOf(doc: DocView<'todo_list'> | undefined): Todo[] {
  return (doc?.record.todos ?? []).map((one) => ({
    no: one.no ?? 0,
    title: one.title ?? '',
    note: one.note ?? '',
    important: one.important ?? false,
    starred: one.starred ?? false,
    done: one.finished ?? false,
    start: dayOf(one.start_date),
    due: dayOf(one.due_date),
    tags: (one.tags ?? []).filter((tag) => tag !== undefined),
    about: one.about_type && one.about_id ? { type: one.about_type, id: one.about_id } : null,
  }))
}

export const tagsOf = (doc: DocView<'todo_list'> | undefined): Tag[] =>
  (doc?.record.words ?? []).map((one) => ({ no: one.no ?? 0, name: one.name ?? '' }))

/** A to-do as the steps take it. */
export const sent = (todo: Todo) => ({
  no: todo.no,
  title: todo.title,
  note: todo.note || null,
  important: todo.important,
  starred: todo.starred,
  finished: todo.done,
  read: true,
  selected: false,
  start_date: todo.start,
  due_date: todo.due,
  tags: todo.tags,
})

export type Show = 'open' | 'today' | 'important' | 'starred' | 'done' | 'all'

export const SHOWN: [show: Show, label: string][] = [
  ['open', say('Open')],
  ['today', say('Due')],
  ['important', say('Important')],
  ['starred', say('Starred')],
  ['done', say('Done')],
  ['all', say('All')],
]

export function keeps(show: Show, todo: Todo): boolean {
  if (show === 'all') return true
  if (show === 'done') return todo.done
  if (todo.done) return false
  if (show === 'today') return todo.due !== null && todo.due <= today()
  if (show === 'important') return todo.important
  return show === 'open' || todo.starred
}
