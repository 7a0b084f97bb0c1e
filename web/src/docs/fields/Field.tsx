// What surrounds every input: the label above, the message or the hint under it, tied together for readers.
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined'
import { useId, type ReactNode } from 'react'
import { classes } from '../../theme/classes'
import css from './Field.module.css'

export interface Bound {
  id: string
  describedBy: string | undefined
  invalid: boolean
}

interface Props {
  label: string
  required?: boolean
  hint?: ReactNode
  error: string | null
  /** Warnings; shown where nothing is wrong. */
  warning?: string | null
  /** The label is said but not shown: inside a table the column head shows it. */
  bare?: boolean
  /** Several controls under one label. */
  group?: boolean
  name: string
  children: (bound: Bound) => ReactNode
}

export function Field({ label, required, hint, error, warning, bare, group, name, children }: Props) {
  const id = useId()
  const note = error ?? warning ?? hint
  const text = (
    <>
      {label}
      {required && (
        <span aria-hidden className="danger">
          {' '}
          *
        </span>
      )}
    </>
  )
  return (
    <div
      data-field={name}
      role={group ? 'group' : undefined}
      aria-labelledby={group ? `${id}-label` : undefined}
      className="min-0"
    >
      {group ? (
        <span id={`${id}-label`} className={bare ? 'visually-hidden' : css.label}>
          {text}
        </span>
      ) : (
        <label id={`${id}-label`} htmlFor={id} className={bare ? 'visually-hidden' : css.label}>
          {text}
        </label>
      )}
      {children({ id, describedBy: note ? `${id}-note` : undefined, invalid: !!error })}
      {note && (
        <div
          id={`${id}-note`}
          className={classes('text-12 leading-16 mt-4', error ? 'danger' : warning ? 'warn' : 'muted')}
        >
          {!error && warning && <WarningAmberOutlined aria-hidden className="text-icon" />}
          {note}
        </div>
      )}
    </div>
  )
}
