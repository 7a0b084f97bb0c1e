// The days that a list tells of: a named period, from one day to another, or how long a document waits.
import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { useState } from 'react'
import { periods } from '../../core'
import type { DocDef } from '../../core/records'
import { day } from '../../ui/format'
import { DayField } from '../../ui/DayField'
import type { Filter, ListState } from '../listState'
import css from './list.module.css'
import { say } from '../../words/say'

/** Days that a document has been in its status. */
const AGES = [1, 3, 7, 30]
const AGE = 'since'

/** A condition on days in words; null for another one. */
export function daysInWords({ op, value }: Filter): string | null {
  if (op === 'older') return value === '1' ? say('a day or longer') : say('{value} days or longer', { value })
  if (op !== 'during') return null
  const named = periods().find(({ key }) => key === value)
  if (named) return named.label
  const [from, to] = value.split('|')
  if (from && to) return from === to ? day(from) : say('{from} to {to}', { from: day(from), to: day(to) })
  return from ? say('from {from}', { from: day(from) }) : say('until {to}', { to: day(to) })
}

export function Days({ def, state }: { def: DocDef; state: ListState }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { key, label } = def.dated
  const asked = state.filters.find((one) => one.field === key && one.op === 'during')
  const named = periods().find((one) => one.key === asked?.value)
  const [from = '', to = ''] = named ? [] : (asked?.value.split('|') ?? [])
  const put = (field: string, op: string, value: string | null) =>
    state.setFilters([
      ...state.filters.filter((one) => one.field !== field || one.op !== op),
      ...(value ? [{ field, op, value }] : []),
    ])
  const pick = (value: string) => {
    put(key, 'during', value === asked?.value ? null : value)
    setAnchor(null)
  }
  const age = state.filters.find((one) => one.field === AGE && one.op === 'older')?.value
  return (
    <>
      <Button
        variant="text"
        size="small"
        startIcon={<CalendarMonthOutlined />}
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="dialog"
      >
        {label}
      </Button>
      <Popover
        open={!!anchor}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            className: css.days,
            role: 'dialog',
            'aria-label': say('Days of {noun}', { noun: label.toLowerCase() }),
          },
        }}
      >
        <div role="group" aria-label={label}>
          {periods().map((one) => (
            <button
              type="button"
              key={one.key}
              aria-pressed={one.key === asked?.value}
              onClick={() => pick(one.key)}
              className={css.choice}
            >
              {one.label}
            </button>
          ))}
        </div>
        <div className={css.range}>
          <DayField
            label={say('From')}
            value={from}
            max={to || undefined}
            onChange={(at) => put(key, 'during', `${at}|${to}`)}
          />
          <DayField
            label={say('To')}
            value={to}
            min={from || undefined}
            onChange={(at) => put(key, 'during', `${from}|${at}`)}
          />
        </div>
        {def.under_way.length > 0 && (
          <div role="group" aria-label={say('In this status for')}>
            <p className={`muted text-12 ${css.head}`}>{say('In this status for')}</p>
            {AGES.map((days) => (
              <button
                type="button"
                key={days}
                aria-pressed={age === String(days)}
                onClick={() => {
                  put(AGE, 'older', age === String(days) ? null : String(days))
                  setAnchor(null)
                }}
                className={css.choice}
              >
                {days === 1 ? say('A day or longer') : say('{days} days or longer', { days })}
              </button>
            ))}
          </div>
        )}
      </Popover>
    </>
  )
}
