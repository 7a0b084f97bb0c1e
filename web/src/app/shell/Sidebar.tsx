// The side navigation: label headings, groups that open by themselves, outside links, badges, and a compact mode.
import ExpandMore from '@mui/icons-material/ExpandMore'
import OpenInNew from '@mui/icons-material/OpenInNew'
import Tooltip from '@mui/material/Tooltip'
import { useEffect, useState, type ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'
import { Logo } from '../../ui/Logo'
import { MenuIcon } from '../../ui/MenuIcon'
import { currentOf, type NavItem } from './nav'
import { classes } from '../../theme/classes'
import { pieces } from '../../ui/format'
import css from './Sidebar.module.css'
import { say } from '../../words/say'

export const WIDE = 260
export const COMPACT = 80

export function Sidebar({ nav, compact, onGo }: { nav: NavItem[]; compact: boolean; onGo?: () => void }) {
  const { pathname } = useLocation()
  const current = currentOf(nav, pathname)
  return (
    <nav aria-label={say('Main')} className={`no-print ${css.sidebar}`} style={{ width: compact ? COMPACT : WIDE }}>
      <div className={classes(css.brand, compact && css.compactBrand)}>
        <Logo />
        {!compact && 'Godown'}
      </div>
      <ul className={css.list}>
        {nav.map((item, at) => (
          <Entry key={`${item.path}${item.name}${at}`} item={item} compact={compact} current={current} onGo={onGo} />
        ))}
      </ul>
    </nav>
  )
}

interface EntryProps {
  item: NavItem
  compact: boolean
  current: NavItem | null
  onGo?: () => void
}

function Entry({ item, compact, current, onGo }: EntryProps) {
  if (item.kind === 'label') return <Heading name={item.name} compact={compact} />
  if (item.children.length > 0) return <Group item={item} compact={compact} current={current} onGo={onGo} />
  return (
    <li>
      <Leaf item={item} compact={compact} on={current === item} onGo={onGo} />
    </li>
  )
}

function Heading({ name, compact }: { name: string; compact: boolean }) {
  if (compact) return <li aria-hidden className={css.divider} />
  return <li className={css.section}>{name}</li>
}

const entry = (on: boolean, compact: boolean, child = false) =>
  classes('side-item', css.entry, compact && css.compact, on && css.on, on && !child && css.ground)

function Mark() {
  return <span aria-hidden className={css.current} />
}

function Badge({ value, compact }: { value: number | null; compact: boolean }) {
  if (!value) return null
  if (compact) return <span aria-label={say('{value} waiting', { value: pieces(value) })} className={css.dot} />
  return (
    <span aria-label={say('{value} waiting', { value: pieces(value) })} className={`num ${css.badge}`}>
      {pieces(value)}
    </span>
  )
}

function WithTip({ tip, when, children }: { tip: string; when: boolean; children: React.ReactElement }) {
  return when ? (
    <Tooltip title={tip} placement="right">
      {children}
    </Tooltip>
  ) : (
    children
  )
}

function Leaf({
  item,
  compact,
  on,
  onGo,
  child,
}: {
  item: NavItem
  compact: boolean
  on: boolean
  onGo?: () => void
  child?: boolean
}) {
  const inside: ReactNode = (
    <>
      {on && !child && <Mark />}
      {child && !compact ? <Dot on={on} /> : <MenuIcon name={item.icon} />}
      {!compact && <span className="ellipsis grow">{item.name}</span>}
      {item.kind === 'link' && !compact && <OpenInNew aria-label={say('opens in a new tab')} className="text-16" />}
      <Badge value={item.badge} compact={compact} />
    </>
  )
  const look = {
    className: entry(on, compact, child),
    'aria-label': compact ? item.name : undefined,
  }
  return (
    <WithTip
      tip={item.badge ? say('{name}, {badge} waiting', { name: item.name, badge: pieces(item.badge) }) : item.name}
      when={compact}
    >
      {item.kind === 'link' ? (
        <a href={item.path} target="_blank" rel="noopener noreferrer" {...look}>
          {inside}
        </a>
      ) : (
        <NavLink to={item.path} onClick={onGo} aria-current={on ? 'page' : undefined} {...look}>
          {inside}
        </NavLink>
      )}
    </WithTip>
  )
}

function Dot({ on }: { on: boolean }) {
  return (
    <span aria-hidden className={css.icon}>
      <span className={classes(css.bullet, on && css.bulletOn)} />
    </span>
  )
}

function Group({ item, compact, current, onGo }: EntryProps) {
  const { pathname } = useLocation()
  const inside = item.children.some((child) => child === current)
  const here = item.children.some((child) => child.path === pathname)
  const [open, setOpen] = useState(here)
  useEffect(() => {
    if (here) setOpen(true)
  }, [here])
  const waiting = item.badge ?? item.children.reduce((sum, child) => sum + (child.badge ?? 0), 0)
  if (compact)
    return (
      <>
        {item.children.map((child) => (
          <li key={child.path}>
            <Leaf item={{ ...child, icon: child.icon || item.icon }} compact on={child === current} onGo={onGo} />
          </li>
        ))}
      </>
    )
  return (
    <li>
      <button type="button" className={entry(inside, false)} aria-expanded={open} onClick={() => setOpen(!open)}>
        {inside && <Mark />}
        <MenuIcon name={item.icon} />
        <span className="grow">{item.name}</span>
        {!open && <Badge value={waiting} compact={false} />}
        <ExpandMore aria-hidden className={classes(css.arrow, !open && css.arrowClosed)} />
      </button>
      {open && (
        <ul>
          {item.children.map((child) => (
            <li key={child.path}>
              <Leaf item={child} compact={false} on={child === current} onGo={onGo} child />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
