// An integer with a unit, typed as people write it (1,23,456.50) and kept as paise, grams, pieces.
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { Unit } from '../../core/types.gen'
import { UNITS, shown, typed } from '../../ui/format'
import type { Bound } from './Field'

interface Props {
  bound: Bound
  unit: Unit
  value: unknown
  onChange: (value: number | string | null) => void
  onBlur?: () => void
  disabled?: boolean
  autoFocus?: boolean
  placeholder?: string
}

/** What is no number of this unit stays as text, so that nothing typed is lost and the check can say so. */
export function NumberInput({ bound, unit, value, onChange, onBlur, disabled, autoFocus, placeholder }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const kept = typeof value === 'number' ? shown(value, unit) : typeof value === 'string' ? value : ''
  const { sign } = UNITS[unit]
  const mark = <span className="text-13 muted">{sign}</span>
  return (
    <TextField
      fullWidth
      id={bound.id}
      value={draft ?? kept}
      error={bound.invalid}
      disabled={disabled}
      autoFocus={autoFocus}
      placeholder={placeholder}
      onFocus={(event) => event.target.select()}
      onChange={(event) => {
        const text = event.target.value
        setDraft(text)
        onChange(text.trim() === '' ? null : (typed(text, unit) ?? text))
      }}
      onBlur={() => {
        setDraft(null)
        onBlur?.()
      }}
      slotProps={{
        htmlInput: {
          inputMode: UNITS[unit].places > 0 ? 'decimal' : 'numeric',
          'aria-describedby': bound.describedBy,
          'aria-invalid': bound.invalid,
          className: 'num right',
          autoComplete: 'off',
        },
        input: {
          startAdornment: sign === '₹' ? <InputAdornment position="start">{mark}</InputAdornment> : undefined,
          endAdornment: sign && sign !== '₹' ? <InputAdornment position="end">{mark}</InputAdornment> : undefined,
        },
      }}
    />
  )
}
