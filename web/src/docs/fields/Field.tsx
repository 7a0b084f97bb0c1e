// What surrounds every input: the label above, the message or the hint under it, tied together for readers.
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined'
import { useId, type ReactNode } from 'react'
import { role } from '../../theme/themes'

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
        <span aria-hidden style={{ color: role.danger }}>
          {' '}
          *
        </span>
      )}
    </>
  )
  const look = {
    display: 'block',
    fontSize: 12,
    lineHeight: '16px',
    fontWeight: 500,
    color: role.ink2,
    marginBottom: 4,
  } as const
  return (
    <div
      data-field={name}
      role={group ? 'group' : undefined}
      aria-labelledby={group ? `${id}-label` : undefined}
      style={{ minWidth: 0 }}
    >
      {group ? (
        <span id={`${id}-label`} className={bare ? 'visually-hidden' : undefined} style={bare ? undefined : look}>
          {text}
        </span>
      ) : (
        <label
          id={`${id}-label`}
          htmlFor={id}
          className={bare ? 'visually-hidden' : undefined}
          style={bare ? undefined : look}
        >
          {text}
        </label>
      )}
      {children({ id, describedBy: note ? `${id}-note` : undefined, invalid: !!error })}
      {note && (
        <div
          id={`${id}-note`}
          style={{
            fontSize: 12,
            lineHeight: '16px',
            marginTop: 4,
            color: error ? role.danger : warning ? role.warn : role.ink2,
          }}
        >
          {!error && warning && (
            <WarningAmberOutlined aria-hidden style={{ fontSize: 14, verticalAlign: '-2px', marginRight: 4 }} />
          )}
          {note}
        </div>
      )}
    </div>
  )
}
