// Who is in a conversation of several: its name, those who join and those who leave.
import Close from '@mui/icons-material/Close'
import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../docs/paths'
import type { RecordValue } from '../../core/records'
import type { ChatTalk } from '../../net/answers.gen'
import { longestName, useContacts } from '../../sync/chat'
import { useAct, useDoc } from '../../sync/docs'
import { useUser } from '../../sync/store'
import { useBackCloses } from '../../ui/back'
import { say } from '../../words/say'

export function Members({ talk, onClose }: { talk: ChatTalk; onClose: () => void }) {
  const id = useId()
  const own = useUser()
  const navigate = useNavigate()
  const { data: doc } = useDoc('chat_room', talk.id)
  const { data: contacts } = useContacts()
  const { run, problem, pending } = useAct('chat_room', talk.id)
  const [name, setName] = useState(talk.name)
  useBackCloses(onClose)
  const act = (action: string, inputs: RecordValue = {}) => run(action, doc?.version ?? 0, inputs)
  const wrong = problem?.errors[0]?.message ?? problem?.detail
  const inside = new Set(talk.people.map((one) => one.id))
  const others = (contacts ?? []).filter((one) => !inside.has(one.id))
  const leave = async () => {
    if (!(await act('leave'))) return
    onClose()
    await navigate(paths.chat())
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <div className="p-20 grid gap-16">
        <h2 id={id} className="heading">
          {say('Members')}
        </h2>
        <form
          className="row gap-8"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() && name.trim() !== talk.name) void act('rename', { name: name.trim() })
          }}
        >
          <TextField
            size="small"
            label={say('Name')}
            value={name}
            className="grow"
            onChange={(event) => setName(event.target.value)}
            slotProps={{ htmlInput: { maxLength: longestName() } }}
          />
          <Button type="submit" disabled={pending || !name.trim() || name.trim() === talk.name}>
            {say('Rename')}
          </Button>
        </form>
        <ul className="grid gap-6">
          <li className="row gap-8">
            <span className="grow">{say('{name} (you)', { name: own.name })}</span>
          </li>
          {talk.people.map((one) => (
            <li key={one.id} className="row gap-8">
              <span className="grow">{one.name}</span>
              {talk.own && (
                <IconButton
                  size="small"
                  aria-label={say('Remove {name}', { name: one.name })}
                  onClick={() => void act('remove_member', { member: one.id })}
                >
                  <Close className="text-16" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
        <Autocomplete
          key={talk.people.length}
          size="small"
          options={others}
          getOptionKey={(one) => one.id}
          getOptionLabel={(one) => one.name}
          value={null}
          onChange={(_, one) => {
            if (one) void act('add_members', { members: [one.id] })
          }}
          renderInput={(params) => <TextField {...params} label={say('Add a colleague')} />}
        />
        <p className="muted text-13">{say('Whoever joins sees what is said from then on.')}</p>
        {wrong && (
          <p role="alert" className="danger text-13">
            {wrong}
          </p>
        )}
        <div className="flex gap-8">
          <Button variant="contained" color="primary" onClick={onClose}>
            {say('Done')}
          </Button>
          <Button variant="text" color="error" disabled={pending} onClick={() => void leave()}>
            {say('Leave the conversation')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
