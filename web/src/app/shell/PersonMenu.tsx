// The person: who is signed in, the theme, the density of tables, and signing out.
import Check from '@mui/icons-material/Check'
import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined'
import ExpandMore from '@mui/icons-material/ExpandMore'
import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined'
import LightModeOutlined from '@mui/icons-material/LightModeOutlined'
import LockOutlined from '@mui/icons-material/LockOutlined'
import Logout from '@mui/icons-material/Logout'
import PaletteOutlined from '@mui/icons-material/PaletteOutlined'
import PersonOutlined from '@mui/icons-material/PersonOutlined'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useInstall, type Install } from '../../sync/install'
import { isOpen, useOutbox } from '../../sync/outbox'
import { signOut } from '../../sync/session'
import { setSettings, type Density } from '../../sync/settings'
import { useAppDispatch, useAppSelector, useUser } from '../../sync/store'
import { roleLabel } from '../../core'
import { paths } from '../../docs/paths'
import { THEMES, role, rolesOf, type ThemeName } from '../../theme/themes'
import { initials } from '../../ui/words'

const DENSITIES: [Density, string][] = [
  ['roomy', 'Roomy rows'],
  ['compact', 'Compact rows'],
  ['dense', 'Dense rows'],
]

export function PersonMenu({ narrow, onShortcuts }: { narrow: boolean; onShortcuts: () => void }) {
  const user = useUser()
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { theme, density } = useAppSelector((state) => state.settings)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [themes, setThemes] = useState(false)
  const close = () => {
    setAnchor(null)
    setThemes(false)
  }
  const unsent = useOutbox().filter(isOpen).length
  const app = useInstall()
  const [leaving, setLeaving] = useState(false)
  const leave = () => void signOut(dispatch)
  const dark = THEMES[theme].mode === 'dark'
  const roles = user.roles.map(roleLabel).join(', ')
  const place = typeof user.branch_names === 'string' ? user.branch_names : undefined
  const pick = (name: ThemeName) => dispatch(setSettings({ theme: name }))
  return (
    <>
      <button
        type="button"
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
        aria-expanded={!!anchor}
        style={{
          display: 'flex',
          alignItems: 'center',
          gap: 10,
          background: 'none',
          border: 0,
          padding: 4,
          borderRadius: 6,
          cursor: 'pointer',
          textAlign: 'left',
          minHeight: 44,
          flex: 'none',
          whiteSpace: 'nowrap',
        }}
      >
        <span
          aria-hidden
          style={{
            width: 32,
            height: 32,
            borderRadius: 16,
            display: 'grid',
            placeItems: 'center',
            background: role.fill,
            color: role.onFill,
            fontSize: 13,
            fontWeight: 600,
          }}
        >
          {initials(user.name)}
        </span>
        {narrow && (
          <span className="visually-hidden">
            {user.name}, {roles}
          </span>
        )}
        {!narrow && (
          <span style={{ display: 'grid', lineHeight: '18px' }}>
            <span style={{ fontWeight: 600, fontSize: 13 }}>{user.name}</span>
            <span style={{ color: role.ink2, fontSize: 12 }}>{[roles, place].filter(Boolean).join(' · ')}</span>
          </span>
        )}
        {!narrow && <ExpandMore aria-hidden style={{ fontSize: 18, color: role.ink2 }} />}
      </button>
      <Menu
        open={!!anchor}
        anchorEl={anchor}
        onClose={close}
        slotProps={{ paper: { style: { width: 260, maxHeight: 'min(720px, 90vh)' } } }}
      >
        {narrow && (
          <li role="none" style={{ padding: '6px 16px 8px' }}>
            <strong>{user.name}</strong>
            <br />
            <span style={{ color: role.ink2, fontSize: 12 }}>{roles}</span>
          </li>
        )}
        <MenuItem onClick={() => pick(dark ? 'blue' : 'blueDark')}>
          {dark ? <LightModeOutlined style={{ fontSize: 20 }} /> : <DarkModeOutlined style={{ fontSize: 20 }} />}
          {dark ? 'Light' : 'Dark'}
        </MenuItem>
        <MenuItem onClick={() => setThemes(!themes)} aria-expanded={themes}>
          <PaletteOutlined style={{ fontSize: 20 }} />
          <span style={{ flex: 1 }}>Theme</span>
          <span style={{ color: role.ink2, fontSize: 12 }}>{THEMES[theme].label}</span>
        </MenuItem>
        {themes &&
          (Object.keys(THEMES) as ThemeName[]).map((name) => (
            <MenuItem
              key={name}
              role="menuitemradio"
              aria-checked={name === theme}
              onClick={() => pick(name)}
              style={{ paddingLeft: 24 }}
            >
              <Swatch name={name} />
              <span style={{ flex: 1 }}>{THEMES[name].label}</span>
              {name === theme && <Check style={{ fontSize: 18, color: role.link }} />}
            </MenuItem>
          ))}
        <Divider />
        {DENSITIES.map(([value, label]) => (
          <MenuItem
            key={value}
            role="menuitemradio"
            aria-checked={density === value}
            onClick={() => dispatch(setSettings({ density: value }))}
          >
            <span style={{ width: 20, display: 'grid' }}>
              {density === value && <Check style={{ fontSize: 18, color: role.link }} />}
            </span>
            {label}
          </MenuItem>
        ))}
        <Divider />
        <MenuItem
          onClick={() => {
            close()
            onShortcuts()
          }}
        >
          <KeyboardOutlined style={{ fontSize: 20 }} />
          Keyboard shortcuts
        </MenuItem>
        <MenuItem
          onClick={() => {
            close()
            void navigate(paths.profile)
          }}
        >
          <PersonOutlined style={{ fontSize: 20 }} />
          Profile
        </MenuItem>
        <MenuItem
          onClick={() => {
            close()
            void navigate(paths.changePassword)
          }}
        >
          <LockOutlined style={{ fontSize: 20 }} />
          Change password
        </MenuItem>
        <li role="none" style={{ padding: '6px 16px', fontSize: 12, color: role.ink2, whiteSpace: 'normal' }}>
          {installed(app)}
        </li>
        <MenuItem
          onClick={() => {
            close()
            if (unsent > 0) setLeaving(true)
            else leave()
          }}
        >
          <Logout style={{ fontSize: 20 }} />
          Sign out
        </MenuItem>
      </Menu>
      {leaving && <Leaving unsent={unsent} onStay={() => setLeaving(false)} onLeave={leave} />}
    </>
  )
}

/** Whether the app opens on this device without the server. */
function installed({ why, ready }: Install): string {
  if (why) return `Online only. ${why}`
  return ready ? 'Available offline on this device.' : 'Not available offline on this device yet.'
}

function Leaving({ unsent, onStay, onLeave }: { unsent: number; onStay: () => void; onLeave: () => void }) {
  const id = useId()
  return (
    <Dialog open onClose={onStay} aria-labelledby={id} maxWidth="xs" fullWidth>
      <div style={{ padding: 20, display: 'grid', gap: 12 }}>
        <h2 id={id} style={{ fontSize: 16, lineHeight: '24px', fontWeight: 600 }}>
          {unsent === 1 ? '1 change is' : `${unsent} changes are`} not sent yet
        </h2>
        <p style={{ color: role.ink2 }}>
          What you saw leaves this browser when you sign out. What is not sent stays under your name, unseen by others,
          and is sent once you sign in here again.
        </p>
        <div style={{ display: 'flex', gap: 8 }}>
          <Button variant="contained" color="primary" onClick={onStay} autoFocus>
            Stay signed in
          </Button>
          <Button onClick={onLeave}>Sign out</Button>
        </div>
      </div>
    </Dialog>
  )
}

function Swatch({ name }: { name: ThemeName }) {
  const r = rolesOf(name)
  return (
    <span
      aria-hidden
      style={{
        width: 20,
        height: 20,
        borderRadius: 10,
        border: `1px solid ${role.lineStrong}`,
        background: `linear-gradient(135deg, ${r.fill} 50%, ${r.paper} 50%)`,
      }}
    />
  )
}
