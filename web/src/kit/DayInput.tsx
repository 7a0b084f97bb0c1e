// A day in a dialog of the desk, by the browser's own calendar.
import TextField from '@mui/material/TextField'

interface Props {
  label: string
  value: string | null
  onChange: (day: string | null) => void
  problem?: string | null
}

export function DayInput({ label, value, onChange, problem }: Props) {
  return (
    <TextField
      type="date"
      label={label}
      className="grow"
      value={value ?? ''}
      error={!!problem}
      helperText={problem}
      onChange={(event) => onChange(event.target.value || null)}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}
