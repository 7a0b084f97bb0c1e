// A section drawn to scale, with the lines of its dimensions: the one that is being typed lights up.
import type { ReactNode } from 'react'
import css from './Section.module.css'
import { classes } from '../../theme/classes'
import { say } from '../../words/say'

export type Sizes = Record<string, number | null>

const [WIDE, HIGH] = [470, 270]
const AREA = { x: 90, y: 28, width: 300, height: 176 }
const SMALL = { y: 14, height: 158 }
/** CSS pixels of a millimetre on the screen. */
const PX_PER_MM = 96 / 25.4
/** Wider than this inside, the weight stands in the section. */
const ROOM = { width: 150, height: 58 }

interface Shape {
  width: number
  height: number
  outline: string
  hole?: string
  inner?: { width: number; height: number }
  dims: Dim[]
}
/** `side`: below the section, left of it, or at its wall. */
interface Dim {
  code: string
  label: string
  side: 'below' | 'left' | 'wall'
}

const box = (x: number, y: number, width: number, height: number, radius = 0) => {
  const r = Math.max(0, Math.min(radius, width / 2, height / 2))
  const [w, h] = [width - 2 * r, height - 2 * r]
  const turn = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  return `M${x + r} ${y}h${w}${turn(r, r)}v${h}${turn(-r, r)}h${-w}${turn(-r, -r)}v${-h}${turn(r, -r)}z`
}
const ring = (width: number) => box(0, 0, width, width, width / 2)

/** The outline in millimetres; null while a size is missing or impossible. */
export function shapeOf(section: string, size: Sizes): Shape | null {
  const of = (code: string) => size[code] ?? 0
  const [a, b, thk] = [of('A'), section === 'shs' || section === 'square' ? of('A') : of('B') || of('A'), of('THK')]
  const hollow = (width: number, height: number, round: boolean, dims: Dim[]): Shape | null => {
    if (!(width > 0 && height > 0 && thk > 0 && 2 * thk < Math.min(width, height))) return null
    const inner = { width: width - 2 * thk, height: height - 2 * thk }
    return round
      ? {
          width,
          height,
          outline: ring(width),
          hole: box(thk, thk, inner.width, inner.height, inner.width / 2),
          inner: { width: inner.width * 0.85, height: inner.height * 0.5 },
          dims,
        }
      : {
          width,
          height,
          outline: box(0, 0, width, height, 1.5 * thk),
          hole: box(thk, thk, inner.width, inner.height, thk / 2),
          inner,
          dims,
        }
  }
  const wall: Dim = { code: 'THK', label: 't', side: 'wall' }
  switch (section) {
    case 'pipe':
      return hollow(of('OD'), of('OD'), true, [{ code: 'OD', label: 'OD', side: 'below' }, wall])
    case 'shs':
      return hollow(a, a, false, [
        { code: 'A', label: 'a', side: 'below' },
        { code: 'A', label: 'a', side: 'left' },
        wall,
      ])
    case 'rhs':
      return hollow(a, b, false, [
        { code: 'A', label: 'a', side: 'below' },
        { code: 'B', label: 'b', side: 'left' },
        wall,
      ])
    case 'round':
      return of('D') > 0
        ? { width: of('D'), height: of('D'), outline: ring(of('D')), dims: [{ code: 'D', label: 'd', side: 'below' }] }
        : null
    case 'square':
      return a > 0
        ? { width: a, height: a, outline: box(0, 0, a, a), dims: [{ code: 'A', label: 'a', side: 'below' }] }
        : null
    case 'flat':
      return of('W') > 0 && thk > 0
        ? {
            width: of('W'),
            height: thk,
            outline: box(0, 0, of('W'), thk),
            dims: [
              { code: 'W', label: 'w', side: 'below' },
              { code: 'THK', label: 't', side: 'left' },
            ],
          }
        : null
    case 'sheet':
      return of('W') > 0 && thk > 0 && of('L') > 0
        ? {
            width: of('L'),
            height: of('W'),
            outline: box(0, 0, of('L'), of('W')),
            inner: { width: of('L'), height: of('W') },
            dims: [
              { code: 'L', label: 'l', side: 'below' },
              { code: 'W', label: 'w', side: 'left' },
            ],
          }
        : null
    case 'angle':
      return a > 0 && b > 0 && thk > 0 && thk < Math.min(a, b)
        ? {
            width: b,
            height: a,
            outline: `M0 0h${thk}v${a - thk}h${b - thk}v${thk}h${-b}z`,
            dims: [{ code: 'B', label: 'b', side: 'below' }, { code: 'A', label: 'a', side: 'left' }, wall],
          }
        : null
    case 'channel':
    case 'beam':
      return rolled(section, of('H'))
    default:
      return null
  }
}

/** Channels and beams are of a table: their depth is theirs, flange and walls are about what such a depth has. */
function rolled(section: string, depth: number): Shape | null {
  if (!(depth > 0)) return null
  const [width, web, flange] = [depth * 0.5, depth * 0.055, depth * 0.08]
  const [wall, side] = [depth - 2 * flange, (width - web) / 2]
  const outline =
    section === 'channel'
      ? `M0 0h${width}v${flange}h${web - width}v${wall}h${width - web}v${flange}h${-width}z`
      : `M0 0h${width}v${flange}h${-side}v${wall}h${side}v${flange}h${-width}v${-flange}h${side}v${-wall}h${-side}z`
  return { width, height: depth, outline, dims: [{ code: 'H', label: 'h', side: 'left' }] }
}

/** `2.5 : 1` for what is drawn larger than it is. */
export function scaleWords(pxPerMm: number): string {
  const times = pxPerMm / PX_PER_MM
  const short = (value: number) => (value >= 10 ? value.toFixed(0) : value.toFixed(1).replace(/\.0$/, ''))
  return times >= 1 ? `${short(times)} : 1` : `1 : ${short(1 / times)}`
}

/** How large a section is drawn, and whether its weight stands in it: under it, it needs the room itself. */
function placed(shape: Shape) {
  const large = Math.min(AREA.width / shape.width, AREA.height / shape.height)
  const inside = !!shape.inner && shape.inner.width * large >= ROOM.width && shape.inner.height * large >= ROOM.height
  const scale = inside ? large : Math.min(AREA.width / shape.width, SMALL.height / shape.height)
  const [y, height] = inside ? [AREA.y, AREA.height] : [SMALL.y, SMALL.height]
  return {
    inside,
    scale,
    x: AREA.x + (AREA.width - shape.width * scale) / 2,
    y: y + (height - shape.height * scale) / 2,
  }
}

export function fit(shape: Shape): number {
  return placed(shape).scale
}

export function Section({
  shape,
  sizes,
  lit,
  weight,
  piece,
}: {
  shape: Shape
  sizes: Sizes
  lit: string | null
  weight: ReactNode
  piece: string
}) {
  const { inside, scale, x, y } = placed(shape)
  const [width, height] = [shape.width * scale, shape.height * scale]
  const at = inside ? y + height / 2 : HIGH - 34
  return (
    <svg
      viewBox={`0 0 ${WIDE} ${HIGH}`}
      role="img"
      aria-label={say('The section to scale {scale}', { scale: scaleWords(scale) })}
      className={css.section}
    >
      <defs>
        <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" className={css.hatch} />
          <path d="M0 0v6" className={css.hatchLine} strokeWidth="1.2" opacity="0.45" />
        </pattern>
        <pattern id="paper" width="20" height="20" patternUnits="userSpaceOnUse">
          <path d="M20 0H0V20" fill="none" className={css.paperLine} strokeWidth="1" opacity="0.6" />
        </pattern>
      </defs>
      <rect width={WIDE} height={HIGH} fill="url(#paper)" />
      <g transform={`translate(${x} ${y}) scale(${scale})`}>
        <path
          d={shape.outline + (shape.hole ?? '')}
          fillRule="evenodd"
          fill="url(#hatch)"
          className={css.outline}
          strokeWidth="1.6"
          vectorEffect="non-scaling-stroke"
        />
        {shape.hole && <path d={shape.hole} className={css.hole} strokeWidth="1.6" vectorEffect="non-scaling-stroke" />}
      </g>
      {shape.dims.map((dim) => (
        <Line
          key={dim.side}
          dim={dim}
          value={sizes[dim.code] ?? 0}
          on={lit === dim.code}
          frame={{ x, y, width, height }}
          thick={(sizes.THK ?? 0) * scale}
          hollow={!!shape.hole}
        />
      ))}
      <text x={inside ? x + width / 2 : WIDE / 2} y={at} textAnchor="middle" className={css.weight}>
        {weight}
      </text>
      <text x={inside ? x + width / 2 : WIDE / 2} y={at + 19} textAnchor="middle" className={css.piece}>
        {piece}
      </text>
    </svg>
  )
}

interface Frame {
  x: number
  y: number
  width: number
  height: number
}

function Line({
  dim,
  value,
  on,
  frame,
  thick,
  hollow,
}: {
  dim: Dim
  value: number
  on: boolean
  frame: Frame
  thick: number
  hollow: boolean
}) {
  const { x, y, width, height } = frame
  const group = classes(css.dimension, on && css.chosen)
  const text = `${dim.label} ${value}`
  if (dim.side === 'below') {
    const at = y + height + 20
    return (
      <g className={group}>
        <path
          d={`M${x} ${y + height + 5}v21M${x + width} ${y + height + 5}v21`}
          className={css.helper}
          strokeDasharray="2 2"
        />
        <path d={`M${x} ${at}h${width}m-6 -3.5l6 3.5l-6 3.5M${x + 6} ${at - 3.5}l-6 3.5l6 3.5`} />
        <rect
          x={x + width / 2 - text.length * 4 - 5}
          y={at - 10}
          width={text.length * 8 + 10}
          height={20}
          className={css.backing}
        />
        <text x={x + width / 2} y={at + 4.5} textAnchor="middle">
          {text}
        </text>
      </g>
    )
  }
  if (dim.side === 'left') {
    const at = x - 20
    return (
      <g className={group}>
        <path d={`M${x - 5} ${y}h-21M${x - 5} ${y + height}h-21`} className={css.helper} strokeDasharray="2 2" />
        {height > 16 && <path d={`M${at} ${y}v${height}m-3.5 -6l3.5 6l3.5 -6M${at - 3.5} ${y + 6}l3.5 -6l3.5 6`} />}
        <text x={at - 8} y={y + height / 2 + 4.5} textAnchor="end">
          {text}
        </text>
      </g>
    )
  }
  const wallX = hollow ? x + width - thick / 2 : x + thick / 2
  const wallY = hollow ? y + height * 0.5 : y + height * 0.25
  const end = x + width + 34
  return (
    <g className={group}>
      <circle cx={wallX} cy={wallY} r={3.4} />
      <path d={`M${wallX} ${wallY}H${end}`} />
      <text x={end + 6} y={wallY + 4.5}>
        {text}
      </text>
    </g>
  )
}

/** The same as a small sign, for choosing. */
export function SectionIcon({ section }: { section: string }) {
  const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 2.6 }
  const solid = { fill: 'currentColor' }
  const sign: Record<string, ReactNode> = {
    pipe: <circle cx="12" cy="12" r="7.5" {...line} />,
    shs: <rect x="4.5" y="4.5" width="15" height="15" rx="1" {...line} />,
    rhs: <rect x="2.5" y="7" width="19" height="10" rx="1" {...line} />,
    round: <circle cx="12" cy="12" r="8" {...solid} />,
    square: <rect x="5" y="5" width="14" height="14" {...solid} />,
    flat: <rect x="2" y="9.5" width="20" height="5" {...solid} />,
    angle: <path d="M6 4v14.5h14" {...line} />,
    channel: <path d="M19 5.3H7v13.4h12" {...line} />,
    beam: <path d="M5 5.3h14M5 18.7h14M12 5.3v13.4" {...line} />,
    sheet: <rect x="2" y="11" width="20" height="2.4" {...solid} />,
  }
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden>
      {sign[section] ?? (
        <path
          d="M12 3.5l7.5 4v9L12 20.5l-7.5-4v-9zM4.5 7.5l7.5 4l7.5-4M12 11.5v9"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinejoin="round"
        />
      )}
    </svg>
  )
}
