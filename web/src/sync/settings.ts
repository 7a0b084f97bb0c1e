// What a person chose for the screen and the keyboard: kept in this browser, for whoever uses it.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { themeNamed, type ThemeName } from '../theme/themes'

export type Density = 'roomy' | 'compact' | 'dense'
export const ROW_HEIGHT: Record<Density, number> = { roomy: 38, compact: 32, dense: 28 }

export const MENUS = ['full', 'compact', 'closed'] as const
/** The menu of a wide screen; on a narrow one it is closed until it is asked for. */
export type Menu = (typeof MENUS)[number]

export interface Settings {
  /** Null for the one that fits the device's light or dark mode. */
  theme: ThemeName | null
  menu: Menu
  /** Or it scrolls with the page. */
  topFixed: boolean
  footer: boolean
  /** Or it ends the page. */
  footerFixed: boolean
  /** The tools bar is offered, and whether it is open. */
  tools: boolean
  toolsOpen: boolean
  density: Density
  /** Single letters are shortcuts. */
  keys: boolean
}

/** Layout 1 as it begins: menu full, top bar fixed, footer below the page, tools bar there and closed. */
export const STANDARD: Settings = {
  theme: null,
  menu: 'full',
  topFixed: true,
  footer: true,
  footerFixed: false,
  tools: true,
  toolsOpen: false,
  density: 'roomy',
  keys: true,
}

export const SETTINGS_KEY = 'godown.settings'

/** What was kept, each value of it that there is; the standard one where it is missing or unknown. */
export function settingsOf(kept: unknown): Settings {
  const held = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>
  const flag = (key: 'topFixed' | 'footer' | 'footerFixed' | 'tools' | 'toolsOpen' | 'keys') =>
    typeof held[key] === 'boolean' ? held[key] : STANDARD[key]
  // Before the menu could be closed, whether it was compact stood alone.
  const before = held.compact === true ? 'compact' : STANDARD.menu
  return {
    theme: themeNamed(held.theme),
    menu: MENUS.find((one) => one === held.menu) ?? before,
    topFixed: flag('topFixed'),
    footer: flag('footer'),
    footerFixed: flag('footerFixed'),
    tools: flag('tools'),
    toolsOpen: flag('toolsOpen'),
    density:
      typeof held.density === 'string' && Object.hasOwn(ROW_HEIGHT, held.density)
        ? (held.density as Density)
        : STANDARD.density,
    keys: flag('keys'),
  }
}

export function storedSettings(): Settings {
  try {
    return settingsOf(JSON.parse(localStorage.getItem(SETTINGS_KEY) ?? '{}'))
  } catch {
    return STANDARD
  }
}

const slice = createSlice({
  name: 'settings',
  initialState: storedSettings,
  reducers: {
    set: (state, { payload }: PayloadAction<Partial<Settings>>) => ({ ...state, ...payload }),
  },
})

export const { set: setSettings } = slice.actions
export const settingsReducer = slice.reducer

export function keep(settings: Settings) {
  try {
    localStorage.setItem(SETTINGS_KEY, JSON.stringify(settings))
  } catch {
    // A browser that stores nothing has them until the page is closed.
  }
}
