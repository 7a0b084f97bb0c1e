// A signed text as a QR code, drawn in squares so that it prints sharp.
import qrcode from 'qrcode-generator'
import { useMemo } from 'react'
import css from './Qr.module.css'

const QUIET = 2

export function Qr({ text, size }: { text: string; size: number }) {
  const drawn = useMemo(() => {
    const code = qrcode(0, 'L')
    code.addData(text, 'Byte')
    code.make()
    const count = code.getModuleCount()
    const dark: string[] = []
    for (let row = 0; row < count; row += 1) {
      for (let column = 0; column < count; column += 1)
        if (code.isDark(row, column)) dark.push(`M${column} ${row}h1v1h-1z`)
    }
    return { count, path: dark.join('') }
  }, [text])
  return (
    <svg
      width={size}
      height={size}
      viewBox={`${-QUIET} ${-QUIET} ${drawn.count + 2 * QUIET} ${drawn.count + 2 * QUIET}`}
      role="img"
      aria-label="QR code of the invoice"
      shapeRendering="crispEdges"
      className={css.code}
    >
      <path d={drawn.path} fill="#000" />
    </svg>
  )
}
