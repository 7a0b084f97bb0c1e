// The side navigation: label headings, groups that open by themselves, outside links, badges, and a compact mode.
import ExpandMore from '@mui/icons-material/ExpandMore'
import OpenInNew from '@mui/icons-material/OpenInNew'
import Tooltip from '@mui/material/Tooltip'
import { useEffect, useState, type ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'
import { role } from '../../theme/themes'
import { Logo } from '../../ui/Logo'
import { MenuIcon } from './icons'
import { currentOf, type NavItem } from './nav'

export const WIDE = 260
export const COMPACT = 80

export function Sidebar({ nav, compact, onGo }: { nav: NavItem[]; compact: boolean; onGo?: () => void }) {
  const { pathname } = useLocation()
  const current = currentOf(nav, pathname)
  return (
    <nav
      aria-label="Main"
      className="no-print"
      style={{
        width: compact ? COMPACT : WIDE,
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        background: role.side,
        borderRight: `1px solid ${role.sideLine}`,
        color: role.sideInk,
        flex: 'none',
      }}
    >
      <div
        style={{
          height: 64,
          display: 'flex',
          alignItems: 'center',
          gap: 12,
          padding: compact ? 0 : '0 18px',
          justifyContent: compact ? 'center' : 'flex-start',
          fontSize: 18,
          fontWeight: 600,
          flex: 'none',
        }}
      >
        <Logo />
        {!compact && 'Godown'}
      </div>
      <ul
        style={{
          flex: 1,
          overflowY: 'auto',
          overflowX: 'hidden',
          padding: '4px 12px 16px',
          scrollbarWidth: 'thin',
          scrollbarColor: `${role.sideOn} transparent`,
        }}
      >
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
  if (compact) return <li aria-hidden style={{ height: 1, background: role.sideOn, margin: '11px 12px' }} />
  return (
    <li
      style={{
        padding: '14px 12px 6px',
        fontSize: 12,
        lineHeight: '16px',
        fontWeight: 600,
        letterSpacing: '0.04em',
        textTransform: 'uppercase',
        color: role.sideInk2,
      }}
    >
      {name}
    </li>
  )
}

function row(on: boolean, compact: boolean) {
  return {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    height: 44,
    width: '100%',
    borderRadius: 6,
    border: 0,
    padding: compact ? 0 : '0 12px',
    justifyContent: compact ? 'center' : 'flex-start',
    cursor: 'pointer',
    textDecoration: 'none',
    textAlign: 'left',
    background: on ? role.sideOn : 'transparent',
    color: on ? role.sideInk : role.sideInk2,
    fontWeight: on ? 550 : 450,
  } as const
}

function Mark() {
  return (
    <span
      aria-hidden
      style={{ position: 'absolute', left: 0, top: 10, bottom: 10, width: 3, borderRadius: 2, background: role.amber }}
    />
  )
}

function Badge({ value, compact }: { value: number | null; compact: boolean }) {
  if (!value) return null
  if (compact)
    return (
      <span
        aria-label={`${value} waiting`}
        style={{
          position: 'absolute',
          top: 9,
          right: 12,
          width: 8,
          height: 8,
          borderRadius: 4,
          background: role.amber,
        }}
      />
    )
  return (
    <span
      aria-label={`${value} waiting`}
      className="num"
      style={{
        minWidth: 22,
        padding: '1px 7px',
        borderRadius: 10,
        background: role.amber,
        color: role.onAmber,
        fontSize: 12,
        lineHeight: '16px',
        fontWeight: 600,
        textAlign: 'center',
      }}
    >
      {value}
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
      {!compact && (
        <span style={{ flex: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{item.name}</span>
      )}
      {item.kind === 'link' && !compact && <OpenInNew aria-label="opens in a new tab" style={{ fontSize: 16 }} />}
      <Badge value={item.badge} compact={compact} />
    </>
  )
  const look = {
    style: child ? { ...row(on, compact), background: 'transparent' } : row(on, compact),
    className: 'side-item',
    'aria-label': compact ? item.name : undefined,
  }
  return (
    <WithTip tip={item.badge ? `${item.name}, ${item.badge} waiting` : item.name} when={compact}>
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
    <span aria-hidden style={{ width: 20, display: 'grid', placeItems: 'center', flex: 'none' }}>
      <span
        style={{
          width: on ? 7 : 5,
          height: on ? 7 : 5,
          borderRadius: 4,
          background: on ? role.amber : role.sideInk2,
          boxShadow: on ? `0 0 0 3px ${role.sideOn}` : 'none',
        }}
      />
    </span>
  )
}

function Group({ item, compact, current, onGo }: EntryProps) {
  const { pathname } = useLocation()
  const inside = item.children.some((child) => child === current || child.path === pathname)
  const [open, setOpen] = useState(inside)
  useEffect(() => {
    if (inside) setOpen(true)
  }, [inside])
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
      <button
        type="button"
        className="side-item"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        style={row(inside, false)}
      >
        {inside && <Mark />}
        <MenuIcon name={item.icon} />
        <span style={{ flex: 1 }}>{item.name}</span>
        {!open && <Badge value={waiting} compact={false} />}
        <ExpandMore
          aria-hidden
          style={{ fontSize: 18, transform: open ? 'none' : 'rotate(-90deg)', transition: 'transform 120ms' }}
        />
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
