// Photos by the phone's camera, sent at once and named by their file.
import AddAPhotoOutlined from '@mui/icons-material/AddAPhotoOutlined'
import Close from '@mui/icons-material/Close'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { token } from '../net/token'
import { upload } from '../docs/fields/FileInput'
import { role } from '../theme/themes'

export function Photos({
  files,
  onChange,
  label,
  Icon = AddAPhotoOutlined,
  fixed,
}: {
  files: string[]
  onChange: (files: string[]) => void
  label: string
  Icon?: ComponentType<SvgIconProps>
  /** To look at only. */ fixed?: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'idle' | 'sending' | { refused: string }>('idle')
  const add = async (picked: FileList | null) => {
    if (!picked || picked.length === 0) return
    setState('sending')
    const kept: string[] = []
    for (const file of picked) {
      const answer = await upload(file)
      if (typeof answer === 'string') {
        setState({ refused: answer })
        break
      }
      kept.push(answer.id)
    }
    onChange([...files, ...kept])
    setState((was) => (was === 'sending' ? 'idle' : was))
  }
  return (
    <section aria-label={label}>
      <h2 style={{ fontSize: 15, fontWeight: 600, margin: '4px 2px 8px' }}>{label}</h2>
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 8 }}>
        {files.map((file, at) => (
          <div
            key={file}
            style={{
              position: 'relative',
              height: 88,
              borderRadius: 8,
              overflow: 'hidden',
              background: role.sunk,
              border: `1px solid ${role.line}`,
            }}
          >
            <Picture file={file} alt={`Photo ${at + 1}`} />
            {!fixed && (
              <button
                type="button"
                aria-label={`Remove photo ${at + 1}`}
                onClick={() => onChange(files.filter((one) => one !== file))}
                style={{
                  position: 'absolute',
                  right: 4,
                  top: 4,
                  width: 28,
                  height: 28,
                  borderRadius: 14,
                  border: 0,
                  background: role.toast,
                  color: '#fff',
                  display: 'grid',
                  placeItems: 'center',
                  cursor: 'pointer',
                }}
              >
                <Close style={{ fontSize: 16 }} />
              </button>
            )}
          </div>
        ))}
        {!fixed && (
          <button
            type="button"
            onClick={() => input.current?.click()}
            style={{
              height: 88,
              borderRadius: 8,
              border: `1px dashed ${role.control}`,
              background: role.paper,
              color: role.link,
              display: 'grid',
              placeItems: 'center',
              alignContent: 'center',
              gap: 4,
              cursor: 'pointer',
              fontSize: 13,
              fontWeight: 500,
            }}
          >
            <Icon aria-hidden style={{ fontSize: 26 }} />
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
        onChange={(event) => void add(event.target.files)}
      />
      {typeof state === 'object' && (
        <p role="alert" style={{ color: role.danger, fontSize: 13, marginTop: 6 }}>
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
  return url ? (
    <img src={url} alt={alt} style={{ width: '100%', height: '100%', objectFit: 'cover' }} />
  ) : (
    <span style={{ display: 'grid', placeItems: 'center', height: '100%', fontSize: 12, color: role.ink2 }}>{alt}</span>
  )
}
