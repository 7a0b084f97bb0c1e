// The person: who is signed in, the theme, the density of tables, and signing out.
import Check from '@mui/icons-material/Check'
import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined'
import ExpandMore from '@mui/icons-material/ExpandMore'
import ExploreOutlined from '@mui/icons-material/ExploreOutlined'
import HelpOutlineOutlined from '@mui/icons-material/HelpOutlineOutlined'
import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined'
import LightModeOutlined from '@mui/icons-material/LightModeOutlined'
import LockOutlined from '@mui/icons-material/LockOutlined'
import Logout from '@mui/icons-material/Logout'
import PaletteOutlined from '@mui/icons-material/PaletteOutlined'
import PersonOutlined from '@mui/icons-material/PersonOutlined'
import TuneOutlined from '@mui/icons-material/TuneOutlined'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useId, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useInstall, type Install } from '../../sync/install'
import { useReach } from '../../net/reach'
import { isOpen, useOutbox } from '../../sync/outbox'
import { signOut } from '../../sync/session'
import { themeLabel, useTheme } from '../../sync/theme'
import { setSettings, type Density } from '../../sync/settings'
import { useAppDispatch, useAppSelector, useUser } from '../../sync/store'
import { offerTour } from '../../sync/tour'
import { roleLabel } from '../../core'
import { paths } from '../../docs/paths'
import { THEME_CHOICES, DARK_THEME, DEFAULT_THEME, THEMES, rolesOf, type ThemeName } from '../../theme/themes'
import { initials } from '../../ui/words'
import css from './PersonMenu.module.css'
import { LANGUAGE, LANGUAGES, speak } from '../../words/language'
import { many, say } from '../../words/say'

const DENSITIES: [Density, string][] = [
  ['roomy', say('Roomy rows')],
  ['compact', say('Compact rows')],
  ['dense', say('Dense rows')],
]

export function PersonMenu({ narrow, onShortcuts }: { narrow: boolean; onShortcuts: () => void }) {
  const user = useUser()
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { theme: chosen, density } = useAppSelector((state) => state.settings)
  const theme = useTheme()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [themes, setThemes] = useState(false)
  const close = () => {
    setAnchor(null)
    setThemes(false)
  }
  const unsent = useOutbox().filter(isOpen).length
  const app = useInstall()
  const away = !useReach().live
  const [leaving, setLeaving] = useState(false)
  const leave = () => void signOut(dispatch)
  const dark = THEMES[theme].mode === 'dark'
  const roles = user.roles.map(roleLabel).join(', ')
  const pick = (name: ThemeName | null) => dispatch(setSettings({ theme: name }))
  return (
    <>
      <button
        type="button"
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
        aria-expanded={!!anchor}
        className={css.button}
      >
        <span aria-hidden className={css.initials}>
          {initials(user.name)}
        </span>
        {narrow && (
          <span className="visually-hidden">
            {user.name}, {roles}
          </span>
        )}
        {!narrow && (
          <span className={css.words}>
            <span className="bold text-13">{user.name}</span>
            <span className="muted text-12">{roles}</span>
          </span>
        )}
        {!narrow && <ExpandMore aria-hidden className="text-18 muted" />}
      </button>
      <Menu open={!!anchor} anchorEl={anchor} onClose={close} slotProps={{ paper: { className: css.menu } }}>
        {narrow && (
          <li role="none" className={css.person}>
            <strong>{user.name}</strong>
            <br />
            <span className="muted text-12">{roles}</span>
          </li>
        )}
        <MenuItem onClick={() => pick(dark ? DEFAULT_THEME : DARK_THEME)}>
          {dark ? <LightModeOutlined className="text-20" /> : <DarkModeOutlined className="text-20" />}
          {dark ? say('Light') : say('Dark')}
        </MenuItem>
        <MenuItem onClick={() => setThemes(!themes)} aria-expanded={themes}>
          <PaletteOutlined className="text-20" />
          <span className="grow">{say('Theme')}</span>
          <span className="muted text-12">{themeLabel(chosen)}</span>
        </MenuItem>
        {themes &&
          THEME_CHOICES.map((choice) => (
            <MenuItem
              key={choice ?? ''}
              role="menuitemradio"
              aria-checked={choice === chosen}
              onClick={() => pick(choice)}
              className={css.theme}
            >
              <Swatch name={choice ?? theme} />
              <span className="grow">{themeLabel(choice)}</span>
              {choice === chosen && <Check className="text-18 accent" />}
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
            <span className={css.tick}>{density === value && <Check className="text-18 accent" />}</span>
            {label}
          </MenuItem>
        ))}
        <Divider />
        {LANGUAGES.map(({ key, name, locale }) => (
          <MenuItem key={key} role="menuitemradio" aria-checked={key === LANGUAGE.key} onClick={() => speak(key)}>
            <span className={css.tick}>{key === LANGUAGE.key && <Check className="text-18 accent" />}</span>
            <span lang={locale} data-own>
              {name}
            </span>
          </MenuItem>
        ))}
        <Divider />
        <MenuItem
          onClick={() => {
            close()
            void navigate(paths.helpFor(pathname))
          }}
        >
          <HelpOutlineOutlined className="text-20" />
          {say('Help for this page')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            close()
            offerTour(user.id)
          }}
        >
          <ExploreOutlined className="text-20" />
          {say('Tour of your day')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            close()
            onShortcuts()
          }}
        >
          <KeyboardOutlined className="text-20" />
          {say('Keyboard shortcuts')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            close()
            void navigate(paths.profile)
          }}
        >
          <PersonOutlined className="text-20" />
          {say('Profile')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            close()
            void navigate(paths.ownSettings)
          }}
        >
          <TuneOutlined className="text-20" />
          {say('My settings')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            close()
            void navigate(paths.changePassword)
          }}
        >
          <LockOutlined className="text-20" />
          {say('Change password')}
        </MenuItem>
        <li role="none" className={css.version}>
          {installed(app)}
        </li>
        <MenuItem
          onClick={() => {
            close()
            if (unsent > 0 || away) setLeaving(true)
            else leave()
          }}
        >
          <Logout className="text-20" />
          {say('Sign out')}
        </MenuItem>
      </Menu>
      {leaving && <Leaving unsent={unsent} away={away} onStay={() => setLeaving(false)} onLeave={leave} />}
    </>
  )
}

/** Whether the app opens on this device without the server. */
function installed({ why, ready }: Install): string {
  if (why) return say('Online only. {why}', { why })
  return ready ? say('Available offline on this device.') : say('Not available offline on this device yet.')
}

function Leaving({
  unsent,
  away,
  onStay,
  onLeave,
}: {
  unsent: number
  away: boolean
  onStay: () => void
  onLeave: () => void
}) {
  const id = useId()
  return (
    <Dialog open onClose={onStay} aria-labelledby={id} maxWidth="xs" fullWidth>
      <div className="p-20 grid gap-12">
        <h2 id={id} className="heading">
          {unsent > 0
            ? many(unsent, '{n} change is not sent yet', '{n} changes are not sent yet')
            : say('You are offline')}
        </h2>
        {away && <p>{say('Signing in again needs the server: it is possible only once you are online.')}</p>}
        <p className="muted">
          {unsent > 0
            ? say(
                'What you saw leaves this browser when you sign out. What is not sent stays under your name, ' +
                  'unseen by others, and is sent once you sign in here again.',
              )
            : say('What you saw leaves this browser when you sign out.')}
        </p>
        <div className="flex gap-8">
          <Button variant="contained" color="primary" onClick={onStay} autoFocus>
            {say('Stay signed in')}
          </Button>
          <Button onClick={onLeave}>{say('Sign out')}</Button>
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
      className={css.swatch}
      style={{ background: `linear-gradient(135deg, ${r.fill} 50%, ${r.paper} 50%)` }}
    />
  )
}
