// A switch that works at once, with what it changes under its name.
//
//   <Switch label="Single-letter shortcuts" says="They work outside inputs" on={keys} onChange={setKeys} />
import MuiSwitch from '@mui/material/Switch'
import { useId } from 'react'
import { classes } from '../theme/classes'
import css from './Switch.module.css'

export function Switch({
  label,
  says,
  on,
  onChange,
  error,
  disabled,
}: {
  label: string
  /** What it changes. */
  says?: string
  on: boolean
  onChange: (on: boolean) => void
  error?: string
  disabled?: boolean
}) {
  const id = useId()
  const note = error ?? says
  return (
    <div>
      <label className="row gap-8">
        <MuiSwitch
          checked={on}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          slotProps={{
            input: { role: 'switch', 'aria-describedby': note ? id : undefined, 'aria-invalid': !!error || undefined },
          }}
        />
        <span className="medium">{label}</span>
      </label>
      {note && (
        <p id={id} className={classes('text-12 leading-16', css.note, error ? 'danger' : 'muted')}>
          {note}
        </p>
      )}
    </div>
  )
}
