// A date field of a form.
import { DayText } from '../../ui/DayText'
import type { Bound } from './Field'

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
  return (
    <DayText
      id={bound.id}
      name={label}
      value={typeof value === 'string' ? value : ''}
      error={bound.invalid}
      disabled={disabled}
      autoFocus={autoFocus}
      onChange={onChange}
      onBlur={onBlur}
      aria={{ 'aria-describedby': bound.describedBy, 'aria-invalid': bound.invalid }}
    />
  )
}
