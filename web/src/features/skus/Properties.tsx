// The inputs of a product group's properties, with their bounds under the one that is being typed.
import type { Built, Kit, Mapped } from '../../core/types.gen'
import InputAdornment from '@mui/material/InputAdornment'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState, type ReactNode } from 'react'
import { Field, type Bound } from '../../docs/fields/Field'
import { Card } from '../../kit/parts'
import { boundsOf, type Texts } from './kit'
import css from './Properties.module.css'
import { say } from '../../words/say'

interface Props {
  kit: Kit
  texts: Texts
  built: Built
  /** The form was sent: every message shows. */
  shown: boolean
  /** What the server said of the whole. */
  taken: string | null
  onChange: (texts: Texts) => void
  onLit: (code: string | null) => void
  children: ReactNode
}

export function Properties({ kit, texts, built, shown, taken, onChange, onLit, children }: Props) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [typing, setTyping] = useState<string | null>(null)
  const rows = kit.properties.filter((one) => texts[one.property]?.trim()).map((one) => one.property)
  return (
    <Card
      title={say('Properties')}
      aside={
        kit.mapped
          ? say('{name}, {properties} mapped', { name: kit.name, properties: kit.properties.length })
          : say('None mapped yet')
      }
    >
      <div className={css.properties}>
        {kit.properties.map((one) => {
          const at = rows.indexOf(one.property)
          const wrong = built.errors[one.property] ?? null
          const error = wrong && (shown || touched.has(one.property)) ? wrong : null
          return (
            <Field
              key={one.property}
              label={one.label}
              required={one.mandatory}
              name={at < 0 ? 'values' : `values.${at}.value`}
              error={error}
              hint={typing === one.property ? boundsOf(one) : undefined}
            >
              {(bound) => (
                <PropertyInput
                  of={one}
                  bound={bound}
                  value={texts[one.property] ?? ''}
                  onChange={(value) => onChange({ ...texts, [one.property]: value })}
                  onFocus={() => {
                    onLit(one.code)
                    setTyping(one.property)
                  }}
                  onBlur={() => {
                    onLit(null)
                    setTyping(null)
                    setTouched((was) => new Set(was).add(one.property))
                    // What was typed in inches reads on in the property's own unit.
                    const kept = built.values.find((value) => value.property === one.property)?.value
                    if (kept && kept !== texts[one.property]) onChange({ ...texts, [one.property]: kept })
                  }}
                />
              )}
            </Field>
          )
        })}
        {children}
      </div>
      {!kit.mapped && (
        <p className="text-13 muted mt-8">{say('Map properties to this group to build its SKUs from them.')}</p>
      )}
      {taken && (
        <p role="alert" className="text-12 danger mt-8">
          {taken}
        </p>
      )}
    </Card>
  )
}

interface InputProps {
  of: Mapped
  bound: Bound
  value: string
  onChange: (value: string) => void
  onFocus: () => void
  onBlur: () => void
}

function PropertyInput({ of, bound, value, onChange, onFocus, onBlur }: InputProps) {
  const aria = { 'aria-describedby': bound.describedBy, 'aria-invalid': bound.invalid }
  const options = of.kind === 'bool' ? [say('Yes'), say('No')] : of.kind === 'list' ? of.options : null
  if (options) {
    const all = value && !options.includes(value) ? [value, ...options] : options
    return (
      <TextField
        select
        fullWidth
        error={bound.invalid}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onFocus={onFocus}
        slotProps={{
          select: {
            onClose: onBlur,
            id: bound.id,
            labelId: `${bound.id}-label`,
            displayEmpty: true,
            SelectDisplayProps: aria,
            inputProps: { id: `${bound.id}-value` },
            MenuProps: { slotProps: { paper: { className: css.choices } } },
          },
        }}
      >
        {!of.mandatory && (
          <MenuItem value="">
            <span className="muted">{say('None')}</span>
          </MenuItem>
        )}
        {all.map((option) => (
          <MenuItem key={option} value={option}>
            {option}
          </MenuItem>
        ))}
      </TextField>
    )
  }
  const number = of.kind === 'number'
  return (
    <TextField
      fullWidth
      id={bound.id}
      error={bound.invalid}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
      onFocus={(event) => {
        onFocus()
        event.target.select()
      }}
      slotProps={{
        htmlInput: {
          ...aria,
          autoComplete: 'off',
          inputMode: number ? 'decimal' : 'text',
          maxLength: 60,
          className: number ? 'num right' : undefined,
        },
        input: of.unit
          ? {
              endAdornment: (
                <InputAdornment position="end">
                  <span className="text-13 muted">{of.unit}</span>
                </InputAdornment>
              ),
            }
          : undefined,
      }}
    />
  )
}
