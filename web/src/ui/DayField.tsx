// A day among the filters above a list: typed as people write days, or picked in a calendar.
import CalendarTodayOutlined from '@mui/icons-material/CalendarTodayOutlined'
import { useRef, useState } from 'react'
import { role } from '../theme/themes'
import { day, typedDay } from './format'

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
    <label
      style={{
        position: 'relative',
        display: 'inline-flex',
        alignItems: 'center',
        gap: 6,
        height: 32,
        padding: '0 8px 0 10px',
        border: `1px solid ${role.control}`,
        borderRadius: 6,
        background: role.paper,
        fontSize: 13,
      }}
    >
      <span style={{ color: role.ink2 }}>{label}</span>
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
        style={{
          border: 0,
          background: 'transparent',
          color: wrong ? role.danger : role.ink,
          font: 'inherit',
          fontWeight: 600,
          width: 84,
          outlineOffset: 2,
        }}
      />
      <button
        type="button"
        aria-label={`Pick ${label.toLowerCase()} in a calendar`}
        onClick={() => calendar.current?.showPicker()}
        style={{ display: 'grid', border: 0, background: 'none', padding: 2, cursor: 'pointer', color: role.ink2 }}
      >
        <CalendarTodayOutlined style={{ fontSize: 16 }} />
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
        style={{
          position: 'absolute',
          right: 8,
          bottom: 0,
          width: 1,
          height: 1,
          opacity: 0,
          pointerEvents: 'none',
          border: 0,
          padding: 0,
        }}
      />
    </label>
  )
}
