// A new conversation: with one colleague, or with several under a name.
import Close from '@mui/icons-material/Close'
import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Dialog from '@mui/material/Dialog'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../docs/paths'
import type { ChatContact } from '../../net/answers.gen'
import { longestName } from '../../sync/chat'
import { useSave } from '../../sync/docs'
import { useBackCloses } from '../../ui/back'
import { say } from '../../words/say'

export function NewTalk({ contacts, onClose }: { contacts: ChatContact[]; onClose: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const [people, setPeople] = useState<ChatContact[]>([])
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const { run, problem, pending } = useSave('chat_room', null)
  useBackCloses(onClose)
  const several = people.length > 1
  const wrong = (path: string) => problem?.errors.find((one) => one.path === path)?.message
  const nobody = tried && people.length === 0 ? say('Select at least one colleague') : wrong('members')
  const nameless = tried && several && name.trim() === '' ? say('Name is required') : wrong('name')
  const rest = problem && !wrong('members') && !wrong('name') ? problem.detail : null
  const begin = async () => {
    setTried(true)
    const [first] = people
    if (!first || (several && name.trim() === '')) return
    if (!several) {
      onClose()
      return navigate(paths.chatWith(first.id))
    }
    const made = await run({ name: name.trim(), members: people.map((one) => one.id) })
    if (!made) return
    onClose()
    await navigate(paths.chat(made.id))
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <form
        className="p-20 grid gap-16"
        onSubmit={(event) => {
          event.preventDefault()
          void begin()
        }}
      >
        <h2 id={id} className="heading">
          {say('New conversation')}
        </h2>
        {people.length > 0 && (
          <div className="row wrap gap-6">
            {people.map((one) => (
              <Chip
                key={one.id}
                label={one.name}
                onDelete={() => setPeople(people.filter(({ id: other }) => other !== one.id))}
                deleteIcon={<Close aria-label={say('Remove {name}', { name: one.name })} />}
              />
            ))}
          </div>
        )}
        <Autocomplete
          key={people.length}
          options={contacts.filter((one) => !people.includes(one))}
          getOptionKey={(one) => one.id}
          getOptionLabel={(one) => one.name}
          value={null}
          onChange={(_, one) => {
            if (one) setPeople([...people, one])
          }}
          renderInput={(params) => (
            <TextField
              {...params}
              autoFocus
              label={people.length > 0 ? say('Another colleague') : say('Colleague')}
              error={!!nobody}
              helperText={nobody}
            />
          )}
        />
        {several && (
          <TextField
            label={say('Name')}
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={!!nameless}
            helperText={nameless ?? say('What the conversation is called for all of you')}
            slotProps={{ htmlInput: { maxLength: longestName() } }}
          />
        )}
        {rest && (
          <p role="alert" className="danger text-13">
            {rest}
          </p>
        )}
        <div className="flex gap-8">
          <Button type="submit" variant="contained" color="primary" disabled={pending}>
            {say('Begin')}
          </Button>
          <Button variant="text" onClick={onClose}>
            {say('Cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
