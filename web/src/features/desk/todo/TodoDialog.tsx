// A to-do in full.
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useTyped } from '../../../sync/drafts'
import { useBackCloses } from '../../../ui/back'
import { AboutDoc } from '../../../kit/AboutDoc'
import { DayInput } from '../../../kit/DayInput'
import type { Tag, Todo } from './todos'
import { say } from '../../../words/say'

interface Props {
  todo: Todo
  tags: Tag[]
  onSave: (to: Partial<Todo>, refused: (message: string) => void) => Promise<boolean>
  onClose: () => void
}

export function TodoDialog({ todo, tags, onSave, onClose }: Props) {
  const id = useId()
  const { value: typed, set, drop } = useTyped(`todo:${todo.no}`, todo, say('to-do {title}', { title: todo.title }))
  const [problem, setProblem] = useState<string | null>(null)
  const cancel = () => {
    drop()
    onClose()
  }
  useBackCloses(cancel)
  const save = async () => {
    setProblem(null)
    const { title, note, start, due, tags: chosen } = typed
    const to = { title: title.trim(), note: note.trim(), start, due, tags: chosen }
    if (await onSave(to, setProblem)) drop()
  }
  return (
    <Dialog open onClose={cancel} aria-labelledby={id} maxWidth="xs" fullWidth>
      <form
        className="p-20 grid gap-16"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <h2 id={id} className="heading">
          {say('To-do')}
        </h2>
        {todo.about && <AboutDoc about={todo.about} />}
        <TextField
          label={say('Title')}
          required
          value={typed.title}
          onChange={(event) => set({ title: event.target.value })}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        <TextField
          label={say('Note')}
          multiline
          minRows={2}
          maxRows={8}
          value={typed.note}
          onChange={(event) => set({ note: event.target.value })}
          slotProps={{ htmlInput: { maxLength: 4000 } }}
        />
        <div className="row gap-12">
          <DayInput label={say('Start')} value={typed.start} onChange={(start) => set({ start })} />
          <DayInput label={say('Due')} value={typed.due} onChange={(due) => set({ due })} problem={problem} />
        </div>
        <TextField
          select
          label={say('Tags')}
          value={typed.tags}
          onChange={(event) => set({ tags: event.target.value as unknown as string[] })}
          slotProps={{ select: { multiple: true } }}
        >
          {tags.map(({ no, name }) => (
            <MenuItem key={no} value={String(no)}>
              {name}
            </MenuItem>
          ))}
        </TextField>
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
