// A to-do in full.
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useBackCloses } from '../../../ui/back'
import { AboutDoc } from '../../../kit/AboutDoc'
import { DayInput } from '../../../kit/DayInput'
import type { Tag, Todo } from './todos'
import { say } from '../../../words/say'

interface Props {
  todo: Todo
  tags: Tag[]
  onSave: (to: Partial<Todo>, refused: (message: string) => void) => Promise<void>
  onClose: () => void
}

export function TodoDialog({ todo, tags, onSave, onClose }: Props) {
  const id = useId()
  useBackCloses(onClose)
  const [typed, setTyped] = useState(todo)
  const [problem, setProblem] = useState<string | null>(null)
  const set = (to: Partial<Todo>) => setTyped((was) => ({ ...was, ...to }))
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <form
        className="p-20 grid gap-16"
        onSubmit={(event) => {
          event.preventDefault()
          setProblem(null)
          const { title, note, start, due, tags: chosen } = typed
          void onSave({ title: title.trim(), note: note.trim(), start, due, tags: chosen }, setProblem)
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
          <Button variant="text" onClick={onClose}>
            {say('Cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
