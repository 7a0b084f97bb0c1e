// A number typed in a cell of a grid: no box until it is touched, right-aligned, with the unit of its field.
import { useState } from 'react'
import type { Unit } from '../core/types.gen'
import { UNITS, shown, typed } from '../ui/format'
import css from './CellNumber.module.css'
import { classes } from '../theme/classes'

/** As many characters as the largest number that can be typed has; longer text is no number. */
const LONGEST = 16

export function CellNumber({
  label,
  name,
  value,
  onChange,
  onBlur,
  onEnter,
  unit,
  bad,
  warn,
  disabled,
  placeholder,
  suffix,
  error,
  describedBy,
}: {
  label: string
  name: string
  value: unknown
  onChange: (value: unknown) => void
  onBlur?: () => void
  onEnter?: () => void
  unit: Unit
  bad?: boolean
  warn?: boolean
  disabled?: boolean
  placeholder?: string
  suffix?: string
  error?: string | null
  /** The id of what is said of it elsewhere. */
  describedBy?: string
}) {
  const [draft, setDraft] = useState<string | null>(null)
  const kept = typeof value === 'number' ? shown(value, unit) : typeof value === 'string' ? value : ''
  if (disabled) return <span className="block right muted text-13">–</span>
  const wrong = bad || !!error
  const text = draft ?? kept
  // A column grows with what stands in it: a number of which the end is cut off is another number.
  const room = Math.max(text.length, placeholder?.length ?? 0)
  return (
    <span data-field={name} className={classes('cell-number row', css.cell, wrong ? css.wrong : warn && css.warned)}>
      <input
        className={classes('num', css.input, !!suffix && css.suffixed)}
        aria-label={label}
        aria-invalid={wrong}
        aria-describedby={describedBy}
        style={{ minWidth: `calc(${Math.min(room, LONGEST)}ch + 18px)` }}
        inputMode={UNITS[unit].places > 0 ? 'decimal' : 'numeric'}
        autoComplete="off"
        value={text}
        placeholder={placeholder}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setDraft(event.target.value)
          onChange(event.target.value.trim() === '' ? null : (typed(event.target.value, unit) ?? event.target.value))
        }}
        onBlur={() => {
          setDraft(null)
          onBlur?.()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          onEnter?.()
        }}
      />
      {suffix && <span className={`nowrap ${css.suffix}`}>{suffix}</span>}
    </span>
  )
}
