// A moment in a form: its day, typed as every day is, with the time of day beside it.
import TextField from '@mui/material/TextField'
import { DayText } from '../../ui/DayText'
import { typedDay } from '../../ui/format'
import type { Bound } from './Field'
import css from './FieldInput.module.css'
import { say } from '../../words/say'

interface Props {
  bound: Bound
  value: unknown
  onChange: (value: unknown) => void
  onBlur?: () => void
  disabled?: boolean
  autoFocus?: boolean
  label: string
}

const LOCAL = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata', dateStyle: 'short', timeStyle: 'short' })
const IST = '+05:30'
const PARTS = /^(.*?)(?: (\d\d:\d\d))?$/

/** The day and the time of a moment, or of what was typed of one so far. */
export function partsOf(value: unknown): [string, string] {
  const text = typeof value === 'number' ? LOCAL.format(value) : typeof value === 'string' ? value : ''
  const [, day = '', time = ''] = PARTS.exec(text) ?? []
  return [day, time]
}

/** The moment; until both are there, what was typed of it, which the rules refuse in their own words. */
export function momentOf(day: string, time: string): number | string | null {
  if (!day && !time) return null
  const iso = typedDay(day)
  return iso && time ? Date.parse(`${iso}T${time}:00${IST}`) : `${day} ${time}`.trimEnd()
}

export function InstantInput({ bound, value, onChange, onBlur, disabled, autoFocus, label }: Props) {
  const [day, time] = partsOf(value)
  const aria = { 'aria-describedby': bound.describedBy, 'aria-invalid': bound.invalid }
  return (
    <div className={css.moment}>
      <DayText
        id={bound.id}
        name={label}
        value={day}
        error={bound.invalid}
        disabled={disabled}
        autoFocus={autoFocus}
        onChange={(next) => onChange(momentOf(next ?? '', time))}
        onBlur={onBlur}
        aria={aria}
      />
      <TextField
        type="time"
        value={time}
        error={bound.invalid}
        disabled={disabled}
        onChange={(event) => onChange(momentOf(day, event.target.value))}
        onBlur={onBlur}
        slotProps={{ htmlInput: { ...aria, 'aria-label': say('{label}, time', { label }) } }}
      />
    </div>
  )
}
