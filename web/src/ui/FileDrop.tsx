// Where a file is dropped or chosen: what is chosen, what may be, and the button that opens the folder.
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Button from '@mui/material/Button'
import { useRef, useState, type ReactNode } from 'react'
import { classes } from '../theme/classes'
import css from './FileDrop.module.css'

interface Props {
  /** The file's name, or what to do while there is none. */
  title: string
  about: ReactNode
  /** What the choice of a file is called. */
  label: string
  /** File name extensions, as an input takes them. */
  accept: string
  /** Whether a file is chosen: another one is no longer the main thing to do. */
  chosen: boolean
  button: string
  busy?: boolean
  onFile: (file: File) => void
  /** What stands beside the button. */
  children?: ReactNode
}

export function FileDrop({ title, about, label, accept, chosen, button, busy, onFile, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (list: FileList | null) => {
    const file = list?.[0]
    if (file) onFile(file)
  }
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
      className={classes(css.drop, over && css.over)}
    >
      <UploadFileOutlined aria-hidden className="muted" />
      <div className={css.file}>
        <div className="semibold break">{title}</div>
        <div className="caption">{about}</div>
      </div>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => {
          take(event.target.files)
          // The same file may be read again.
          event.target.value = ''
        }}
      />
      <Button
        variant={chosen ? 'outlined' : 'contained'}
        color="primary"
        aria-busy={busy}
        onClick={() => input.current?.click()}
      >
        {button}
      </Button>
      {children}
    </div>
  )
}
