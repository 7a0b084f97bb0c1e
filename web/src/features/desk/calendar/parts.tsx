// What the views of the calendar share: an event, a day that a document names, and what drags and keys make of one.
import { useCallback, type KeyboardEvent, type RefObject } from 'react'
import { Link } from 'react-router'
import { isoDay } from '../../../core/days'
import type { CalendarDay } from '../../../net/answers.gen'
import { paths } from '../../../docs/paths'
import { classes } from '../../../theme/classes'
import { time } from '../../../ui/format'
import { DAY_MS, MINUTE_MS } from './days'
import { useEventDragging, type EventDropped } from './dragging'
import type { Event } from './events'
import css from './calendar.module.css'
import { say } from '../../../words/say'

export interface Parts {
  days: string[]
  events: Map<string, Event[]>
  layers: Map<string, CalendarDay[]>
  keeps: boolean
  onOpen: (event: Event) => void
  onNew: (day: string, minutes?: number) => void
  onDay: (day: string) => void
  onMove: (event: Event, to: { starts: number; ends: number }) => void
}

const YEAR = /^\d\d-\d\d$/

/** 'ORD/HY/26-27/000176' as 'HY/000176': what tells one from another where there is room for no more. */
const shortOf = (name: string) => {
  const parts = name.split('/')
  return parts.some((part) => YEAR.test(part))
    ? parts
        .slice(1)
        .filter((part) => !YEAR.test(part))
        .join('/')
    : name
}

/** `brief`: in the cell of a month. */
export function LayerItem({ row, brief = false }: { row: CalendarDay; brief?: boolean }) {
  const what = say(row.what)
  return (
    <Link to={paths.view(row.type, row.id)} className={css.layer} title={`${what}: ${row.title} (${say(row.status)})`}>
      {brief ? shortOf(row.title) : row.title}: {what}
    </Link>
  )
}

export const said = (event: Event) =>
  event.ofBranch
    ? say('{title}, {starts} to {ends}, of the branch', {
        title: event.title,
        starts: time(event.starts),
        ends: time(event.ends),
      })
    : say('{title}, {starts} to {ends}', { title: event.title, starts: time(event.starts), ends: time(event.ends) })

export const classOf = (event: Event, ...more: (string | undefined)[]) =>
  classes(css.event, event.ofBranch && css.branch, ...more)

/** What ends at midnight does not reach into the next day. */
export const lastDayOf = ({ starts, ends }: Event) => isoDay(Math.max(starts, ends - 1))

const STEP = 15 * MINUTE_MS
const BY: Record<string, number> = { ArrowUp: -STEP, ArrowDown: STEP, ArrowLeft: -DAY_MS, ArrowRight: DAY_MS }

/** Alt and an arrow move the focused event: by a day, or where times show by a quarter of an hour; with Shift
 * its end alone. */
export function useMoves(parts: Parts, root: RefObject<HTMLElement | null>, perHour: number) {
  const { events, onMove, keeps } = parts
  const find = useCallback(
    (id: string | undefined) => [...events.values()].flat().find((event) => event.id === id),
    [events],
  )
  const onDrop = ({ id, days, minutes, resized }: EventDropped) => {
    const event = find(id)
    if (!event || !keeps) return
    const by = days * DAY_MS + minutes * MINUTE_MS
    const starts = resized ? event.starts : event.starts + by
    onMove(event, { starts, ends: Math.max(starts, event.ends + by) })
  }
  useEventDragging(root, { perHour, reaching: css.reaching ?? '' }, onDrop)
  return (event: KeyboardEvent) => {
    const by = BY[event.key]
    const id = (event.target as Element).closest<HTMLElement>('[data-event]')?.dataset.event
    const found = find(id)
    if (!event.altKey || !by || !found || !keeps) return
    if (perHour === 0 && Math.abs(by) < DAY_MS) return
    event.preventDefault()
    const starts = event.shiftKey ? found.starts : found.starts + by
    onMove(found, { starts, ends: Math.max(starts, found.ends + by) })
  }
}
