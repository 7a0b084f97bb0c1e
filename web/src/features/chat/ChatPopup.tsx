// The chat beside the page: a practice conversation first, and the colleagues whom the person writes to.
import Close from '@mui/icons-material/Close'
import OpenInFull from '@mui/icons-material/OpenInFull'
import IconButton from '@mui/material/IconButton'
import ListSubheader from '@mui/material/ListSubheader'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../docs/paths'
import { useContacts, useTalks } from '../../sync/chat'
import { PRACTICE, usePractice } from './practice'
import { Face } from './Face'
import { Room } from './Room'
import { Talk } from './Talk'
import { pieces } from '../../ui/format'
import css from './Chat.module.css'
import { say } from '../../words/say'

export default function ChatPopup({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState(PRACTICE.id)
  const practice = usePractice()
  const { data: colleagues } = useContacts()
  const { data: talks } = useTalks()
  // A colleague is named by their id, a conversation of several by its own.
  const talk = talks?.find((one) => (one.with || one.id) === chosen)
  const contact = colleagues?.find((one) => one.id === chosen)
  const practising = chosen === PRACTICE.id
  const name = practising ? PRACTICE.name : (contact?.name ?? talk?.name ?? '')
  const online = practising || contact?.status === 'online'
  const unread = (id: string) => talks?.find((one) => one.with === id)?.unread ?? 0
  const rooms = (talks ?? []).filter((one) => !one.with)
  return (
    <section aria-label={say('Chat')} className={`no-print ${css.popup}`}>
      <header className={css.head}>
        <Face name={name} online={talk && !talk.with ? null : online} />
        <TextField
          select
          size="small"
          variant="standard"
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          className="grow min-0"
          slotProps={{ select: { 'aria-label': say('Conversation with') } }}
        >
          <MenuItem value={PRACTICE.id}>{PRACTICE.name}</MenuItem>
          {rooms.length > 0 && <ListSubheader>{say('Conversations')}</ListSubheader>}
          {rooms.map((one) => (
            <MenuItem key={one.id} value={one.id}>
              <span className="grow">{one.name}</span>
              <Unread count={one.unread} />
            </MenuItem>
          ))}
          <ListSubheader>{say('Colleagues')}</ListSubheader>
          {(colleagues ?? []).map((one) => (
            <MenuItem key={one.id} value={one.id}>
              <span className="grow">{one.name}</span>
              <Unread count={unread(one.id)} />
            </MenuItem>
          ))}
        </TextField>
        {!practising && (
          <IconButton
            component={Link}
            to={talk ? paths.chat(talk.id) : paths.chatWith(chosen)}
            onClick={onClose}
            aria-label={say('Open this conversation on a page')}
          >
            <OpenInFull className="text-18" />
          </IconButton>
        )}
        <IconButton aria-label={say('Close the chat')} onClick={onClose}>
          <Close />
        </IconButton>
      </header>
      {practising ? (
        <Talk said={practice.said} onSay={({ text }) => practice.post(text)} />
      ) : (
        talks && <Room key={chosen} place={contact ? { to: contact.id } : { room: chosen }} talk={talk} name={name} />
      )}
    </section>
  )
}

const Unread = ({ count }: { count: number }) =>
  count > 0 ? (
    <strong className="num">
      {pieces(count)}
      {say(' new')}
    </strong>
  ) : null
