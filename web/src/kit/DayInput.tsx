// A day in a dialog of the desk: its label within the border, what is wrong with it below.
import { DayText } from '../ui/DayText'

interface Props {
  label: string
  value: string | null
  onChange: (day: string | null) => void
  problem?: string | null
}

export function DayInput({ label, value, onChange, problem }: Props) {
  return (
    <DayText
      className="grow"
      name={label}
      label={label}
      value={value ?? ''}
      error={!!problem}
      helperText={problem}
      onChange={onChange}
    />
  )
}
