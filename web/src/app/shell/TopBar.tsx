// The top bar: sidebar switch, search, whether the server answers, what waits, and the person.
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import MenuIcon from '@mui/icons-material/Menu'
import MenuOpen from '@mui/icons-material/MenuOpen'
import Search from '@mui/icons-material/Search'
import IconButton from '@mui/material/IconButton'
import { useReach } from '../../net/reach'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { docDef } from '../../core'
import { role } from '../../theme/themes'
import { time } from '../../ui/format'
import { Kbd } from '../../ui/Kbd'
import { Bell } from './Bell'
import { PersonMenu } from './PersonMenu'
import { Unsent } from './Unsent'
import { Waiting } from './Waiting'

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
  const label = narrow ? 'Open the menu' : compact ? 'Expand the menu' : 'Collapse the menu'
  return (
    <header
      className="no-print"
      style={{
        height: 64,
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        gap: narrow ? 4 : 12,
        padding: narrow ? '0 8px' : '0 16px',
        background: role.paper,
        borderBottom: `1px solid ${role.line}`,
      }}
    >
      <IconButton onClick={onToggle} aria-label={label}>
        {narrow ? <MenuIcon /> : <MenuOpen style={{ transform: compact ? 'scaleX(-1)' : 'none' }} />}
      </IconButton>
      {narrow ? (
        <IconButton onClick={onSearch} aria-label="Search or jump to anything">
          <Search />
        </IconButton>
      ) : (
        <button
          type="button"
          onClick={onSearch}
          style={{
            display: 'flex',
            alignItems: 'center',
            gap: 8,
            width: 400,
            minWidth: 180,
            flexShrink: 1,
            height: 36,
            padding: '0 10px',
            borderRadius: 6,
            border: `1px solid ${role.line}`,
            background: role.sunk,
            color: role.ink2,
            cursor: 'text',
            textAlign: 'left',
          }}
        >
          <Search aria-hidden style={{ fontSize: 18 }} />
          <span style={{ flex: 1, overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis' }}>
            Search or jump to anything
          </span>
          <Kbd>Ctrl</Kbd>
          <Kbd>K</Kbd>
        </button>
      )}
      <span style={{ flex: 1 }} />
      <Pill narrow={narrow} />
      <Unsent />
      <Waiting />
      {told && <Bell />}
      {!narrow && <span aria-hidden style={{ width: 1, height: 36, background: role.line }} />}
      <PersonMenu narrow={narrow} onShortcuts={onShortcuts} />
    </header>
  )
}

function Pill({ narrow }: { narrow: boolean }) {
  const reach = useReach()
  const shape = {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 8,
    height: 28,
    padding: '0 11px',
    borderRadius: 14,
    fontSize: 13,
    whiteSpace: 'nowrap',
  } as const
  if (reach.live) {
    return (
      <span role="status" style={{ ...shape, border: `1px solid ${role.line}`, color: role.ink2 }}>
        <span aria-hidden style={{ width: 8, height: 8, borderRadius: 4, background: role.ok }} />
        Live
      </span>
    )
  }
  return (
    <span role="status" style={{ ...shape, background: role.offTint, color: role.off, fontWeight: 550 }}>
      <CloudOffOutlined aria-hidden style={{ fontSize: 16 }} />
      Offline{!narrow && ` since ${time(reach.since)}`}
    </span>
  )
}
