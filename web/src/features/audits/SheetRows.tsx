// The rows of a counting sheet: only those in sight are drawn, so that ten thousand scroll like ten.
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked'
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined'
import { memo, useCallback, useEffect, useRef, useState, type CSSProperties } from 'react'
import type { Links } from '../../core/records'
import { titleOf } from '../../kit/record'
import { classes } from '../../theme/classes'
import type { Line } from './sheet'
import css from './Audits.module.css'
import { say } from '../../words/say'

/** The height of a row, as in the stylesheet. */
const ROW = 64
/** So many rows beyond the window are drawn. */
const BEYOND = 4

interface Props {
  lines: Line[]
  links: Links
  open: string | null
  onOpen: (batch: string) => void
  label: string
}

export function SheetRows({ lines, links, open, onOpen, label }: Props) {
  const area = useRef<HTMLDivElement>(null)
  const [first, setFirst] = useState(0)
  const [height, setHeight] = useState(ROW * 10)
  useEffect(() => {
    const box = area.current
    if (!box) return
    const watch = new ResizeObserver(() => setHeight(box.clientHeight))
    watch.observe(box)
    return () => watch.disconnect()
  }, [])
  // Drawn anew only when the first row changes, and not at every pixel.
  const onScroll = useCallback(() => {
    const top = area.current?.scrollTop ?? 0
    setFirst(Math.max(0, Math.floor(top / ROW) - BEYOND))
  }, [])
  const at = open ? lines.findIndex((line) => line.batch === open) : -1
  useEffect(() => {
    const box = area.current
    if (at < 0 || !box) return
    const [top, end] = [at * ROW, (at + 1) * ROW]
    if (top < box.scrollTop || end > box.scrollTop + box.clientHeight)
      box.scrollTo({ top: Math.max(0, top - box.clientHeight / 3) })
  }, [at])
  const last = Math.min(lines.length, first + Math.ceil(height / ROW) + 2 * BEYOND)
  return (
    <div
      ref={area}
      className={css.rows}
      style={{ '--whole': `${lines.length * ROW}px` } as CSSProperties}
      onScroll={onScroll}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <ul style={{ height: lines.length * ROW }} className="relative">
        {lines.slice(first, last).map((line, index) => (
          <SheetLine
            key={line.batch}
            line={line}
            at={first + index}
            of={lines.length}
            sku={titleOf(links, 'sku', line.sku)}
            zone={titleOf(links, 'zone', line.zone)}
            open={line.batch === open}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </div>
  )
}

interface LineProps {
  line: Line
  at: number
  of: number
  sku: string
  zone: string
  open: boolean
  onOpen: (batch: string) => void
}

const SheetLine = memo(function SheetLine({ line, at, of, sku, zone, open, onOpen }: LineProps) {
  const waits = line.counts.some((one) => one.waits)
  const Icon = waits ? ScheduleOutlined : line.counts.length > 0 ? CheckCircleOutlined : RadioButtonUnchecked
  const tone = waits ? 'warn' : line.counts.length > 0 ? 'ok' : 'faint'
  const said = waits ? say('Waits to be sent') : line.counts.length > 0 ? 'Counted' : say('Not counted')
  return (
    <li style={{ top: at * ROW }} className={css.line} aria-setsize={of} aria-posinset={at + 1}>
      <button
        type="button"
        className={classes(css.lineButton, open && css.lineOpen)}
        aria-current={open || undefined}
        onClick={() => onOpen(line.batch)}
      >
        <Icon className={tone} titleAccess={said} />
        <span className="grow min-0 left">
          <span className="block semibold ellipsis">{line.batch_no}</span>
          <span className="block text-13 muted ellipsis">{sku}</span>
        </span>
        <span className="text-13 muted right nowrap">
          {zone}
          {line.rack && <span className="block">{line.rack}</span>}
        </span>
      </button>
    </li>
  )
})
