// A month: six weeks of days with what stands on each.
import { useRef } from 'react'
import { today } from '../../../core/days'
import { classes } from '../../../theme/classes'
import { day as shownDay, time } from '../../../ui/format'
import { dayName } from './days'
import { classOf, lastDayOf, LayerItem, said, useMoves, type Parts } from './parts'
import css from './calendar.module.css'
import { say } from '../../../words/say'

const IN_A_CELL = 4

export function Month(props: Parts & { on: string }) {
  const { on, days, events, layers, keeps, onOpen, onNew, onDay } = props
  const root = useRef<HTMLDivElement>(null)
  const onKeyDown = useMoves(props, root, 0)
  return (
    <div ref={root} role="group" aria-label={say('Days of the month')} className={css.month} onKeyDown={onKeyDown}>
      {days.slice(0, 7).map((one) => (
        <div key={one} className={css.weekday}>
          {dayName(one).slice(0, 3)}
        </div>
      ))}
      {days.map((one) => {
        const own = events.get(one) ?? []
        const named = layers.get(one) ?? []
        const shown = own.slice(0, IN_A_CELL)
        const rows = named.slice(0, Math.max(0, IN_A_CELL - shown.length))
        const more = own.length + named.length - shown.length - rows.length
        return (
          <div
            key={one}
            data-day={one}
            className={classes(css.cell, one.slice(0, 7) !== on.slice(0, 7) && css.other)}
            onDoubleClick={(event) => {
              if (keeps && event.target === event.currentTarget) onNew(one)
            }}
          >
            <button
              type="button"
              aria-label={`${dayName(one)} ${shownDay(one)}`}
              aria-current={one === today() ? 'date' : undefined}
              className={classes(css.number, one === today() && css.today)}
              onClick={() => onDay(one)}
            >
              {Number(one.slice(8))}
            </button>
            {shown.map((event) => (
              <button
                key={event.id}
                type="button"
                data-event={event.id}
                aria-label={said(event)}
                className={classOf(event)}
                onClick={() => onOpen(event)}
              >
                {time(event.starts)} {event.title}
                {keeps && lastDayOf(event) === one && <span data-resize className={css.reach} />}
              </button>
            ))}
            {rows.map((row) => (
              <LayerItem key={`${row.type}${row.id}${row.what}`} row={row} brief />
            ))}
            {more > 0 && (
              <button type="button" className={css.more} onClick={() => onDay(one)}>
                {say('{more} more', { more })}
              </button>
            )}
          </div>
        )
      })}
    </div>
  )
}
