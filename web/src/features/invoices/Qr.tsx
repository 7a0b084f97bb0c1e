// A signed text as a QR code, drawn by the core in squares so that it prints sharp.
import { useMemo } from 'react'
import { usePreviews } from '../../core'
import css from './Qr.module.css'
import { say } from '../../words/say'

const QUIET = 2

export function Qr({ text, size }: { text: string; size: number }) {
  const core = usePreviews()
  const drawn = useMemo(() => core?.qr(text) ?? null, [core, text])
  // Its room is kept until the core is there.
  const side = (drawn?.size ?? 1) + 2 * QUIET
  return (
    <svg
      width={size}
      height={size}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      role="img"
      aria-label={say('QR code of the invoice')}
      shapeRendering="crispEdges"
      className={css.code}
    >
      {drawn && <path d={drawn.path} fill="#000" />}
    </svg>
  )
}
