// A choice of one among a few, each with its picture and what it changes: radios in the shape of cards.
import { useId, type ReactNode } from 'react'
import { classes } from '../../theme/classes'
import css from './Settings.module.css'

export interface Choice<T> {
  value: T
  title: string
  says?: string
  drawn?: ReactNode
  /** Of a title in a language of its own. */
  lang?: string
}

export function Choices<T extends string>({
  label,
  name,
  value,
  of,
  onChange,
  small,
}: {
  label: string
  name: string
  value: string
  of: Choice<T>[]
  onChange: (value: T) => void
  small?: boolean
}) {
  return (
    <div role="radiogroup" aria-label={label} className={classes(css.choices, small && css.small)}>
      {of.map((one) => (
        <One key={one.value} choice={one} name={name} on={one.value === value} onPick={() => onChange(one.value)} />
      ))}
    </div>
  )
}

function One<T extends string>({
  choice: { value, title, says, drawn, lang },
  name,
  on,
  onPick,
}: {
  choice: Choice<T>
  name: string
  on: boolean
  onPick: () => void
}) {
  const id = useId()
  return (
    <label className={classes(css.choice, on && css.on)}>
      {drawn}
      <span className={css.words}>
        <input
          type="radio"
          name={name}
          value={value}
          checked={on}
          onChange={onPick}
          aria-labelledby={id}
          aria-describedby={says ? `${id}-says` : undefined}
          className={css.radio}
        />
        <span className="min-0">
          <span id={id} className="medium" lang={lang} data-own={lang ? '' : undefined}>
            {title}
          </span>
          {says && (
            <span id={`${id}-says`} className="block muted text-12 leading-16">
              {says}
            </span>
          )}
        </span>
      </span>
    </label>
  )
}
