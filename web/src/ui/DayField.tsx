// A day among the filters above a list: typed as people write days, or picked in a calendar.
import CalendarTodayOutlined from '@mui/icons-material/CalendarTodayOutlined'
import { useRef, useState } from 'react'
import { day, typedDay } from './format'
import { classes } from '../theme/classes'
import css from './DayField.module.css'
import { say } from '../words/say'

export function DayField({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}) {
  const [draft, setDraft] = useState<string | null>(null)
  const calendar = useRef<HTMLInputElement>(null)
  const typed = draft === null ? null : typedDay(draft)
  const wrong = draft !== null && (typed === null || (!!min && typed < min) || (!!max && typed > max))
  const done = () => {
    if (typed && !wrong) onChange(typed)
    setDraft(null)
  }
  return (
    <label className={css.field}>
      <span className="muted">{label}</span>
      <input
        value={draft ?? day(value)}
        inputMode="numeric"
        size={10}
        aria-invalid={wrong}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={done}
        onKeyDown={(event) => {
          if (event.key === 'Enter') done()
        }}
        className={classes(css.input, wrong ? 'danger' : 'ink')}
      />
      <button
        type="button"
        aria-label={say('Pick {noun} in a calendar', { noun: label.toLowerCase() })}
        onClick={() => calendar.current?.showPicker()}
        className={css.button}
      >
        <CalendarTodayOutlined className="text-16" />
      </button>
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden
        value={value}
        min={min}
        max={max}
        onChange={(event) => {
          if (event.target.value) onChange(event.target.value)
        }}
        className="picker-anchor"
      />
    </label>
  )
}
