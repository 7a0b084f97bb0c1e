// A stored file: chosen, sent at once, and named by its id. Files are fetched with the person's token and opened as
// blobs.
import AttachFile from '@mui/icons-material/AttachFile'
import Close from '@mui/icons-material/Close'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useRef, useState } from 'react'
import type { ProblemDetails, StoredFile } from '../../net/answers.gen'
import { token } from '../../net/token'
import { useLatest } from '../../ui/useLatest'
import { lower } from '../../ui/words'
import css from './FileInput.module.css'

const MOST = 5 * 1024 * 1024
type Stored = Pick<StoredFile, 'id' | 'name'>

export async function upload(file: File): Promise<Stored | string> {
  if (file.size > MOST) return 'File is larger than 5 MB'
  const headers = {
    authorization: `Bearer ${token.get() ?? ''}`,
    'content-type': file.type || 'application/octet-stream',
  }
  try {
    const response = await fetch(`/api/files?name=${encodeURIComponent(file.name)}`, {
      method: 'POST',
      headers,
      body: file,
    })
    const answer = (await response.json()) as StoredFile | Partial<ProblemDetails>
    return 'size' in answer ? { id: answer.id, name: answer.name } : (answer.detail ?? 'The file was refused')
  } catch {
    return 'The server was not reached. Try again.'
  }
}

export async function openFile(id: string): Promise<boolean> {
  const response = await fetch(`/api/files/${id}`, { headers: { authorization: `Bearer ${token.get() ?? ''}` } }).catch(
    () => null,
  )
  if (!response?.ok) return false
  const url = URL.createObjectURL(await response.blob())
  window.open(url, '_blank', 'noopener')
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  return true
}

interface Props {
  value: string | null
  onChange: (id: string | null, file?: string) => void
  /** What the file is called, where whoever shows it knows. */
  name?: string
  disabled?: boolean
  label: string
  describedBy?: string
}

export function FileInput({ value, name, onChange, disabled, label, describedBy }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [sent, setSent] = useState<Stored | null>(null)
  const [state, setState] = useState<'idle' | 'sending' | { refused: string }>('idle')
  const change = useLatest(onChange)
  const pick = async (file: File | undefined) => {
    if (!file) return
    setState('sending')
    const answer = await upload(file)
    if (typeof answer === 'string') return setState({ refused: answer })
    setSent(answer)
    setState('idle')
    change(answer.id, answer.name)
  }
  return (
    <div className={css.file}>
      <input
        ref={input}
        type="file"
        hidden
        accept=".pdf,.jpg,.jpeg,.png,.xlsx"
        onChange={(event) => void pick(event.target.files?.[0])}
      />
      {value && (
        <Button variant="text" onClick={() => void openFile(value)}>
          {name ?? (sent?.id === value ? sent.name : 'Open file')}
        </Button>
      )}
      <Button
        startIcon={<AttachFile />}
        disabled={disabled || state === 'sending'}
        onClick={() => input.current?.click()}
        aria-describedby={describedBy}
      >
        {state === 'sending' ? 'Sending' : value ? 'Replace' : 'Add a file'}
        <span className="visually-hidden">, {lower(label)}</span>
      </Button>
      {value && !disabled && (
        <IconButton aria-label={`Remove ${lower(label)}`} onClick={() => onChange(null)}>
          <Close className="text-18" />
        </IconButton>
      )}
      {typeof state === 'object' && (
        <span role="alert" className="danger text-12">
          {state.refused}
        </span>
      )}
    </div>
  )
}
