// Controls for a hand in a glove: piece steppers, the keypad for weights, the band of the tolerance, big choices.
import Add from '@mui/icons-material/Add'
import BackspaceOutlined from '@mui/icons-material/BackspaceOutlined'
import Remove from '@mui/icons-material/Remove'
import type { ComponentType, CSSProperties, ReactNode } from 'react'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import { role } from '../../theme/themes'
import { kg, percent, pieces } from '../../ui/format'
import { bandOf, type Key } from './weigh'

export const big: CSSProperties = { minHeight: 52, fontSize: 15, borderRadius: 8 }

/** A link that a glove still hits. */
export const target: CSSProperties = { display: 'inline-flex', alignItems: 'center', minHeight: 44 }

const stepButton: CSSProperties = {
  width: 44,
  height: 44,
  display: 'grid',
  placeItems: 'center',
  border: 0,
  background: 'transparent',
  cursor: 'pointer',
  color: role.ink,
}

/** Pieces by plus and minus, or typed; never more than there are. */
export function PieceStepper({
  value,
  most,
  onChange,
  label,
}: {
  value: number
  most: number
  onChange: (pcs: number) => void
  label: string
}) {
  const within = (pcs: number) => Math.max(0, Math.min(most, pcs))
  return (
    <div
      role="group"
      aria-label={label}
      style={{
        display: 'inline-flex',
        border: `1px solid ${role.control}`,
        borderRadius: 6,
        background: role.paper,
        flex: 'none',
      }}
    >
      <button
        type="button"
        aria-label="One less"
        aria-disabled={value <= 0}
        onClick={() => onChange(within(value - 1))}
        style={{ ...stepButton, color: value <= 0 ? role.ink3 : role.ink }}
      >
        <Remove style={{ fontSize: 20 }} />
      </button>
      <input
        className="num"
        inputMode="numeric"
        aria-label={label}
        value={value}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onChange(within(Number(event.target.value.replace(/\D/g, '')) || 0))}
        style={{
          width: 50,
          height: 44,
          border: 0,
          borderLeft: `1px solid ${role.lineStrong}`,
          borderRight: `1px solid ${role.lineStrong}`,
          textAlign: 'center',
          fontSize: 15,
          fontWeight: 600,
          background: 'transparent',
          outlineOffset: -2,
        }}
      />
      <button
        type="button"
        aria-label="One more"
        aria-disabled={value >= most}
        onClick={() => onChange(within(value + 1))}
        style={{ ...stepButton, color: value >= most ? role.ink3 : role.ink }}
      >
        <Add style={{ fontSize: 20 }} />
      </button>
    </div>
  )
}

const KEYS: Key[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0', 'back']

export function Keypad({ onKey }: { onKey: (key: Key) => void }) {
  return (
    <div role="group" aria-label="Keypad" style={{ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 8 }}>
      {KEYS.map((key) => (
        <button
          key={key}
          type="button"
          onClick={() => onKey(key)}
          aria-label={key === 'back' ? 'Delete the last digit' : key}
          style={{
            minHeight: 54,
            borderRadius: 8,
            border: `1px solid ${role.line}`,
            background: role.paper,
            fontSize: 22,
            fontWeight: 500,
            cursor: 'pointer',
            display: 'grid',
            placeItems: 'center',
            touchAction: 'manipulation',
          }}
        >
          {key === 'back' ? <BackspaceOutlined style={{ fontSize: 24 }} /> : key}
        </button>
      ))}
    </div>
  )
}

/** What the lines add up to against the weighbridge: a band of what is allowed and a pin where it is. */
export function ToleranceBand({ linesG, netG, toleranceBp }: { linesG: number; netG: number; toleranceBp: number }) {
  const band = bandOf(linesG, netG, toleranceBp)
  const ink = band.inside ? role.ok : role.danger
  const apart = Math.abs(netG - linesG)
  return (
    <div style={{ display: 'grid', gap: 8 }}>
      <div aria-hidden style={{ position: 'relative', height: 12, borderRadius: 6, background: role.dangerTint }}>
        <span
          style={{
            position: 'absolute',
            left: `${band.from}%`,
            width: `${band.to - band.from}%`,
            height: 12,
            background: `color-mix(in srgb, ${role.ok} 28%, ${role.paper})`,
          }}
        />
        <span
          style={{
            position: 'absolute',
            left: `calc(${band.pin}% - 2px)`,
            top: -4,
            width: 4,
            height: 20,
            borderRadius: 2,
            background: ink,
          }}
        />
      </div>
      <div
        className="num"
        style={{ display: 'flex', justifyContent: 'space-between', gap: 8, fontSize: 13, color: role.ink2 }}
      >
        <span className="nowrap">−{percent(toleranceBp)} %</span>
        <strong role="status" style={{ color: ink, textAlign: 'center', fontWeight: 600 }}>
          {kg(apart)} kg apart, {band.inside ? 'inside' : 'outside'} {percent(toleranceBp)} %
        </strong>
        <span className="nowrap">+{percent(toleranceBp)} %</span>
      </div>
    </div>
  )
}

export function WeightRow({
  label,
  digits,
  active,
  onPick,
  caret = true,
}: {
  label: string
  digits: string
  active: boolean
  onPick?: () => void
  caret?: boolean
}) {
  const shown = digits === '' ? '' : pieces(Number(digits))
  const figure = (
    <>
      <span style={{ fontSize: 15, color: role.ink2 }}>{label}</span>
      <span
        className="num"
        style={{
          fontSize: 26,
          lineHeight: '34px',
          fontWeight: 600,
          display: 'inline-flex',
          alignItems: 'baseline',
          gap: 12,
        }}
      >
        <span
          style={{
            borderRight: active && caret ? `2px solid ${role.link}` : '2px solid transparent',
            paddingRight: 2,
            minHeight: 34,
          }}
        >
          {shown || '\u200b'}
        </span>
        <span style={{ fontSize: 15, fontWeight: 400, color: role.ink2, minWidth: 22 }}>kg</span>
      </span>
    </>
  )
  const look: CSSProperties = {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    width: '100%',
    minHeight: 58,
    padding: '8px 14px',
    border: 0,
    borderRadius: 8,
    background: active ? role.select : 'transparent',
    boxShadow: active ? `inset 0 0 0 2px ${role.link}` : 'none',
    textAlign: 'left',
  }
  if (!onPick) return <div style={{ ...look, background: role.sunk }}>{figure}</div>
  return (
    <button
      type="button"
      onClick={onPick}
      aria-pressed={active}
      aria-label={[label, shown, 'kg'].filter(Boolean).join(' ')}
      style={{ ...look, cursor: 'pointer' }}
    >
      {figure}
    </button>
  )
}

export function BigChoice({
  on,
  onPick,
  Icon,
  children,
  ink = role.link,
}: {
  on: boolean
  onPick: () => void
  Icon: ComponentType<SvgIconProps>
  children: ReactNode
  ink?: string
}) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onPick}
      style={{
        minHeight: 76,
        padding: 8,
        borderRadius: 8,
        cursor: 'pointer',
        display: 'grid',
        placeItems: 'center',
        alignContent: 'center',
        gap: 6,
        fontSize: 13,
        lineHeight: '16px',
        textAlign: 'center',
        background: on ? `color-mix(in srgb, ${ink} 8%, ${role.paper})` : role.paper,
        border: `1px solid ${on ? ink : role.lineStrong}`,
        boxShadow: on ? `inset 0 0 0 1px ${ink}` : 'none',
        color: role.ink,
        fontWeight: on ? 600 : 450,
      }}
    >
      <Icon aria-hidden style={{ fontSize: 24, color: on ? ink : role.ink2 }} />
      {children}
    </button>
  )
}
