// A number typed in a cell of a grid: no box until it is touched, right-aligned, with the unit of its field.
import { useState } from 'react'
import type { Unit } from '../core/types.gen'
import { role } from '../theme/themes'
import { UNITS, shown, typed } from '../ui/format'

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
}) {
  const [draft, setDraft] = useState<string | null>(null)
  const kept = typeof value === 'number' ? shown(value, unit) : typeof value === 'string' ? value : ''
  if (disabled) return <span style={{ display: 'block', textAlign: 'right', color: role.ink2, fontSize: 13 }}>–</span>
  const ring = bad || error ? role.danger : undefined
  return (
    <span
      data-field={name}
      className="cell-number"
      style={{
        display: 'flex',
        alignItems: 'center',
        borderRadius: 4,
        boxShadow: ring
          ? `inset 0 0 0 1.5px ${ring}`
          : warn
            ? `inset 0 -2px 0 ${role.amber}`
            : `inset 0 0 0 1px ${role.line}`,
        background: role.paper,
      }}
    >
      <input
        className="num"
        aria-label={label}
        aria-invalid={!!ring}
        inputMode={UNITS[unit].places > 0 ? 'decimal' : 'numeric'}
        autoComplete="off"
        value={draft ?? kept}
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
        style={{
          width: '100%',
          minWidth: 0,
          height: 30,
          border: 0,
          background: 'transparent',
          textAlign: 'right',
          padding: suffix ? '0 2px 0 8px' : '0 8px',
          fontSize: 13,
          borderRadius: 4,
        }}
      />
      {suffix && (
        <span className="nowrap" style={{ color: role.ink2, fontSize: 11, paddingRight: 6 }}>
          {suffix}
        </span>
      )}
    </span>
  )
}
