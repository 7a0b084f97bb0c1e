// The chat beside the page: a practice conversation first, and the colleagues whom the person writes to.
import Close from '@mui/icons-material/Close'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useMemo, useState } from 'react'
import type { ChatContact, ChatRecent, ChatRoom } from '../../net/answers.gen'
import { send } from '../../net/client'
import { useFacts } from '../../sync/docs'
import { useChanges } from '../../sync/live'
import { useUser } from '../../sync/store'
import { initials } from '../../ui/words'
import { Failed, Skeletons } from '../../ui/states'
import { classes } from '../../theme/classes'
import { PRACTICE, usePractice, type Said } from './practice'
import { Talk } from './Talk'
import css from './Chat.module.css'

export function ChatPopup({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState(PRACTICE.id)
  const practice = usePractice()
  const { data: colleagues } = useFacts<ChatContact[]>('/api/chat/contacts/all')
  const recent = useFacts<ChatRecent[]>('/api/chat/contacts/recent')
  useChanges('chat_message', () => void recent.refetch())
  const unread = (id: string) => recent.data?.find((one) => one.contactId === id)?.unread ?? 0
  const contact = colleagues?.find((one) => one.id === chosen)
  const name = contact?.name ?? PRACTICE.name
  const online = chosen === PRACTICE.id || contact?.status === 'online'
  return (
    <section aria-label="Chat" className={`no-print ${css.popup}`}>
      <header className={css.head}>
        <span aria-hidden className={css.face}>
          {initials(name.replace(/ \(.*/, ''))}
          <span className={classes(css.dot, online && css.online)} />
        </span>
        <TextField
          select
          size="small"
          variant="standard"
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          className="grow min-0"
          slotProps={{ select: { 'aria-label': 'Conversation with' } }}
        >
          <MenuItem value={PRACTICE.id}>{PRACTICE.name}</MenuItem>
          {(colleagues ?? []).map((one) => (
            <MenuItem key={one.id} value={one.id}>
              <span className="grow">{one.name}</span>
              {unread(one.id) > 0 && <strong className="num">{unread(one.id)} new</strong>}
            </MenuItem>
          ))}
        </TextField>
        <span className="visually-hidden">{online ? 'Online' : 'Offline'}</span>
        <IconButton aria-label="Close the chat" onClick={onClose}>
          <Close />
        </IconButton>
      </header>
      {contact ? (
        <Colleague key={contact.id} contact={contact} onSaid={() => void recent.refetch()} />
      ) : (
        <Talk said={practice.said} onSay={practice.say} />
      )}
    </section>
  )
}

/** The conversation with a colleague, as both see it. */
function Colleague({ contact, onSaid }: { contact: ChatContact; onSaid: () => void }) {
  const own = useUser().id
  const room = useFacts<ChatRoom>(`/api/chat/chat-room?contactId=${encodeURIComponent(contact.id)}`)
  useChanges('chat_message', () => void room.refetch())
  const [problem, setProblem] = useState<string | null>(null)
  const said = useMemo(
    () =>
      (room.data?.messageList ?? []).map((line, at): Said => ({
        id: `${line.time}:${at}`,
        own: line.contactId === own,
        name: line.contactId === own ? 'You' : line.name,
        text: line.text,
        at: Date.parse(line.time),
      })),
    [room.data, own],
  )
  const say = async (text: string) => {
    const record = { to: contact.id, text }
    const body = { command_id: crypto.randomUUID(), record }
    const answer = await send({ url: '/api/docs/chat_message', method: 'POST', body })
    const failed = 'error' in answer
    setProblem(failed ? answer.error.detail : null)
    if (!failed) {
      await room.refetch()
      onSaid()
    }
    return !failed
  }
  if (room.error && !room.data)
    return <Failed problem={room.error} what="The conversation" onRetry={() => void room.refetch()} />
  if (!room.data) return <Skeletons rows={5} />
  return <Talk said={said} onSay={say} problem={problem} />
}
