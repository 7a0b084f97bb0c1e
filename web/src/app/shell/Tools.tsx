// The tools bar at the right edge of a wide screen: what is wanted beside any page, and one's own settings.
import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined'
import ChatBubbleOutlineOutlined from '@mui/icons-material/ChatBubbleOutlineOutlined'
import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined'
import LightModeOutlined from '@mui/icons-material/LightModeOutlined'
import ShoppingCartOutlined from '@mui/icons-material/ShoppingCartOutlined'
import TaskAltOutlined from '@mui/icons-material/TaskAltOutlined'
import TuneOutlined from '@mui/icons-material/TuneOutlined'
import Tooltip from '@mui/material/Tooltip'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { docDef } from '../../core'
import type { DocKey, Verb } from '../../core/types.gen'
import { paths } from '../../docs/paths'
import { cartOf } from '../../features/desk/shop/useCart'
import { keeps, todosOf } from '../../features/desk/todo/todos'
import { useDoc } from '../../sync/docs'
import { may } from '../../sync/rights'
import { setSettings } from '../../sync/settings'
import { useAppDispatch, useUser } from '../../sync/store'
import { useTheme } from '../../sync/theme'
import { classes } from '../../theme/classes'
import { DARK_THEME, DEFAULT_THEME, THEMES } from '../../theme/themes'
import { Badge } from './Badge'
import { useUnread } from './unread'
import css from './Tools.module.css'
import { many, say } from '../../words/say'

export const TOOLS_ID = 'tools-bar'

interface ChatProps {
  chat: boolean
  onChat: (open: boolean) => void
}

export function Tools({ chat, onChat }: ChatProps) {
  const user = useUser()
  const can = (type: DocKey, verb: Verb = 'view') => {
    const def = docDef(type)
    return !!def && may(user, def, verb)
  }
  return (
    <nav id={TOOLS_ID} aria-label={say('Tools')} className={`no-print ${css.tools}`}>
      <ul className={css.list}>
        {can('chat_message', 'add') && <Chat chat={chat} onChat={onChat} />}
        {can('cart') && <Cart />}
        {can('todo_list') && <Todo />}
        {can('calendar_event') && (
          <Go to={paths.calendar} label={say('Calendar')}>
            <CalendarMonthOutlined />
          </Go>
        )}
        <li className="grow" />
        <Mode />
        <Go to={paths.ownSettings} label={say('My settings')}>
          <TuneOutlined />
        </Go>
      </ul>
    </nav>
  )
}

function Go({ to, label, count = 0, children }: { to: string; label: string; count?: number; children: ReactNode }) {
  const here = useLocation().pathname === to
  return (
    <li>
      <Tooltip title={label} placement="left">
        <Link to={to} aria-label={label} aria-current={here ? 'page' : undefined} className={look(here)}>
          {children}
          <Badge count={count} />
        </Link>
      </Tooltip>
    </li>
  )
}

const look = (on: boolean) => classes('side-item', css.tool, on && css.on)

function Chat({ chat, onChat }: ChatProps) {
  const { unread, label } = useUnread()
  return (
    <li>
      <Tooltip title={label} placement="left">
        <button
          type="button"
          aria-label={label}
          aria-expanded={chat}
          onClick={() => onChat(!chat)}
          className={look(chat)}
        >
          <ChatBubbleOutlineOutlined />
          <Badge count={unread} />
        </button>
      </Tooltip>
    </li>
  )
}

function Cart() {
  const { data } = useDoc('cart', useUser().id)
  const { length } = cartOf(data?.record).lines
  const label = length > 0 ? many(length, 'Cart, {n} product', 'Cart, {n} products') : say('Cart')
  return (
    <Go to={paths.shop} label={label} count={length}>
      <ShoppingCartOutlined />
    </Go>
  )
}

function Todo() {
  const { data } = useDoc('todo_list', useUser().id)
  const due = todosOf(data).filter((one) => keeps('today', one)).length
  return (
    <Go to={paths.todo} label={due > 0 ? say('To-do, {due} due', { due }) : say('To-do')} count={due}>
      <TaskAltOutlined />
    </Go>
  )
}

function Mode() {
  const dispatch = useAppDispatch()
  const dark = THEMES[useTheme()].mode === 'dark'
  const label = dark ? say('Light theme') : say('Dark theme')
  return (
    <li>
      <Tooltip title={label} placement="left">
        <button
          type="button"
          aria-label={label}
          onClick={() => dispatch(setSettings({ theme: dark ? DEFAULT_THEME : DARK_THEME }))}
          className={look(false)}
        >
          {dark ? <LightModeOutlined /> : <DarkModeOutlined />}
        </button>
      </Tooltip>
    </li>
  )
}
