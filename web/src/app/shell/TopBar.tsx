// The top bar: sidebar switch, search, whether the server answers, what waits, the person, and the tools bar's switch.
import ChatBubbleOutlineOutlined from '@mui/icons-material/ChatBubbleOutlineOutlined'
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import MenuIcon from '@mui/icons-material/Menu'
import MenuOpen from '@mui/icons-material/MenuOpen'
import Search from '@mui/icons-material/Search'
import ViewSidebarOutlined from '@mui/icons-material/ViewSidebarOutlined'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { paths } from '../../docs/paths'
import { useReach } from '../../net/reach'
import { useAsOf } from '../../sync/answers'
import { may } from '../../sync/rights'
import { setSettings, type Menu } from '../../sync/settings'
import { useAppDispatch, useAppSelector, useUser } from '../../sync/store'
import { docDef } from '../../core'
import { lazily } from '../../ui/lazily'
import { moment, time } from '../../ui/format'
import { Kbd } from '../../ui/Kbd'
import { Badge } from './Badge'
import { Bell } from './Bell'
import { PersonMenu } from './PersonMenu'
import { TOOLS_ID } from './Tools'
import { useUnread } from './unread'
import { Unsent } from './Unsent'
import { Waiting } from './Waiting'
import { classes } from '../../theme/classes'
import css from './TopBar.module.css'
import { say } from '../../words/say'

/** Nobody loads it before they open it. */
const ChatPopup = lazily(() => import('../../features/chat/ChatPopup'))

const LABELS: Record<Menu, string> = {
  full: say('Collapse the menu'),
  compact: say('Expand the menu'),
  closed: say('Open the menu'),
}

interface Props {
  narrow: boolean
  menu: Menu
  chat: boolean
  onChat: (open: boolean) => void
  onToggle: () => void
  onSearch: () => void
  onShortcuts: () => void
}

export function TopBar({ narrow, menu, chat, onChat, onToggle, onSearch, onShortcuts }: Props) {
  const user = useUser()
  const notices = docDef('notification')
  const told = notices && may(user, notices, 'view')
  const messages = docDef('chat_message')
  const chats = messages && may(user, messages, 'add')
  const tools = useAppSelector((state) => state.settings.tools)
  const label = LABELS[menu]
  return (
    <header className={classes('no-print', css.bar, narrow && css.narrow)}>
      <IconButton onClick={onToggle} aria-label={label}>
        {menu === 'closed' ? <MenuIcon /> : <MenuOpen className={menu === 'compact' ? css.mirrored : undefined} />}
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
      {chats && <ChatButton narrow={narrow} open={chat} onToggle={() => onChat(!chat)} />}
      {chat && (
        <Suspense fallback={null}>
          <ChatPopup onClose={() => onChat(false)} />
        </Suspense>
      )}
      {!narrow && <span aria-hidden className={css.divider} />}
      <PersonMenu narrow={narrow} onShortcuts={onShortcuts} />
      {tools && !narrow && <ToolsButton />}
    </header>
  )
}

/** The tools bar is closed until it is asked for, and stays as it was left. */
function ToolsButton() {
  const dispatch = useAppDispatch()
  const open = useAppSelector((state) => state.settings.toolsOpen)
  return (
    <Tooltip title={open ? say('Close the tools bar') : say('Open the tools bar')}>
      <IconButton
        aria-label={say('Tools bar')}
        aria-expanded={open}
        aria-controls={open ? TOOLS_ID : undefined}
        onClick={() => dispatch(setSettings({ toolsOpen: !open }))}
        className={css.tools}
      >
        <ViewSidebarOutlined />
      </IconButton>
    </Tooltip>
  )
}

/** Beside the page where there is room for it, else a page of its own. */
function ChatButton({ narrow, open, onToggle }: { narrow: boolean; open: boolean; onToggle: () => void }) {
  const { unread, label } = useUnread()
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
