// The top bar: sidebar switch, search, whether the server answers, what waits, and the person.
import ChatBubbleOutlineOutlined from '@mui/icons-material/ChatBubbleOutlineOutlined'
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import MenuIcon from '@mui/icons-material/Menu'
import MenuOpen from '@mui/icons-material/MenuOpen'
import Search from '@mui/icons-material/Search'
import IconButton from '@mui/material/IconButton'
import { Suspense, lazy, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../docs/paths'
import { useReach } from '../../net/reach'
import { useAsOf } from '../../sync/answers'
import { useTalks } from '../../sync/chat'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { docDef } from '../../core'
import { moment, time } from '../../ui/format'
import { Kbd } from '../../ui/Kbd'
import { Badge } from './Badge'
import { Bell } from './Bell'
import { PersonMenu } from './PersonMenu'
import { Unsent } from './Unsent'
import { Waiting } from './Waiting'
import { classes } from '../../theme/classes'
import css from './TopBar.module.css'
import { say } from '../../words/say'

/** Nobody loads it before they open it. */
const ChatPopup = lazy(() => import('../../features/chat/ChatPopup').then((chat) => ({ default: chat.ChatPopup })))

interface Props {
  narrow: boolean
  compact: boolean
  onToggle: () => void
  onSearch: () => void
  onShortcuts: () => void
}

export function TopBar({ narrow, compact, onToggle, onSearch, onShortcuts }: Props) {
  const user = useUser()
  const notices = docDef('notification')
  const told = notices && may(user, notices, 'view')
  const messages = docDef('chat_message')
  const chats = messages && may(user, messages, 'add')
  const [chat, setChat] = useState(false)
  const label = narrow ? say('Open the menu') : compact ? say('Expand the menu') : say('Collapse the menu')
  return (
    <header className={classes('no-print', css.bar, narrow && css.narrow)}>
      <IconButton onClick={onToggle} aria-label={label}>
        {narrow ? <MenuIcon /> : <MenuOpen className={compact ? css.mirrored : undefined} />}
      </IconButton>
      {narrow ? (
        <IconButton onClick={onSearch} aria-label={say('Search or jump to anything')}>
          <Search />
        </IconButton>
      ) : (
        <button type="button" onClick={onSearch} className={css.search}>
          <Search aria-hidden className="text-18" />
          <span className="ellipsis grow">{say('Search or jump to anything')}</span>
          <Kbd>Ctrl</Kbd>
          <Kbd>K</Kbd>
        </button>
      )}
      <span className="grow" />
      <Pill narrow={narrow} />
      <Unsent />
      <Waiting />
      {told && <Bell />}
      {chats && <ChatButton narrow={narrow} open={chat} onToggle={() => setChat(!chat)} />}
      {chat && (
        <Suspense fallback={null}>
          <ChatPopup onClose={() => setChat(false)} />
        </Suspense>
      )}
      {!narrow && <span aria-hidden className={css.divider} />}
      <PersonMenu narrow={narrow} onShortcuts={onShortcuts} />
    </header>
  )
}

/** Beside the page where there is room for it, else a page of its own. */
function ChatButton({ narrow, open, onToggle }: { narrow: boolean; open: boolean; onToggle: () => void }) {
  const { data } = useTalks()
  const unread = (data ?? []).reduce((sum, one) => sum + one.unread, 0)
  const label = unread > 0 ? say('Chat, {value} unread', { value: unread > 99 ? '99+' : unread }) : say('Chat')
  const drawn = (
    <>
      <ChatBubbleOutlineOutlined />
      <Badge count={unread} />
    </>
  )
  if (narrow)
    return (
      <IconButton component={Link} to={paths.chat()} aria-label={label} className="relative">
        {drawn}
      </IconButton>
    )
  return (
    <IconButton aria-label={label} aria-expanded={open} onClick={onToggle} className="relative">
      {drawn}
    </IconButton>
  )
}

function Pill({ narrow }: { narrow: boolean }) {
  const reach = useReach()
  const asOf = useAsOf()
  if (reach.live) {
    const old = asOf !== null
    return (
      <span
        role="status"
        className={`ruled muted ${css.pill}`}
        title={old ? say('As of {asOf}', { asOf: moment(asOf) }) : undefined}
      >
        <span aria-hidden className={classes(css.live, old && css.old)} />
        <span className={css.word}>{old ? say('Updating') : say('Live')}</span>
      </span>
    )
  }
  return (
    <span role="status" className={`${css.pill} ${css.offline}`}>
      <CloudOffOutlined aria-hidden className="text-16" />
      <span className={css.word}>
        {say('Offline')}
        {!narrow && say(' since {since}', { since: time(reach.since) })}
      </span>
    </span>
  )
}
