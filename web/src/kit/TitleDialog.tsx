// A dialog that asks for one title, which stays with the person until it is taken or they cancel.
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useTyped } from '../sync/drafts'
import { useBackCloses } from '../ui/back'
import { lower } from '../ui/words'
import { say } from '../words/say'

interface Props {
  /** Where it is kept meanwhile, by `sync/drafts`. */
  draft: string
  heading: string
  label: string
  max: number
  begin?: string
  problem?: string | null
  /** Answers whether it was taken. */
  onDone: (title: string) => Promise<boolean>
  onClose: () => void
}

export function TitleDialog({ draft, heading, label, max, begin = '', problem, onDone, onClose }: Props) {
  const id = useId()
  const typed = useTyped(draft, { title: begin }, lower(heading))
  const { title } = typed.value
  const [tried, setTried] = useState(false)
  const cancel = () => {
    typed.drop()
    onClose()
  }
  useBackCloses(cancel)
  const done = async () => {
    setTried(true)
    if (title.trim() && (await onDone(title.trim()))) typed.drop()
  }
  const missing = tried && title.trim() === '' ? say('{label} is required', { label }) : null
  return (
    <Dialog open onClose={cancel} aria-labelledby={id} maxWidth="xs" fullWidth>
      <form
        className="p-20 grid gap-16"
        onSubmit={(event) => {
          event.preventDefault()
          void done()
        }}
      >
        <h2 id={id} className="heading">
          {heading}
        </h2>
        <TextField
          autoFocus
          label={label}
          value={title}
          onChange={(event) => typed.set({ title: event.target.value })}
          error={!!(missing ?? problem)}
          helperText={missing ?? problem}
          slotProps={{ htmlInput: { maxLength: max } }}
        />
        <div className="flex gap-8">
          <Button type="submit" variant="contained" color="primary">
            {say('Save')}
          </Button>
          <Button variant="text" onClick={cancel}>
            {say('Cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
