// Columns with their figures over them and their names under them: small charts that need no axis, and read as a table.
import css from './Bars.module.css'

export interface Bar {
  label: string
  value: number
  shown: string
  colour: string
  onOpen?: () => void
}

export function Bars({ items, height }: { items: Bar[]; height: number }) {
  const most = Math.max(1, ...items.map((item) => item.value))
  return (
    <dl className={`even gap-10 ${css.columns}`}>
      {items.map((item) => (
        <div key={item.label} className={css.column}>
          <dt className={css.columnLabel}>{item.label}</dt>
          <dd className="stack at-end">
            <span className={`num nowrap ${css.columnFigure}`}>{item.shown}</span>
            <span
              aria-hidden
              className={css.bar}
              style={{
                height: item.value > 0 ? Math.max(3, Math.round((height * item.value) / most)) : 0,
                background: item.colour,
              }}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}

export interface Split {
  label: string
  parts: { value: number; colour: string; label: string }[]
  shown: string
  path?: string
}

/** Rows of a stacked bar, with the sum at their end. */
export function StackedRows({ rows }: { rows: Split[] }) {
  const most = Math.max(1, ...rows.map((row) => row.parts.reduce((sum, part) => sum + part.value, 0)))
  return (
    <dl className={css.rows}>
      {rows.map((row) => (
        <div key={row.label} className="contents">
          <dt className="text-13 muted right">
            {row.path ? (
              <a href={row.path} className={css.link}>
                {row.label}
              </a>
            ) : (
              row.label
            )}
          </dt>
          <dd
            className={css.parts}
            title={row.parts
              .filter((part) => part.value > 0)
              .map((part) => part.label)
              .join(', ')}
          >
            {row.parts
              .filter((part) => part.value > 0)
              .map((part) => (
                <span
                  key={part.label}
                  className={css.part}
                  style={{ width: `${(part.value / most) * 100}%`, background: part.colour }}
                />
              ))}
          </dd>
          <dd className="num nowrap text-13 semibold right">{row.shown}</dd>
        </div>
      ))}
    </dl>
  )
}
