// Small pieces that the order, yard, stock, invoice and dashboard pages share: cards, facts, findings, meters,
// steppers.
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import ErrorRounded from '@mui/icons-material/ErrorRounded'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ReactNode } from 'react'
import { classes } from '../theme/classes'
import { PHONE } from '../sync/pages'
import { Sideways } from '../ui/Sideways'
import css from './parts.module.css'
import { say } from '../words/say'

export const usePhone = () => useMediaQuery(PHONE)
export const useNarrow = () => useMediaQuery('(max-width: 1199.95px)')

export function Card({
  title,
  aside,
  children,
  pad = 16,
  className,
  label,
}: {
  title?: ReactNode
  aside?: ReactNode
  children: ReactNode
  pad?: 0 | 8 | 14 | 16
  className?: string
  label?: string
}) {
  return (
    <section
      aria-label={label ?? (typeof title === 'string' ? title : undefined)}
      className={classes('card min-0', className)}
    >
      {title !== undefined && (
        <header className={css.cardHead}>
          <h2 className={css.cardTitle}>{title}</h2>
          {aside !== undefined && <div className="text-13 muted right">{aside}</div>}
        </header>
      )}
      <div className={`p-${pad}`}>{children}</div>
    </section>
  )
}

/**
 * A page body with a rail: beside the main part where there is room, under it where there is not. On a narrow window
 * the rail stands before what is `below`. The main part that is `wide`, as rows of fields are, has the rail beside it
 * on wider windows only.
 */
export function WithRail({
  children,
  rail,
  below,
  wide,
}: {
  children: ReactNode
  rail: ReactNode
  below?: ReactNode
  wide?: boolean
}) {
  return (
    <div className={classes(css.withRail, wide && css.wide)}>
      <div className="grid gap-12 min-0">{children}</div>
      <aside className={classes('grid gap-12 min-0', !!below && css.tall)}>{rail}</aside>
      {below && <div className={classes('grid gap-12 min-0', css.below)}>{below}</div>}
    </div>
  )
}

export interface FactItem {
  label: string
  value: ReactNode
  num?: boolean
}

/** Label above value, side by side; what has no value is not shown. */
export function Facts({
  items,
  gap = 32,
  className,
}: {
  items: (FactItem | null | false)[]
  gap?: number
  className?: string
}) {
  const shown = items.filter(
    (item): item is FactItem => !!item && item.value !== null && item.value !== '' && item.value !== undefined,
  )
  return (
    <dl className={classes('flex wrap', className)} style={{ gap: `12px ${gap}px` }}>
      {shown.map((item) => (
        <div key={item.label} className="min-0">
          <dt className="caption">{item.label}</dt>
          <dd className={classes('semibold break', item.num ? 'num' : undefined)}>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A list of amounts: words left, figures right. */
export function Sums({
  items,
}: {
  /** `says`: what the value is, on hover. */
  items: (null | false | { label: ReactNode; says?: string; value: ReactNode; strong?: boolean; tone?: Tone })[]
}) {
  return (
    <dl className={css.sums}>
      {items.map(
        (item, at) =>
          item && (
            <div key={at} className="contents">
              <dt
                title={item.says}
                className={classes('text-13', item.strong ? `ink bold ${css.total}` : 'muted regular')}
              >
                {item.label}
              </dt>
              <dd
                className={classes(
                  'number',
                  item.strong ? `bold text-15 ${css.total}` : `text-13 ${css.plain}`,
                  css.sum,
                  item.tone ? TONE[item.tone].ink : 'ink',
                )}
              >
                {item.value}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

export type Tone = 'ok' | 'warn' | 'danger' | 'info'

/** The classes of a tone's ink and ground, and its icon. */
export const TONE: Record<Tone, { ink: string; ground: string | undefined; Icon: typeof InfoOutlined }> = {
  ok: { ink: 'ok', ground: css.ok, Icon: CheckCircleOutlined },
  warn: { ink: 'warn', ground: css.warn, Icon: WarningAmberOutlined },
  danger: { ink: 'danger', ground: css.danger, Icon: ErrorRounded },
  info: { ink: 'muted', ground: css.info, Icon: InfoOutlined },
}

/** One finding: icon, sentence, and the way on. `box` gives it the ground of its tone. */
export function Finding({
  tone,
  children,
  says,
  box,
  action,
}: {
  tone: Tone
  children: ReactNode
  /** What its figure is, on hover. */
  says?: string
  box?: boolean
  action?: ReactNode
}) {
  const { ink, ground, Icon } = TONE[tone]
  return (
    <div title={says} className={classes('flex gap-8 items-start', box && `${ink} ${css.box} ${ground}`)}>
      <Icon aria-hidden className={`${ink} ${css.findingIcon}`} />
      <div className="grow min-0 text-13">
        {children}
        {action && <> {action}</>}
      </div>
    </div>
  )
}

export function Tag({ children }: { children: ReactNode }) {
  return <span className={`nowrap num ${css.tag}`}>{children}</span>
}

/** A link that acts: for fixes that stand inside a sentence. */
export function LinkButton({
  children,
  label,
  onClick,
  danger,
  strong = true,
}: {
  children: ReactNode
  /** What it is called where many stand in a column: what it shows, and of which row. */
  label?: string
  onClick: () => void
  danger?: boolean
  strong?: boolean
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={classes('nowrap', css.linkButton, danger ? 'danger' : 'accent', strong ? 'bold' : css.plain)}
    >
      {children}
    </button>
  )
}

export interface MeterPart {
  label: string
  value: number
  colour: string
  hatched?: boolean
}

const HUNDRED = 100

/** Shares of a whole side by side, with what is left over the mark of the whole. The words under it say the same. */
export function Meter({ parts, whole, label }: { parts: MeterPart[]; whole: number; label: string }) {
  const used = parts.reduce((total, part) => total + Math.max(0, part.value), 0)
  const scale = Math.max(used, whole, 1)
  const share = (value: number) => `${(Math.max(0, value) / scale) * HUNDRED}%`
  return (
    <div role="img" aria-label={label} className={css.meter}>
      {parts.map((part) => (
        <span
          key={part.label}
          className={css.part}
          style={{
            width: share(part.value),
            background: part.hatched
              ? `repeating-linear-gradient(135deg, ${part.colour} 0 4px, transparent 4px 7px)`
              : part.colour,
          }}
        />
      ))}
      {used > whole && whole > 0 && <span className={css.whole} style={{ left: share(whole) }} />}
    </div>
  )
}

export function Legend({ parts }: { parts: { label: ReactNode; colour: string; hatched?: boolean }[] }) {
  return (
    <ul className={css.legend}>
      {parts.map((part, at) => (
        <li key={at} className="inline-row gap-6">
          <span
            aria-hidden
            className={css.swatch}
            style={{
              background: part.hatched
                ? `repeating-linear-gradient(135deg, ${part.colour} 0 3px, transparent 3px 5px)`
                : part.colour,
            }}
          />
          {part.label}
        </li>
      ))}
    </ul>
  )
}

export function Scroll({ children }: { children: ReactNode }) {
  return (
    <Sideways className="table" tabIndex={0} role="group" aria-label={say('Table, scrolls sideways')}>
      {children}
    </Sideways>
  )
}
