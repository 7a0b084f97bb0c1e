// What the palette can do beside opening pages: themes, density, the menu, the shortcuts, and leaving.
import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../docs/paths'
import { signOut } from '../../sync/session'
import { setSettings, type Density, type Menu } from '../../sync/settings'
import { useAppDispatch, useAppSelector } from '../../sync/store'
import { themeLabel } from '../../sync/theme'
import { THEME_CHOICES, THEMES } from '../../theme/themes'
import { say } from '../../words/say'

export interface Command {
  key: string
  title: string
  /** Further words that find it. */
  words: string
  icon: string
  run: () => void
}

const DENSITIES: [Density, string][] = [
  ['roomy', say('Roomy rows')],
  ['compact', say('Compact rows')],
  ['dense', say('Dense rows')],
]

const MENU_COMMANDS: [Menu, string][] = [
  ['full', say('Expand the menu')],
  ['compact', say('Collapse the menu')],
  ['closed', say('Close the menu')],
]

export function useCommands(onShortcuts: () => void): Command[] {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { theme: chosen, density, menu, keys } = useAppSelector((state) => state.settings)
  return useMemo(() => {
    const set = (settings: Parameters<typeof setSettings>[0]) => () => void dispatch(setSettings(settings))
    return [
      ...THEME_CHOICES.filter((choice) => choice !== chosen).map((choice) => ({
        key: `theme:${choice ?? ''}`,
        title: say('Theme: {choice}', { choice: themeLabel(choice) }),
        words: say('{value} mode colour', { value: choice ? THEMES[choice].mode : say('light dark') }),
        icon: 'tune',
        run: set({ theme: choice }),
      })),
      ...DENSITIES.filter(([value]) => value !== density).map(([value, title]) => ({
        key: `density:${value}`,
        title,
        words: say('density table height'),
        icon: 'tune',
        run: set({ density: value }),
      })),
      ...MENU_COMMANDS.filter(([value]) => value !== menu).map(([value, title]) => ({
        key: `menu:${value}`,
        title,
        words: 'sidebar compact',
        icon: 'tune',
        run: set({ menu: value }),
      })),
      {
        key: 'letters',
        title: keys ? say('Turn off single-letter shortcuts') : say('Turn on single-letter shortcuts'),
        words: 'keyboard keys',
        icon: 'tune',
        run: set({ keys: !keys }),
      },
      {
        key: 'help',
        title: say('Help'),
        words: say('question guide how to explain'),
        icon: 'tune',
        run: () => void navigate(paths.help()),
      },
      {
        key: 'help-page',
        title: say('Help for this page'),
        words: say('question guide explain status'),
        icon: 'tune',
        run: () => void navigate(paths.helpFor(pathname)),
      },
      { key: 'shortcuts', title: say('Keyboard shortcuts'), words: 'keys help', icon: 'tune', run: onShortcuts },
      {
        key: 'profile',
        title: say('Profile'),
        words: say('my account picture'),
        icon: 'badge',
        run: () => void navigate(paths.profile),
      },
      {
        key: 'settings',
        title: say('My settings'),
        words: say('preferences options theme layout density language notification channels'),
        icon: 'tune',
        run: () => void navigate(paths.ownSettings),
      },
      {
        key: 'leave',
        title: say('Sign out'),
        words: say('log out leave'),
        icon: 'badge',
        run: () => void signOut(dispatch),
      },
    ]
  }, [chosen, density, dispatch, keys, menu, navigate, onShortcuts, pathname])
}
