// Scanning on a page of the yard: a scanner that types is heard wherever the focus is, the camera opens by a button,
// and what came of the last scan is said beside it.
//
//   <Scan place={() => ({ yard, yard_name, what: 'this loading', lines, lots })} onScan={(answer) => fill(answer)} />
import QrCodeScanner from '@mui/icons-material/QrCodeScanner'
import Button from '@mui/material/Button'
import { memo, Suspense, useCallback, useRef, useState } from 'react'
import { usePreviews } from '../../core'
import type { ScanAnswer } from '../../core/types.gen'
import { classes } from '../../theme/classes'
import { useKeyboardScanner, type Took } from './keyboard'
import { scanned, scannedAfterLook, type Place } from './place'
import css from './Scan.module.css'
import { say } from '../../words/say'
import { lazily } from '../../ui/lazily'

const Camera = lazily(() => import('./Camera'))

interface Props {
  /** The page as it stands when something is scanned. */
  place: () => Place
  /** Called with what the core found a place for. */
  onScan: (answer: ScanAnswer) => void
  /** What the button says. */
  label?: string
  disabled?: boolean
  /** Of several on a page, whether this one still lacks something. */
  lacks?: boolean
  /** A field keeps what a scanner typed into it, and its Enter sends nothing. */
  keeps?: boolean
}

export function Scan({ place, onScan, label = say('Scan'), disabled = false, lacks = false, keeps = false }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const [camera, setCamera] = useState(false)
  const open = useCallback(() => setCamera(true), [])
  const [last, setLast] = useState<ScanAnswer | null>(null)
  // The core is there before the first scan, but not before the page.
  const core = usePreviews({ idle: true })
  const latest = useRef({ place, onScan })
  latest.current = { place, onScan }
  const settle = (answer: ScanAnswer) => {
    setLast(answer)
    if (answer.ok) latest.current.onScan(answer)
  }
  const look = async (text: string) => settle(await scannedAfterLook(text, () => latest.current.place()))
  const takes = (text: string, sure: boolean): Took => {
    if (!sure && keeps) return 'kept'
    // A quick hand may have typed it into a field: what the page does not know stays there.
    const known = sure || (!!core && scanned(core, text, latest.current.place()).batch !== null)
    if (!known) return 'no'
    // By then the field that it was typed into holds again what the page goes by.
    setTimeout(() => void look(text))
    return 'took'
  }
  // Its part of the page is what it stands in.
  useKeyboardScanner({ takes, root: () => root.current?.parentElement ?? null, lacks: () => lacks }, !disabled)
  return (
    <div ref={root} className={css.bar}>
      <OpenCamera label={label} disabled={disabled} onOpen={open} />
      <p role="status" className={classes('text-13 min-0', last && (last.ok ? 'ok' : 'danger'))}>
        {last?.says}
      </p>
      {camera && (
        <Suspense fallback={null}>
          <Camera
            onText={(text) => {
              setCamera(false)
              void look(text)
            }}
            onClose={() => setCamera(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** What a scan says changes; the button does not. */
const OpenCamera = memo(function OpenCamera({
  label,
  disabled,
  onOpen,
}: {
  label: string
  disabled: boolean
  onOpen: () => void
}) {
  return (
    <Button
      startIcon={<QrCodeScanner />}
      disabled={disabled}
      onClick={onOpen}
      className={css.open}
      aria-haspopup="dialog"
    >
      {label}
    </Button>
  )
})
