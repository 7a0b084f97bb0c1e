// Photos by the phone's camera or out of its gallery: made smaller, kept on the device, and sent as soon as the server
// answers.
import AddAPhotoOutlined from '@mui/icons-material/AddAPhotoOutlined'
import Close from '@mui/icons-material/Close'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { fileWords } from '../docs/fields/FileInput'
import { addFile, fileOf, useFileState } from '../sync/files'
import { classes } from '../theme/classes'
import { useLatest } from '../ui/useLatest'
import css from './Photos.module.css'
import { say } from '../words/say'

export function Photos({
  files,
  onChange,
  label,
  Icon = AddAPhotoOutlined,
  fixed,
}: {
  files: string[]
  /** Takes the change of the photos that stand by then: others may have come or gone while one was sent. */
  onChange: (change: (files: string[]) => string[]) => void
  label: string
  Icon?: ComponentType<SvgIconProps>
  /** To look at only. */
  fixed?: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'idle' | 'taking' | { refused: string }>('idle')
  const change = useLatest(onChange)
  const add = async (picked: File[]) => {
    if (picked.length === 0) return
    setState('taking')
    for (const file of picked) {
      const answer = await addFile(file)
      if ('refused' in answer) return setState({ refused: answer.refused })
      // The same photo is the same file: it stands once.
      change((now) => (now.includes(answer.id) ? now : [...now, answer.id]))
    }
    setState('idle')
  }
  return (
    <section aria-label={label}>
      <h2 className={css.heading}>{label}</h2>
      <div className={css.photos}>
        {files.map((file, at) => (
          <div key={file} className={css.photo}>
            <Picture file={file} alt={say('Photo {at}', { at: at + 1 })} />
            <OnItsWay file={file} />
            {!fixed && (
              <button
                type="button"
                aria-label={say('Remove photo {at}', { at: at + 1 })}
                onClick={() => onChange((now) => now.filter((one) => one !== file))}
                className={css.remove}
              >
                <Close className="text-16" />
              </button>
            )}
          </div>
        ))}
        {!fixed && (
          <button
            type="button"
            disabled={state === 'taking'}
            onClick={() => input.current?.click()}
            className={css.add}
          >
            <Icon aria-hidden className={css.icon} />
            {state === 'taking' ? say('Adding') : say('Add')}
          </button>
        )}
      </div>
      {!fixed && (
        <input
          ref={input}
          type="file"
          hidden
          accept="image/*"
          multiple
          onChange={(event) => {
            // A list of its own, and the input emptied: the same photo may be taken again.
            void add([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      )}
      {typeof state === 'object' && (
        <p role="alert" className="danger text-13 mt-6">
          {state.refused}
        </p>
      )}
    </section>
  )
}

/** Whether the photo waits, how much of it is sent, or why it was refused. */
export function OnItsWay({ file }: { file: string }) {
  const state = useFileState(file)
  if (!state) return null
  return (
    <span role="status" className={classes(css.onItsWay, state.at === 'refused' && css.refused)}>
      {state.at === 'sending' && <progress value={state.part} aria-hidden className={css.progress} />}
      {fileWords(state)}
    </span>
  )
}

/** A stored picture, from this device or from the server. */
export function Picture({ file, alt }: { file: string; alt: string }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let made: string | null = null
    let stopped = false
    void fileOf(file).then((bytes) => {
      if (stopped || !bytes) return
      made = URL.createObjectURL(bytes)
      setUrl(made)
    })
    return () => {
      stopped = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [file])
  return url ? <img src={url} alt={alt} className={css.picture} /> : <span className={css.missing}>{alt}</span>
}
