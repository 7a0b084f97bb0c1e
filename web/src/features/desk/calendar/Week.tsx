// Some days side by side with their hours.
import { useEffect, useRef, type CSSProperties } from 'react'
import { today } from '../../../core/days'
import { classes } from '../../../theme/classes'
import { day as shownDay, time } from '../../../ui/format'
import { clock, dayName, DAY_MS, instantOf, MINUTE_MS } from './days'
import type { Event } from './events'
import { classOf, LayerItem, said, useMoves, type Parts } from './parts'
import css from './calendar.module.css'
import { say } from '../../../words/say'

const HOUR_PX = 44
const OPENS_AT = 8
const SHORTEST_PX = 18
const MINUTES = 60

interface Placed {
  event: Event
  top: number
  height: number
  lane: number
  lanes: number
}

/** Events that overlap stand beside each other. */
export function placedOn(day: string, events: Event[]): Placed[] {
  const [from, to] = [instantOf(day, 0), instantOf(day, 0) + DAY_MS]
  const placed: Placed[] = []
  let together: Placed[] = []
  let until = 0
  for (const event of [...events].sort((a, b) => a.starts - b.starts || b.ends - a.ends)) {
    const starts = Math.max(event.starts, from)
    const ends = Math.min(event.ends, to)
    if (starts >= until) together = []
    const taken = together.filter(({ event: one }) => one.ends > event.starts).map(({ lane }) => lane)
    let lane = 0
    while (taken.includes(lane)) lane += 1
    const px = (ms: number) => (ms / MINUTE_MS / MINUTES) * HOUR_PX
    const one = { event, top: px(starts - from), height: Math.max(SHORTEST_PX, px(ends - starts)), lane, lanes: 1 }
    together.push(one)
    placed.push(one)
    const lanes = Math.max(...together.map((each) => each.lane)) + 1
    for (const each of together) each.lanes = lanes
    until = Math.max(until, ends, starts + 1)
  }
  return placed
}

export function Week(props: Parts) {
  const { days, events, layers, keeps, onOpen, onNew, onDay } = props
  const root = useRef<HTMLDivElement>(null)
  const morning = useRef<HTMLSpanElement>(null)
  const onKeyDown = useMoves(props, root, HOUR_PX)
  useEffect(() => morning.current?.scrollIntoView({ block: 'start' }), [])
  const size = { '--days': days.length, '--hour': `${HOUR_PX}px` } as CSSProperties
  return (
    <div ref={root} role="group" aria-label={say('Hours')} className={css.week} style={size} onKeyDown={onKeyDown}>
      <div />
      {days.map((one) => (
        <div key={one} className={css.heads} data-day={one}>
          <button
            type="button"
            aria-current={one === today() ? 'date' : undefined}
            className={classes(css.number, one === today() && css.today)}
            onClick={() => onDay(one)}
          >
            {dayName(one).slice(0, 3)} {shownDay(one).slice(0, 5)}
          </button>
          {(layers.get(one) ?? []).map((row) => (
            <LayerItem key={`${row.type}${row.id}${row.what}`} row={row} />
          ))}
        </div>
      ))}
      <div className={css.hours} aria-hidden>
        {Array.from({ length: 23 }, (_, at) => (
          <span
            key={at}
            ref={at + 1 === OPENS_AT ? morning : undefined}
            className={css.hour}
            style={{ top: (at + 1) * HOUR_PX }}
          >
            {clock((at + 1) * MINUTES)}
          </span>
        ))}
      </div>
      {days.map((one) => (
        <div
          key={one}
          data-day={one}
          className={css.column}
          onDoubleClick={(event) => {
            if (!keeps || event.target !== event.currentTarget) return
            const at = event.clientY - event.currentTarget.getBoundingClientRect().top
            onNew(one, Math.floor((at / HOUR_PX) * 2) * 30)
          }}
        >
          {placedOn(one, events.get(one) ?? []).map(({ event, top, height, lane, lanes }) => (
            <button
              key={event.id}
              type="button"
              data-event={event.id}
              aria-label={said(event)}
              className={classOf(event, css.timed)}
              style={{ top, height, left: `${(lane * 100) / lanes}%`, width: `${100 / lanes}%` }}
              onClick={() => onOpen(event)}
            >
              {time(event.starts)} {event.title}
              {keeps && <span data-resize className={css.resize} />}
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}
