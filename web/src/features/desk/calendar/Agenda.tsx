// The days that hold something, one below the other.
import { today } from '../../../core/days'
import { day as shownDay, time } from '../../../ui/format'
import { Empty } from '../../../ui/states'
import { dayName } from './days'
import { classOf, LayerItem, type Parts } from './parts'
import css from './calendar.module.css'
import { say } from '../../../words/say'

export function Agenda({ days, events, layers, onOpen, onDay }: Parts) {
  const full = days.filter((one) => events.has(one) || layers.has(one))
  if (full.length === 0)
    return <Empty title={say('No data for this period')}>{say('Events and the days of documents stand here.')}</Empty>
  return (
    <div className="card" role="group" aria-label={say('Agenda')}>
      {full.map((one) => (
        <section key={one} className={css.agendaDay} aria-label={`${dayName(one)} ${shownDay(one)}`}>
          <button type="button" className={css.more} onClick={() => onDay(one)}>
            {one === today() ? say('Today') : dayName(one).slice(0, 3)} {shownDay(one)}
          </button>
          <div className="grid gap-4 min-0">
            {(events.get(one) ?? []).map((event) => (
              <button
                key={event.id}
                type="button"
                className={classOf(event, css.agendaEvent)}
                onClick={() => onOpen(event)}
              >
                <span className="num">
                  {say('{starts} to {ends}', { starts: time(event.starts), ends: time(event.ends) })}
                </span>{' '}
                <strong>{event.title}</strong> {event.location && <span className="muted">{event.location}</span>}
              </button>
            ))}
            {(layers.get(one) ?? []).map((row) => (
              <LayerItem key={`${row.type}${row.id}${row.what}`} row={row} />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}
