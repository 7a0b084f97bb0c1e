// Paper: an A4 sheet in black on white, the same on the screen and from the printer.
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Logo } from '../ui/Logo'
import './paper.css'
import { usePages } from './pages'
import css from './Paper.module.css'
import { classes } from '../theme/classes'

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
  seller,
  children,
  foot,
}: {
  title: string
  copy: string
  number: string
  seller?: { name: string; line: ReactNode }
  children: ReactNode
  foot?: ReactNode
}) {
  const { desk, zoom } = useFit()
  const sheet = useRef<HTMLElement>(null)
  const { pages, name } = usePages(sheet, zoom, number)
  return (
    <div ref={desk} className="desk">
      <article ref={sheet} className="paper" style={{ zoom, page: name }} aria-label={`${title} ${number}, ${copy}`}>
        <header className={css.head}>
          <Logo size={32} />
          <div className="grow min-0">
            <div className={css.seller}>{seller?.name}</div>
            <div className="text-11 paper-quiet">{seller?.line}</div>
          </div>
          <div className="right">
            <div className={css.title}>{title}</div>
            <div className="paper-quiet">{copy}</div>
          </div>
        </header>
        <div className="paper-body">{children}</div>
        {foot}
        <footer className={`no-print ${css.foot}`}>
          <span>{number}</span>
          <span>{pages === 1 ? 'Page 1 of 1' : `${pages} pages`}</span>
        </footer>
      </article>
    </div>
  )
}

export function PaperFacts({ items }: { items: [string, ReactNode][] }) {
  const shown = items.filter(([, value]) => value !== '' && value !== null && value !== undefined)
  return (
    <dl className={css.facts}>
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt className={css.label}>{label}</dt>
          <dd className="nowrap bold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function PaperTable({ heads, rows }: { heads: [string, 'right'?][]; rows: ReactNode[][] }) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          {heads.map(([head, side], at) => (
            <th key={at} className={classes(css.columnHead, side ?? 'left')}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at} className={css.row}>
            {row.map((cell, column) => (
              <td key={column} className={classes(css.cell, heads[column]?.[1] ? 'number' : 'left')}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A line for each of three people to sign on. */
export function Signatures({ of }: { of: [string, string, string] }) {
  return (
    <div className={css.signatures}>
      {of.map((who) => (
        <div key={who} className={css.signatory}>
          {who}
        </div>
      ))}
    </div>
  )
}
