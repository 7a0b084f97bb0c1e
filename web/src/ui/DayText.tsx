// A day typed day first, or picked in the browser's own calendar: the field of every form and dialog.
import CalendarTodayOutlined from '@mui/icons-material/CalendarTodayOutlined'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useRef, useState } from 'react'
import { day, typedDay } from './format'
import { say } from '../words/say'

type Props = Pick<TextFieldProps, 'id' | 'error' | 'disabled' | 'autoFocus' | 'label' | 'helperText'> & {
  /** What the day is called, where no label says so. */
  name: string
  value: string
  /** A day, what was typed where it is none, and null for nothing. */
  onChange: (value: string | null) => void
  onBlur?: () => void
  aria?: Record<string, unknown>
  className?: string
}

export function DayText({ name, value, onChange, onBlur, aria, className, label, disabled, ...field }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const calendar = useRef<HTMLInputElement>(null)
  return (
    <div className={`relative ${className ?? ''}`}>
      <TextField
        {...field}
        fullWidth
        label={label}
        disabled={disabled}
        value={draft ?? (day(value) || value)}
        placeholder={say('dd-mm-yyyy')}
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
          inputLabel: { shrink: true },
          htmlInput: { inputMode: 'numeric', autoComplete: 'off', ...aria },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <IconButton
                  size="small"
                  edge="end"
                  disabled={disabled}
                  aria-label={say('Pick {noun} in a calendar', { noun: name.toLowerCase() })}
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
        value={/^\d{4}-\d{2}-\d{2}$/.test(value) ? value : ''}
        onChange={(event) => {
          setDraft(null)
          onChange(event.target.value || null)
        }}
        className="picker-anchor"
      />
    </div>
  )
}
