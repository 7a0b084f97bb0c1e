// Columns with their figures over them and their names under them: small charts that need no axis, and read as a table.
import { role } from '../theme/themes'

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
    <dl style={{ display: 'grid', gridTemplateColumns: `repeat(${items.length}, 1fr)`, gap: 10, alignItems: 'end' }}>
      {items.map((item) => (
        <div
          key={item.label}
          style={{
            display: 'flex',
            flexDirection: 'column-reverse',
            alignItems: 'stretch',
            textAlign: 'center',
            minWidth: 0,
          }}
        >
          <dt
            style={{
              fontSize: 12,
              lineHeight: '18px',
              color: role.ink2,
              borderTop: `1px solid ${role.lineStrong}`,
              whiteSpace: 'nowrap',
            }}
          >
            {item.label}
          </dt>
          <dd style={{ margin: 0, display: 'flex', flexDirection: 'column', justifyContent: 'flex-end' }}>
            <span
              className="num nowrap"
              style={{ fontSize: 12, lineHeight: '16px', fontWeight: 600, paddingBottom: 2 }}
            >
              {item.shown}
            </span>
            <span
              aria-hidden
              style={{
                height: item.value > 0 ? Math.max(3, Math.round((height * item.value) / most)) : 0,
                background: item.colour,
                borderRadius: '3px 3px 0 0',
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
    <dl
      style={{
        display: 'grid',
        gridTemplateColumns: 'minmax(70px, auto) 1fr auto',
        gap: '12px 12px',
        alignItems: 'center',
      }}
    >
      {rows.map((row) => (
        <div key={row.label} style={{ display: 'contents' }}>
          <dt style={{ fontSize: 13, color: role.ink2, textAlign: 'right' }}>
            {row.path ? (
              <a href={row.path} style={{ color: 'inherit' }}>
                {row.label}
              </a>
            ) : (
              row.label
            )}
          </dt>
          <dd
            style={{ margin: 0, display: 'flex', gap: 1, height: 16 }}
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
                  style={{
                    width: `${(part.value / most) * 100}%`,
                    minWidth: 2,
                    background: part.colour,
                    borderRadius: 2,
                  }}
                />
              ))}
          </dd>
          <dd className="num nowrap" style={{ margin: 0, fontSize: 13, fontWeight: 550, textAlign: 'right' }}>
            {row.shown}
          </dd>
        </div>
      ))}
    </dl>
  )
}
