// A dialog that asks for one title.
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useBackCloses } from '../ui/back'
import { say } from '../words/say'

interface Props {
  heading: string
  label: string
  max: number
  begin?: string
  problem?: string | null
  onDone: (title: string) => void
  onClose: () => void
}

export function TitleDialog({ heading, label, max, begin = '', problem, onDone, onClose }: Props) {
  const id = useId()
  const [title, setTitle] = useState(begin)
  const [tried, setTried] = useState(false)
  useBackCloses(onClose)
  const missing = tried && title.trim() === '' ? say('{label} is required', { label }) : null
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <form
        className="p-20 grid gap-16"
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (title.trim()) onDone(title.trim())
        }}
      >
        <h2 id={id} className="heading">
          {heading}
        </h2>
        <TextField
          autoFocus
          label={label}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          error={!!(missing ?? problem)}
          helperText={missing ?? problem}
          slotProps={{ htmlInput: { maxLength: max } }}
        />
        <div className="flex gap-8">
          <Button type="submit" variant="contained" color="primary">
            {say('Save')}
          </Button>
          <Button variant="text" onClick={onClose}>
            {say('Cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
