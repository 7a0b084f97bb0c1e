// A date typed day first, or picked in the browser's own calendar.
import CalendarTodayOutlined from '@mui/icons-material/CalendarTodayOutlined'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useRef, useState } from 'react'
import { day, typedDay } from '../../ui/format'
import type { Bound } from './Field'
import { say } from '../../words/say'

interface Props {
  bound: Bound
  value: unknown
  onChange: (value: string | null) => void
  onBlur?: () => void
  disabled?: boolean
  autoFocus?: boolean
  label: string
}

export function DateInput({ bound, value, onChange, onBlur, disabled, autoFocus, label }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const calendar = useRef<HTMLInputElement>(null)
  const iso = typeof value === 'string' ? value : ''
  return (
    <div className="relative">
      <TextField
        fullWidth
        id={bound.id}
        value={draft ?? (day(iso) || iso)}
        placeholder={say('dd-mm-yyyy')}
        error={bound.invalid}
        disabled={disabled}
        autoFocus={autoFocus}
        onChange={(event) => {
          const text = event.target.value
          setDraft(text)
          onChange(text.trim() === '' ? null : (typedDay(text) ?? text))
        }}
        onBlur={() => {
          setDraft(null)
          onBlur?.()
        }}
        slotProps={{
          htmlInput: {
            inputMode: 'numeric',
            'aria-describedby': bound.describedBy,
            'aria-invalid': bound.invalid,
            autoComplete: 'off',
          },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <IconButton
                  size="small"
                  edge="end"
                  disabled={disabled}
                  aria-label={say('Pick {noun} in a calendar', { noun: label.toLowerCase() })}
                  onClick={() => calendar.current?.showPicker()}
                >
                  <CalendarTodayOutlined className="text-18" />
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden
        value={/^\d{4}-\d{2}-\d{2}$/.test(iso) ? iso : ''}
        onChange={(event) => onChange(event.target.value || null)}
        className="picker-anchor"
      />
    </div>
  )
}
