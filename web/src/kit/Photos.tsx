// Photos by the phone's camera, sent at once and named by their file.
import AddAPhotoOutlined from '@mui/icons-material/AddAPhotoOutlined'
import Close from '@mui/icons-material/Close'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { token } from '../net/token'
import { upload } from '../docs/fields/FileInput'
import { useLatest } from '../ui/useLatest'
import css from './Photos.module.css'

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
  /** To look at only. */ fixed?: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'idle' | 'sending' | { refused: string }>('idle')
  const change = useLatest(onChange)
  const add = async (picked: File[]) => {
    if (picked.length === 0) return
    setState('sending')
    for (const file of picked) {
      const answer = await upload(file)
      if (typeof answer === 'string') return setState({ refused: answer })
      change((now) => [...now, answer.id])
    }
    setState('idle')
  }
  return (
    <section aria-label={label}>
      <h2 className={css.heading}>{label}</h2>
      <div className={css.photos}>
        {files.map((file, at) => (
          <div key={file} className={css.photo}>
            <Picture file={file} alt={`Photo ${at + 1}`} />
            {!fixed && (
              <button
                type="button"
                aria-label={`Remove photo ${at + 1}`}
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
            disabled={state === 'sending'}
            onClick={() => input.current?.click()}
            className={css.add}
          >
            <Icon aria-hidden className={css.icon} />
            {state === 'sending' ? 'Sending' : 'Add'}
          </button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png"
        capture="environment"
        multiple
        onChange={(event) => {
          // A list of its own, and the input emptied: the same photo may be taken again.
          void add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      {typeof state === 'object' && (
        <p role="alert" className="danger text-13 mt-6">
          {state.refused}
        </p>
      )}
    </section>
  )
}

function Picture({ file, alt }: { file: string; alt: string }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let made: string | null = null
    let stopped = false
    void fetch(`/api/files/${file}`, { headers: { authorization: `Bearer ${token.get() ?? ''}` } }).then(
      async (response) => {
        if (stopped || !response.ok) return
        made = URL.createObjectURL(await response.blob())
        setUrl(made)
      },
      () => undefined,
    )
    return () => {
      stopped = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [file])
  return url ? <img src={url} alt={alt} className={css.picture} /> : <span className={css.missing}>{alt}</span>
}
