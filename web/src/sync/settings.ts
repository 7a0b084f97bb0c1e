// What a person chose for the screen: kept in this browser.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { themeNamed, type ThemeName } from '../theme/themes'

export type Density = 'roomy' | 'compact' | 'dense'
export const ROW_HEIGHT: Record<Density, number> = { roomy: 38, compact: 32, dense: 28 }

export interface Settings {
  /** Null for the one that fits the device's light or dark mode. */
  theme: ThemeName | null
  compact: boolean
  density: Density
  keys: boolean
}

const KEY = 'godown.settings'

function stored(): Settings {
  const standard: Settings = { theme: null, compact: false, density: 'roomy', keys: true }
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>
    return { ...standard, ...kept, theme: themeNamed(kept.theme) }
  } catch {
    return standard
  }
}

const slice = createSlice({
  name: 'settings',
  initialState: stored,
  reducers: {
    set: (state, { payload }: PayloadAction<Partial<Settings>>) => ({ ...state, ...payload }),
  },
})

export const { set: setSettings } = slice.actions
export const settingsReducer = slice.reducer

export function keep(settings: Settings) {
  localStorage.setItem(KEY, JSON.stringify(settings))
}
