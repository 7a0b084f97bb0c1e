// Small pieces that the order, yard, stock, invoice and dashboard pages share: cards, facts, findings, meters, steppers.
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import ErrorRounded from '@mui/icons-material/ErrorRounded'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { CSSProperties, ReactNode } from 'react'
import { role } from '../theme/themes'

export const usePhone = () => useMediaQuery('(max-width: 599.95px)')
export const useNarrow = () => useMediaQuery('(max-width: 1199.95px)')

export function Card({
  title,
  aside,
  children,
  pad = 16,
  style,
  label,
}: {
  title?: ReactNode
  aside?: ReactNode
  children: ReactNode
  pad?: number | string
  style?: CSSProperties
  label?: string
}) {
  return (
    <section
      aria-label={label ?? (typeof title === 'string' ? title : undefined)}
      style={{ background: role.paper, border: `1px solid ${role.line}`, borderRadius: 8, minWidth: 0, ...style }}
    >
      {title !== undefined && (
        <header
          style={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: '4px 12px',
            minHeight: 42,
            padding: '8px 16px',
            borderBottom: `1px solid ${role.line}`,
          }}
        >
          <h2 style={{ fontSize: 14, lineHeight: '20px', fontWeight: 600, flex: '1 1 auto', minWidth: 0 }}>{title}</h2>
          {aside !== undefined && <div style={{ fontSize: 13, color: role.ink2, textAlign: 'right' }}>{aside}</div>}
        </header>
      )}
      <div style={{ padding: pad }}>{children}</div>
    </section>
  )
}

/** A page body with a rail: beside the main part where there is room, under it where there is not. */
export function WithRail({ children, rail }: { children: ReactNode; rail: ReactNode }) {
  const narrow = useNarrow()
  return (
    <div
      style={{
        display: 'grid',
        gridTemplateColumns: narrow ? 'minmax(0, 1fr)' : 'minmax(0, 1fr) 336px',
        gap: 16,
        alignItems: 'start',
      }}
    >
      <div style={{ display: 'grid', gap: 12, minWidth: 0 }}>{children}</div>
      <aside style={{ display: 'grid', gap: 12, minWidth: 0 }}>{rail}</aside>
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
  style,
}: {
  items: (FactItem | null | false)[]
  gap?: number
  style?: CSSProperties
}) {
  const shown = items.filter(
    (item): item is FactItem => !!item && item.value !== null && item.value !== '' && item.value !== undefined,
  )
  return (
    <dl style={{ display: 'flex', flexWrap: 'wrap', gap: `12px ${gap}px`, ...style }}>
      {shown.map((item) => (
        <div key={item.label} style={{ minWidth: 0 }}>
          <dt style={{ fontSize: 12, lineHeight: '16px', color: role.ink2 }}>{item.label}</dt>
          <dd className={item.num ? 'num' : undefined} style={{ margin: 0, fontWeight: 550, overflowWrap: 'anywhere' }}>
            {item.value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A list of amounts: words left, figures right. */
export function Sums({
  items,
}: {
  items: (null | false | { label: ReactNode; value: ReactNode; strong?: boolean; tone?: Tone })[]
}) {
  return (
    <dl style={{ display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 4 }}>
      {items.map(
        (item, at) =>
          item && (
            <div key={at} style={{ display: 'contents' }}>
              <dt
                style={{
                  color: item.strong ? role.ink : role.ink2,
                  fontWeight: item.strong ? 600 : 400,
                  fontSize: 13,
                  ...(item.strong ? total : null),
                }}
              >
                {item.label}
              </dt>
              <dd
                className="num nowrap"
                style={{
                  margin: 0,
                  textAlign: 'right',
                  paddingLeft: 16,
                  fontWeight: item.strong ? 600 : 450,
                  fontSize: item.strong ? 15 : 13,
                  color: item.tone ? TONE[item.tone].ink : role.ink,
                  ...(item.strong ? total : null),
                }}
              >
                {item.value}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

const total: CSSProperties = { borderTop: `1px solid ${role.lineStrong}`, paddingTop: 6, marginTop: 4 }

export type Tone = 'ok' | 'warn' | 'danger' | 'info'

export const TONE: Record<Tone, { ink: string; tint: string; Icon: typeof InfoOutlined }> = {
  ok: { ink: role.ok, tint: role.okTint, Icon: CheckCircleOutlined },
  warn: { ink: role.warn, tint: role.warnTint, Icon: WarningAmberOutlined },
  danger: { ink: role.danger, tint: role.dangerTint, Icon: ErrorRounded },
  info: { ink: role.ink2, tint: role.sunk, Icon: InfoOutlined },
}

/** One finding: icon, sentence, and the way on. `box` gives it the ground of its tone. */
export function Finding({
  tone,
  children,
  box,
  action,
}: {
  tone: Tone
  children: ReactNode
  box?: boolean
  action?: ReactNode
}) {
  const { ink, tint, Icon } = TONE[tone]
  return (
    <div
      style={{
        display: 'flex',
        gap: 8,
        alignItems: 'flex-start',
        ...(box ? { background: tint, color: ink, padding: '10px 12px', borderRadius: 6 } : null),
      }}
    >
      <Icon aria-hidden style={{ fontSize: 18, marginTop: 1, color: ink, flex: 'none' }} />
      <div style={{ flex: 1, minWidth: 0, fontSize: 13 }}>
        {children}
        {action && <> {action}</>}
      </div>
    </div>
  )
}

export function Tag({ children }: { children: ReactNode }) {
  return (
    <span
      className="nowrap num"
      style={{
        display: 'inline-block',
        padding: '1px 8px',
        borderRadius: 4,
        background: role.sunk,
        border: `1px solid ${role.line}`,
        color: role.ink2,
        fontSize: 12,
        lineHeight: '18px',
        fontWeight: 500,
      }}
    >
      {children}
    </span>
  )
}

/** A link that acts: for fixes that stand inside a sentence. */
export function LinkButton({
  children,
  onClick,
  danger,
  strong = true,
}: {
  children: ReactNode
  onClick: () => void
  danger?: boolean
  strong?: boolean
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="nowrap"
      style={{
        background: 'none',
        border: 0,
        padding: '2px 4px',
        margin: '-2px -4px',
        borderRadius: 4,
        cursor: 'pointer',
        color: danger ? role.danger : role.link,
        fontWeight: strong ? 600 : 450,
        fontSize: 'inherit',
      }}
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
    <div
      role="img"
      aria-label={label}
      style={{ position: 'relative', height: 12, borderRadius: 3, background: role.line, display: 'flex' }}
    >
      {parts.map((part, at) => (
        <span
          key={part.label}
          style={{
            width: share(part.value),
            height: 12,
            background: part.hatched
              ? `repeating-linear-gradient(135deg, ${part.colour} 0 4px, transparent 4px 7px)`
              : part.colour,
            borderRadius: at === 0 ? '3px 0 0 3px' : 0,
          }}
        />
      ))}
      {used > whole && whole > 0 && (
        <span
          style={{
            position: 'absolute',
            left: share(whole),
            top: -4,
            bottom: -4,
            width: 2,
            background: role.ink,
            borderRadius: 1,
          }}
        />
      )}
    </div>
  )
}

export function Legend({ parts }: { parts: { label: ReactNode; colour: string; hatched?: boolean }[] }) {
  return (
    <ul style={{ display: 'flex', flexWrap: 'wrap', gap: '4px 16px', fontSize: 12, color: role.ink2 }}>
      {parts.map((part, at) => (
        <li key={at} style={{ display: 'inline-flex', gap: 6, alignItems: 'center' }}>
          <span
            aria-hidden
            style={{
              width: 9,
              height: 9,
              borderRadius: 2,
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

/** A table of plain HTML with the grid's look: for lines inside a document. */
export const th: CSSProperties = {
  textAlign: 'left',
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 600,
  color: role.ink2,
  background: role.sunk,
  padding: '8px 10px',
  whiteSpace: 'nowrap',
  borderBottom: `1px solid ${role.line}`,
}
export const td: CSSProperties = {
  fontSize: 13,
  lineHeight: '20px',
  padding: '8px 10px',
  borderBottom: `1px solid ${role.line}`,
  verticalAlign: 'top',
}
export const right: CSSProperties = { textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }

export function Scroll({ children }: { children: ReactNode }) {
  return (
    <div className="table" style={{ overflowX: 'auto' }} tabIndex={0} role="group" aria-label="Table, scrolls sideways">
      {children}
    </div>
  )
}
