// What the palette can do beside opening pages: themes, density, the menu, the shortcuts, and leaving.
import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../docs/paths'
import { signOut } from '../../sync/session'
import { setSettings, type Density } from '../../sync/settings'
import { useAppDispatch, useAppSelector } from '../../sync/store'
import { themeLabel } from '../../sync/theme'
import { THEME_CHOICES, THEMES } from '../../theme/themes'

export interface Command {
  key: string
  title: string
  /** Further words that find it. */
  words: string
  icon: string
  run: () => void
}

const DENSITIES: [Density, string][] = [
  ['roomy', 'Roomy rows'],
  ['compact', 'Compact rows'],
  ['dense', 'Dense rows'],
]

export function useCommands(onShortcuts: () => void): Command[] {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { theme: chosen, density, compact, keys } = useAppSelector((state) => state.settings)
  return useMemo(() => {
    const set = (settings: Parameters<typeof setSettings>[0]) => () => void dispatch(setSettings(settings))
    return [
      ...THEME_CHOICES.filter((choice) => choice !== chosen).map((choice) => ({
        key: `theme:${choice ?? ''}`,
        title: `Theme: ${themeLabel(choice)}`,
        words: `${choice ? THEMES[choice].mode : 'light dark'} mode colour`,
        icon: 'tune',
        run: set({ theme: choice }),
      })),
      ...DENSITIES.filter(([value]) => value !== density).map(([value, title]) => ({
        key: `density:${value}`,
        title,
        words: 'density table height',
        icon: 'tune',
        run: set({ density: value }),
      })),
      {
        key: 'menu',
        title: compact ? 'Expand the menu' : 'Collapse the menu',
        words: 'sidebar compact',
        icon: 'tune',
        run: set({ compact: !compact }),
      },
      {
        key: 'letters',
        title: keys ? 'Turn off single-letter shortcuts' : 'Turn on single-letter shortcuts',
        words: 'keyboard keys',
        icon: 'tune',
        run: set({ keys: !keys }),
      },
      {
        key: 'help',
        title: 'Help',
        words: 'question guide how to explain',
        icon: 'tune',
        run: () => void navigate(paths.help()),
      },
      {
        key: 'help-page',
        title: 'Help for this page',
        words: 'question guide explain status',
        icon: 'tune',
        run: () => void navigate(paths.helpFor(pathname)),
      },
      { key: 'shortcuts', title: 'Keyboard shortcuts', words: 'keys help', icon: 'tune', run: onShortcuts },
      {
        key: 'profile',
        title: 'Profile',
        words: 'my account picture',
        icon: 'badge',
        run: () => void navigate(paths.profile),
      },
      {
        key: 'leave',
        title: 'Sign out',
        words: 'log out leave',
        icon: 'badge',
        run: () => void signOut(dispatch),
      },
    ]
  }, [chosen, compact, density, dispatch, keys, navigate, onShortcuts, pathname])
}
