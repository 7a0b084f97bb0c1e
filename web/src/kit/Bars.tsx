// Columns with their figures over them and their names under them: small charts that need no axis, and read as a table.
import css from './Bars.module.css'
import { say } from '../words/say'

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

export interface Pair {
  label: string
  /** In whole, where the label is short. */
  name: string
  values: [number, number]
}

/** Two series side by side, place by place; their figures stand in a table behind. */
export function PairedBars({
  items,
  series,
  height,
  shown,
}: {
  items: Pair[]
  series: [{ label: string; colour: string }, { label: string; colour: string }]
  height: number
  shown: (value: number) => string
}) {
  const most = Math.max(1, ...items.flatMap((item) => item.values))
  const tall = (value: number) => (value > 0 ? Math.max(2, Math.round((height * value) / most)) : 0)
  return (
    <div className="grid gap-8">
      <div aria-hidden className={`even gap-4 ${css.columns}`}>
        {items.map((item) => (
          <div
            key={item.name}
            className={css.column}
            title={`${item.name}: ${series.map(({ label }, at) => `${label} ${shown(item.values[at]!)}`).join(', ')}`}
          >
            <span className={css.columnLabel}>{item.label}</span>
            <span className={css.pair} style={{ height }}>
              {series.map(({ label, colour }, at) => (
                <span key={label} className={css.bar} style={{ height: tall(item.values[at]!), background: colour }} />
              ))}
            </span>
          </div>
        ))}
      </div>
      <details>
        <summary className="text-13 accent pointer">{say('Show as table')}</summary>
        <table className="data-table">
          <thead>
            <tr>
              <th>{say('Month')}</th>
              {series.map(({ label }) => (
                <th key={label} className="right">
                  {label} ₹
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.name}>
                <td>{item.name}</td>
                {item.values.map((value, at) => (
                  <td key={at} className="number">
                    {shown(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
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
