// The phone's camera looks for a label, and closes with the first that it reads; without a camera the number is typed.
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import TextField from '@mui/material/TextField'
import { useEffect, useId, useRef, useState } from 'react'
import { useBackCloses } from '../../ui/back'
import { detector } from './detector'
import css from './Scan.module.css'
import { say } from '../../words/say'

/** So often a picture is looked at: the eye sees no delay, and the phone stays cool. */
const EVERY_MS = 120

const WHY: Record<string, string> = {
  NotAllowedError: say('This browser may not use the camera. Allow it in the settings of the page, or use a scanner'),
  NotFoundError: say('This device has no camera'),
  NotReadableError: say('Another app is using the camera'),
}
const NO_CAMERA = say('The camera could not be opened')
const NOT_TRUSTED = say('Browsers open the camera only at an address that begins with https')

export default function Camera({ onText, onClose }: { onText: (text: string) => void; onClose: () => void }) {
  const id = useId()
  const video = useRef<HTMLVideoElement>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [ready, setReady] = useState(false)
  const latest = useRef(onText)
  latest.current = onText
  useBackCloses(onClose)
  useEffect(() => {
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let open = true
    const look = async () => {
      const devices = navigator.mediaDevices as MediaDevices | undefined
      if (!devices) throw new Error(NOT_TRUSTED)
      const [found, given] = await Promise.all([
        detector(),
        devices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } }),
      ])
      stream = given
      const view = video.current
      if (!open || !view) return stop()
      view.srcObject = given
      await view.play()
      setReady(true)
      const next = async () => {
        if (!open) return
        const seen = view.videoWidth > 0 ? await found.detect(view).catch(() => []) : []
        const text = seen.find(({ rawValue }) => rawValue)?.rawValue
        if (!open) return
        if (text) return latest.current(text)
        timer = setTimeout(() => void next(), EVERY_MS)
      }
      await next()
    }
    const stop = () => stream?.getTracks().forEach((track) => track.stop())
    void look().catch((error: Error) => {
      if (open) setWrong(error.message === NOT_TRUSTED ? NOT_TRUSTED : (WHY[error.name] ?? NO_CAMERA))
    })
    return () => {
      open = false
      clearTimeout(timer)
      stop()
    }
  }, [])
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <div className="p-20 grid gap-16">
        <h2 id={id} className="heading">
          {say('Scan a label')}
        </h2>
        {wrong ? (
          <>
            <p role="alert" className="danger">
              {wrong}
            </p>
            <Typed onText={onText} />
          </>
        ) : (
          <div className={css.view}>
            <video ref={video} muted playsInline className={css.video} aria-label={say('Camera')} />
            <span className={css.frame} aria-hidden />
            <p role="status" className={css.hint}>
              {ready ? say('Hold the label in the frame') : say('Opening the camera')}
            </p>
          </div>
        )}
        <div>
          <Button onClick={onClose}>{say('Close')}</Button>
        </div>
      </div>
    </Dialog>
  )
}

/** The number on a label that no camera reads. */
function Typed({ onText }: { onText: (text: string) => void }) {
  const [text, setText] = useState('')
  return (
    <form
      className="row gap-8"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim()) onText(text.trim())
      }}
    >
      <TextField
        label={say('Batch number')}
        value={text}
        fullWidth
        autoFocus
        onChange={(event) => setText(event.target.value)}
        slotProps={{ htmlInput: { autoComplete: 'off', enterKeyHint: 'go' } }}
      />
      <Button type="submit" variant="contained" color="primary" aria-disabled={!text.trim()}>
        {say('Find')}
      </Button>
    </form>
  )
}
