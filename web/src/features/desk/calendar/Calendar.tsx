// The calendar: one's own events and those of one's branches, beside the days that documents name.
import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import Add from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import IconButton from '@mui/material/IconButton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useMemo, useState } from 'react'
import { docDef } from '../../../core'
import { isoDay, today } from '../../../core/days'
import { usePhone } from '../../../kit/parts'
import type { CalendarDay, CalendarLayers } from '../../../net/answers.gen'
import { useFacts } from '../../../sync/docs'
import { may } from '../../../sync/rights'
import { useUser } from '../../../sync/store'
import { day as shownDay } from '../../../ui/format'
import { Page } from '../../../ui/Page'
import { Failed, Skeletons } from '../../../ui/states'
import { Agenda } from './Agenda'
import { monthLater, monthName, monthOf, plus, weekOf } from './days'
import { EventDialog, openedBefore, type Opened } from './EventDialog'
import { useEvents, type Event } from './events'
import { Month } from './Month'
import { lastDayOf } from './parts'
import { Week } from './Week'
import css from './calendar.module.css'
import { useQuery } from '../../../ui/query'
import { say } from '../../../words/say'

const VIEWS = [
  ['month', say('Month')],
  ['week', say('Week')],
  ['day', say('Day')],
  ['agenda', say('Agenda')],
] as const
type View = (typeof VIEWS)[number][0]

const AGENDA_DAYS = 30

function daysOf(view: View, on: string): string[] {
  if (view === 'month') return monthOf(on)
  if (view === 'week') return weekOf(on)
  if (view === 'day') return [on]
  return Array.from({ length: AGENDA_DAYS }, (_, at) => plus(on, at))
}

const later = (view: View, on: string, by: 1 | -1): string => {
  if (view === 'month') return monthLater(on, by)
  return plus(on, by * { week: 7, day: 1, agenda: AGENDA_DAYS }[view])
}

const isDay = (text: string | null): text is string =>
  /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') && !isNaN(Date.parse(text!))

export default function Calendar() {
  const user = useUser()
  const phone = usePhone()
  const { query, set: ask } = useQuery()
  const asked = query.get('view')
  const view: View = VIEWS.find(([one]) => one === asked)?.[0] ?? (phone ? 'agenda' : 'month')
  const named = query.get('on')
  const on = isDay(named) ? named : today()
  const hidden = (query.get('hide') ?? '').split(',').filter(Boolean)
  const [opened, setOpened] = useState<Opened | null>(openedBefore)
  const calendar = useEvents()
  const days = useMemo(() => daysOf(view, on), [view, on])
  const layers = useFacts<CalendarLayers>(`/api/calendar/layers?from=${days[0]}&to=${days.at(-1)}`)
  const keeps = may(user, docDef('calendar_event')!, 'edit')
  const shown = useMemo(() => byDay(days, calendar.events ?? []), [days, calendar.events])
  const documents = useMemo(() => {
    const found = new Map<string, CalendarDay[]>()
    for (const row of layers.data?.rows ?? [])
      if (!hidden.includes(row.layer)) found.set(row.day, [...(found.get(row.day) ?? []), row])
    return found
    // The text tells the same as the array, which is a new one each time.
    // eslint-disable-next-line react/exhaustive-deps
  }, [layers.data, query.get('hide')])
  const parts = {
    days,
    events: shown,
    layers: documents,
    keeps,
    onOpen: (event: Event) => setOpened({ id: event.id }),
    onNew: (day: string, minutes?: number) => setOpened({ day, minutes: minutes ?? 9 * 60 }),
    onDay: (day: string) => ask({ view: 'day', on: day }),
    onMove: (event: Event, to: { starts: number; ends: number }) => void calendar.move(event, to),
  }
  const heading =
    view === 'month'
      ? monthName(on)
      : view === 'day'
        ? shownDay(on)
        : say('{days} to {value}', { days: shownDay(days[0]), value: shownDay(days.at(-1)) })
  return (
    <Page
      title={say('Calendar')}
      actions={
        keeps && (
          <Button variant="contained" color="primary" startIcon={<Add />} onClick={() => parts.onNew(on)}>
            {say('New event')}
          </Button>
        )
      }
    >
      <div className="grid gap-12">
        <div className={css.bar}>
          <IconButton aria-label={say('Earlier')} onClick={() => ask({ on: later(view, on, -1) })}>
            <ChevronLeft />
          </IconButton>
          <Button onClick={() => ask({ on: null })}>{say('Today')}</Button>
          <IconButton aria-label={say('Later')} onClick={() => ask({ on: later(view, on, 1) })}>
            <ChevronRight />
          </IconButton>
          <h2 className="subheading" aria-live="polite">
            {heading}
          </h2>
          <span className="grow" />
          <Tabs value={view} onChange={(_, one: View) => ask({ view: one })} aria-label={say('View')}>
            {VIEWS.map(([one, label]) => (
              <Tab key={one} value={one} label={label} />
            ))}
          </Tabs>
        </div>
        <div className={css.bar} role="group" aria-label={say('Layers')}>
          {(layers.data?.layers ?? []).map(({ key, label }) => {
            const on_it = !hidden.includes(key)
            const rest = on_it ? [...hidden, key] : hidden.filter((one) => one !== key)
            return (
              <Chip
                key={key}
                size="small"
                label={label}
                aria-pressed={on_it}
                variant={on_it ? 'filled' : 'outlined'}
                onClick={() => ask({ hide: rest.join(',') || null })}
              />
            )
          })}
        </div>
        {calendar.error && !calendar.events ? (
          <Failed problem={calendar.error} what={say('The calendar')} onRetry={() => void calendar.refetch()} />
        ) : !calendar.events ? (
          <Skeletons rows={6} />
        ) : view === 'month' ? (
          <Month {...parts} on={on} />
        ) : view === 'agenda' ? (
          <Agenda {...parts} />
        ) : (
          <Week {...parts} />
        )}
      </div>
      {opened && <EventDialog opened={opened} calendar={calendar} onClose={() => setOpened(null)} />}
    </Page>
  )
}

/** The events of each day; one that lasts longer stands on each of its days. */
function byDay(days: string[], events: Event[]): Map<string, Event[]> {
  const found = new Map<string, Event[]>()
  for (const event of events) {
    const first = isoDay(event.starts)
    const last = lastDayOf(event)
    for (const day of days) {
      if (day < first || day > last) continue
      found.set(day, [...(found.get(day) ?? []), event])
    }
  }
  return found
}
