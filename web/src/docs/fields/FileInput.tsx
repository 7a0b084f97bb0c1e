// A stored file: chosen, kept on the device until it is sent, and named by its id. Files are fetched with the person's
// token and opened as blobs.
import AttachFile from '@mui/icons-material/AttachFile'
import Close from '@mui/icons-material/Close'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useRef, useState } from 'react'
import { addFile, fileOf, useFileState, type FileState } from '../../sync/files'
import { useLatest } from '../../ui/useLatest'
import { lower } from '../../ui/words'
import css from './FileInput.module.css'
import { say } from '../../words/say'

interface Named {
  id: string
  name: string
}

const WHOLE = 100

/** How far a file is that the server does not have yet. */
export function fileWords(state: FileState): string {
  if (state.at === 'waiting') return say('Waits to be sent')
  return state.at === 'sending' ? say('Sending {part} %', { part: Math.round(state.part * WHOLE) }) : state.why
}

export async function openFile(id: string): Promise<boolean> {
  const bytes = await fileOf(id)
  if (!bytes) return false
  const url = URL.createObjectURL(bytes)
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
  const [sent, setSent] = useState<Named | null>(null)
  const [state, setState] = useState<'idle' | 'adding' | { refused: string }>('idle')
  const onItsWay = useFileState(value ?? '')
  const change = useLatest(onChange)
  const pick = async (file: File | undefined) => {
    if (!file) return
    setState('adding')
    const answer = await addFile(file)
    if ('refused' in answer) return setState({ refused: answer.refused })
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
        onChange={(event) => {
          void pick(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {value && (
        <Button variant="text" onClick={() => void openFile(value)}>
          {name ?? (sent?.id === value ? sent.name : say('Open file'))}
        </Button>
      )}
      <Button
        startIcon={<AttachFile />}
        disabled={disabled || state === 'adding'}
        onClick={() => input.current?.click()}
        aria-describedby={describedBy}
      >
        {state === 'adding' ? say('Adding') : value ? say('Replace') : say('Add a file')}
        <span className="visually-hidden">, {lower(label)}</span>
      </Button>
      {value && !disabled && (
        <IconButton aria-label={say('Remove {label}', { label: lower(label) })} onClick={() => onChange(null)}>
          <Close className="text-18" />
        </IconButton>
      )}
      {onItsWay && (
        <span role="status" className={`text-12 ${onItsWay.at === 'refused' ? 'danger' : 'muted'}`}>
          {fileWords(onItsWay)}
        </span>
      )}
      {typeof state === 'object' && (
        <span role="alert" className="danger text-12">
          {state.refused}
        </span>
      )}
    </div>
  )
}
