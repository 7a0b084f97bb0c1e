// A signature drawn with the finger: kept as a picture on the device, and sent like a photo.
import Close from '@mui/icons-material/Close'
import DrawOutlined from '@mui/icons-material/DrawOutlined'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useEffect, useId, useRef, useState, type PointerEvent } from 'react'
import { addFile } from '../../sync/files'
import { OnItsWay, Picture } from '../../kit/Photos'
import { usePhone } from '../../kit/parts'
import { useBackCloses } from '../../ui/back'
import { paint, pictureOf, type Point, type Stroke } from './strokes'
import css from './trips.module.css'
import { say } from '../../words/say'

interface Props {
  value: string | null
  /** Who signs. */
  name: string
  onChange: (file: string | null) => void
}

export function Signature({ value, name, onChange }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <section aria-label={say('Signature')}>
      <h2 className={css.proofHeading}>{say('Signature')}</h2>
      {value ? (
        <div className={css.signed}>
          <Picture file={value} alt={say('Signature')} />
          <OnItsWay file={value} />
          <button
            type="button"
            aria-label={say('Remove the signature')}
            onClick={() => onChange(null)}
            className={css.removeSigned}
          >
            <Close className="text-16" />
          </button>
        </div>
      ) : (
        <button type="button" onClick={() => setOpen(true)} className={css.sign}>
          <DrawOutlined aria-hidden className={css.signIcon} />
          {say('Sign on this screen')}
        </button>
      )}
      {open && (
        <Draw
          name={name}
          onClose={() => setOpen(false)}
          onKeep={(file) => {
            onChange(file)
            setOpen(false)
          }}
        />
      )}
    </section>
  )
}

function Draw({ name, onKeep, onClose }: { name: string; onKeep: (file: string) => void; onClose: () => void }) {
  const id = useId()
  const phone = usePhone()
  useBackCloses(onClose)
  const canvas = useRef<HTMLCanvasElement>(null)
  const strokes = useRef<Stroke[]>([])
  const [empty, setEmpty] = useState(true)
  const [keeping, setKeeping] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const show = () => {
    const node = canvas.current
    const context = node?.getContext('2d')
    if (!node || !context) return
    const scale = window.devicePixelRatio || 1
    // Also after the phone was turned: its canvas is empty then.
    node.width = node.clientWidth * scale
    node.height = node.clientHeight * scale
    context.scale(scale, scale)
    paint(context, strokes.current, getComputedStyle(node).color)
  }
  useEffect(() => {
    addEventListener('resize', show)
    return () => removeEventListener('resize', show)
  }, [])
  const at = (event: PointerEvent<HTMLCanvasElement>): Point => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return [event.clientX - left, event.clientY - top]
  }
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    strokes.current.push([at(event)])
    setEmpty(false)
    show()
  }
  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    strokes.current.at(-1)?.push(at(event))
    show()
  }
  const clear = () => {
    strokes.current = []
    setEmpty(true)
    show()
  }
  const keep = async () => {
    const node = canvas.current
    if (!node || empty) return setRefused(say('Nothing is signed yet'))
    setKeeping(true)
    const picture = await pictureOf(strokes.current, node.clientWidth, node.clientHeight)
    const answer = picture && (await addFile(picture))
    setKeeping(false)
    if (answer && 'id' in answer) onKeep(answer.id)
    else setRefused(answer ? answer.refused : say('This browser cannot keep a drawing. Take a photo instead.'))
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth fullScreen={phone} maxWidth="sm">
      <div className={css.draw}>
        <div>
          <h2 id={id} className="heading">
            {say('Signature')}
            {name && say(' of {name}', { name })}
          </h2>
          <p className="muted text-13">{say('Sign for what was handed over.')}</p>
        </div>
        <canvas
          ref={canvas}
          role="img"
          aria-label={say('Sign here')}
          className={css.canvas}
          onPointerDown={begin}
          onPointerMove={go}
        />
        {refused && (
          <p role="alert" className="alert">
            {refused}
          </p>
        )}
        <div className="deed flex gap-8">
          <Button
            variant="contained"
            color="primary"
            className={css.big}
            aria-busy={keeping}
            onClick={() => void keep()}
          >
            {keeping ? say('Keeping') : say('Keep signature')}
          </Button>
          <Button className={css.big} onClick={clear}>
            {say('Clear')}
          </Button>
          <Button className={css.big} onClick={onClose}>
            {say('Back')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
