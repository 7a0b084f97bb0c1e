// Controls for a hand in a glove: piece steppers, the keypad for weights, the band of the tolerance, big choices.
import Add from '@mui/icons-material/Add'
import BackspaceOutlined from '@mui/icons-material/BackspaceOutlined'
import Remove from '@mui/icons-material/Remove'
import { useState, type ComponentType, type CSSProperties, type ReactNode } from 'react'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import { role } from '../../theme/themes'
import { kg, percent, pieces } from '../../ui/format'
import { bandOf, type Key } from './weigh'
import { classes } from '../../theme/classes'
import css from './yard.module.css'
import { say } from '../../words/say'

/** What was typed beyond what there is: the most is taken, and that is said. */
export function Reduced({ asked, most }: { asked: string | null; most: string }) {
  return (
    <span role="status" className={classes('text-12 warn', asked !== null && css.reduced)}>
      {asked !== null && say('Only {most} here: {asked} was reduced', { most, asked })}
    </span>
  )
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
  const [asked, setAsked] = useState<number | null>(null)
  const take = (pcs: number) => {
    setAsked(pcs > most ? pcs : null)
    onChange(Math.max(0, Math.min(most, pcs)))
  }
  return (
    <span className={css.limited}>
      <div role="group" aria-label={label} className={css.stepper}>
        <button
          type="button"
          aria-label={say('One less')}
          aria-disabled={value <= 0}
          onClick={() => take(value - 1)}
          className={classes(css.stepButton, value <= 0 ? 'faint' : 'ink')}
        >
          <Remove className="text-20" />
        </button>
        <input
          className={`num ${css.pieces}`}
          inputMode="numeric"
          aria-label={label}
          value={value}
          onFocus={(event) => event.target.select()}
          onChange={(event) => take(Number(event.target.value.replace(/\D/g, '')) || 0)}
        />
        <button
          type="button"
          aria-label={say('One more')}
          aria-disabled={value >= most}
          onClick={() => take(value + 1)}
          className={classes(css.stepButton, value >= most ? 'faint' : 'ink')}
        >
          <Add className="text-20" />
        </button>
      </div>
      <Reduced asked={asked === null ? null : pieces(asked)} most={say('{most} pcs', { most: pieces(most) })} />
    </span>
  )
}

const KEYS: Key[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0', 'back']

export function Keypad({ onKey }: { onKey: (key: Key) => void }) {
  return (
    <div role="group" aria-label={say('Keypad')} className={css.three}>
      {KEYS.map((key) => (
        <button
          key={key}
          type="button"
          onClick={() => onKey(key)}
          aria-label={key === 'back' ? say('Delete the last digit') : key}
          className={css.key}
        >
          {key === 'back' ? <BackspaceOutlined className={css.keyIcon} /> : key}
        </button>
      ))}
    </div>
  )
}

/** What the lines add up to against the weighbridge: a band of what is allowed and a pin where it is. */
export function ToleranceBand({ linesG, netG, toleranceBp }: { linesG: number; netG: number; toleranceBp: number }) {
  const band = bandOf(linesG, netG, toleranceBp)
  const apart = Math.abs(netG - linesG)
  return (
    <div className="grid gap-8">
      <div aria-hidden className={css.band}>
        <span className={css.allowed} style={{ left: `${band.from}%`, width: `${band.to - band.from}%` }} />
        <span className={classes(css.pin, band.inside && css.pinInside)} style={{ left: `calc(${band.pin}% - 2px)` }} />
      </div>
      <div className="num flex between gap-8 text-13 muted">
        <span className="nowrap">−{percent(toleranceBp)} %</span>
        <strong role="status" className={classes('centered bold', band.inside ? 'ok' : 'danger')}>
          {band.inside
            ? say('{apart} kg apart, inside {toleranceBp} %', { apart: kg(apart), toleranceBp: percent(toleranceBp) })
            : say('{apart} kg apart, outside {toleranceBp} %', { apart: kg(apart), toleranceBp: percent(toleranceBp) })}
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
      <span className="text-15 muted">{label}</span>
      <span className={`num ${css.typed}`}>
        <span className={classes(css.shown, active && caret && css.caret)}>{shown || '\u200b'}</span>
        <span className={css.unit}>{say('kg')}</span>
      </span>
    </>
  )
  if (!onPick) return <div className={classes(css.weightRow, css.fixed, active && css.activeRing)}>{figure}</div>
  return (
    <button
      type="button"
      onClick={onPick}
      aria-pressed={active}
      aria-label={[label, shown, 'kg'].filter(Boolean).join(' ')}
      className={classes('pointer', css.weightRow, active ? `${css.active} ${css.activeRing}` : css.idle)}
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
      className={classes(css.bigChoice, on && css.bigChosen)}
      style={{ '--choice': ink } as CSSProperties}
    >
      <Icon aria-hidden className={css.choiceIcon} />
      {children}
    </button>
  )
}
