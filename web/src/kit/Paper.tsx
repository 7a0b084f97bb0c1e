// Paper: an A4 sheet in black on white, the same on the screen and from the printer.
import { useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { Logo } from '../ui/Logo'
import './paper.css'

const INK2 = '#55556a'
/** An A4 page in CSS pixels. */
const PAGE_WIDTH = 794

/** A sheet is never laid out anew: where there is less room, all of it becomes smaller. */
function useFit() {
  const desk = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(1)
  useLayoutEffect(() => {
    const node = desk.current
    if (!node) return
    const watch = new ResizeObserver(([entry]) => entry && setZoom(Math.min(1, entry.contentRect.width / PAGE_WIDTH)))
    watch.observe(node)
    return () => watch.disconnect()
  }, [])
  return { desk, zoom }
}

export function Sheet({
  title,
  copy,
  number,
  page,
  seller,
  children,
  foot,
}: {
  title: string
  copy: string
  number: string
  page: string
  seller?: { name: string; line: string }
  children: ReactNode
  foot?: ReactNode
}) {
  const { desk, zoom } = useFit()
  return (
    <div ref={desk} className="desk">
      <article className="paper" style={{ zoom }} aria-label={`${title} ${number}, ${copy}`}>
        <header
          style={{
            display: 'flex',
            gap: 14,
            alignItems: 'flex-start',
            borderBottom: '2px solid #22222f',
            paddingBottom: 14,
          }}
        >
          <Logo size={32} />
          <div style={{ flex: 1, minWidth: 0 }}>
            <div style={{ fontSize: 18, lineHeight: '22px', fontWeight: 650 }}>{seller?.name}</div>
            <div style={{ fontSize: 11, color: INK2 }}>{seller?.line}</div>
          </div>
          <div style={{ textAlign: 'right' }}>
            <div style={{ fontSize: 15, fontWeight: 650, letterSpacing: '.04em' }}>{title}</div>
            <div style={{ color: INK2 }}>{copy}</div>
          </div>
        </header>
        <div className="paper-body">{children}</div>
        {foot}
        <footer
          style={{
            display: 'flex',
            justifyContent: 'space-between',
            borderTop: '1px solid #c9ccd6',
            paddingTop: 8,
            marginTop: 14,
            fontSize: 11,
            color: INK2,
          }}
        >
          <span>{number}</span>
          <span>{page}</span>
        </footer>
      </article>
    </div>
  )
}

export function PaperFacts({ items }: { items: [string, ReactNode][] }) {
  const shown = items.filter(([, value]) => value !== '' && value !== null && value !== undefined)
  return (
    <dl
      style={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: '8px 30px',
        padding: '10px 0',
        borderBottom: '1px solid #c9ccd6',
      }}
    >
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt style={{ fontSize: 11, lineHeight: '14px', color: INK2 }}>{label}</dt>
          <dd style={{ margin: 0, fontWeight: 600 }} className="nowrap">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const line: CSSProperties = { borderBottom: '1px solid #dfe1e8', padding: '7px 6px', verticalAlign: 'top' }

export function PaperTable({ heads, rows }: { heads: [string, 'right'?][]; rows: ReactNode[][] }) {
  return (
    <table style={{ width: '100%', borderCollapse: 'collapse', fontSize: 12 }}>
      <thead>
        <tr>
          {heads.map(([head, side], at) => (
            <th
              key={at}
              style={{
                textAlign: side ?? 'left',
                borderTop: '1px solid #22222f',
                borderBottom: '1px solid #22222f',
                padding: '6px',
                fontSize: 11,
                fontWeight: 600,
                whiteSpace: 'nowrap',
              }}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at} style={{ breakInside: 'avoid' }}>
            {row.map((cell, column) => (
              <td
                key={column}
                className={heads[column]?.[1] ? 'num nowrap' : undefined}
                style={{ ...line, textAlign: heads[column]?.[1] ?? 'left' }}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
