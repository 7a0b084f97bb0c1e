// Follows a document up: a to-do of one's own that links it.
import PlaylistAddOutlined from '@mui/icons-material/PlaylistAddOutlined'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import TextField from '@mui/material/TextField'
import { useId, useMemo, useState } from 'react'
import { docDef } from '../core'
import { isTyped, useTyped } from '../sync/drafts'
import { may } from '../sync/rights'
import { useUser } from '../sync/store'
import { useTodos } from '../sync/todos'
import { useBackCloses } from '../ui/back'
import { DayText } from '../ui/DayText'
import { useToast } from '../ui/Toasts'
import { say } from '../words/say'

interface Props {
  type: string
  id: string
  name: string
}

const keyOf = (type: string, id: string) => `todo:about:${type}:${id}`

export function FollowUp(props: Props) {
  const user = useUser()
  const [open, setOpen] = useState(() => isTyped(keyOf(props.type, props.id)))
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
  const { run } = useTodos()
  const notify = useToast()
  const begin = useMemo(() => ({ title: say('Follow up {name}', { name }).slice(0, 200), due: '' }), [name])
  const typed = useTyped(keyOf(type, id), begin, say('follow-up of {name}', { name }))
  const { title, due } = typed.value
  const [problem, setProblem] = useState<string | null>(null)
  const close = () => {
    typed.drop()
    onClose()
  }
  useBackCloses(close)
  const add = async () => {
    setProblem(null)
    const inputs = { title: title.trim(), about_type: type, about_id: id, ...(due && { due_date: due }) }
    const answer = await run('add', inputs)
    if ('refused' in answer) return setProblem(answer.refused.message)
    close()
    if (!answer.doc.queued) notify(say('Added to your to-do list'))
  }
  return (
    <Dialog open onClose={close} aria-labelledby={heading} maxWidth="xs" fullWidth>
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
          onChange={(event) => typed.set({ title: event.target.value })}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        <DayText name={say('Due')} label={say('Due')} value={due} onChange={(day) => typed.set({ due: day ?? '' })} />
        <div className="flex gap-8">
          <Button type="submit" variant="contained" color="primary">
            {say('Add')}
          </Button>
          <Button variant="text" onClick={close}>
            {say('Cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
