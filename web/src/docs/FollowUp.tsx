// Follows a document up: a to-do of one's own that links it.
import PlaylistAddOutlined from '@mui/icons-material/PlaylistAddOutlined'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { docDef } from '../core'
import { may } from '../sync/rights'
import { useUser } from '../sync/store'
import { useTodos } from '../sync/todos'
import { useBackCloses } from '../ui/back'
import { useToast } from '../ui/Toasts'
import { say } from '../words/say'

interface Props {
  type: string
  id: string
  name: string
}

export function FollowUp(props: Props) {
  const user = useUser()
  const [open, setOpen] = useState(false)
  const def = docDef('todo_list')
  if (!def || !may(user, def, 'edit')) return null
  return (
    <>
      <Button startIcon={<PlaylistAddOutlined />} onClick={() => setOpen(true)}>
        {say('Follow up')}
      </Button>
      {open && <Box {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function Box({ type, id, name, onClose }: Props & { onClose: () => void }) {
  const heading = useId()
  useBackCloses(onClose)
  const { run } = useTodos()
  const notify = useToast()
  const [title, setTitle] = useState(`Follow up ${name}`.slice(0, 200))
  const [due, setDue] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const add = async () => {
    setProblem(null)
    const inputs = { title: title.trim(), about_type: type, about_id: id, ...(due && { due_date: due }) }
    const answer = await run('add', inputs)
    if ('refused' in answer) return setProblem(answer.refused.message)
    onClose()
    if (!answer.doc.queued) notify(say('Added to your to-do list'))
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={heading} maxWidth="xs" fullWidth>
      <form
        className="p-20 grid gap-16"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <h2 id={heading} className="heading">
          {say('Follow up {name}', { name })}
        </h2>
        <TextField
          autoFocus
          required
          label={say('To-do')}
          value={title}
          error={!!problem}
          helperText={problem}
          onChange={(event) => setTitle(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        <TextField
          type="date"
          label={say('Due')}
          value={due}
          onChange={(event) => setDue(event.target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        <div className="flex gap-8">
          <Button type="submit" variant="contained" color="primary">
            {say('Add')}
          </Button>
          <Button variant="text" onClick={onClose}>
            {say('Cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
