// The colours of the themes that the core declares, and the colour roles that components use instead of colours.
import type { RecordOf } from '../core/records'
import { mix, shade } from './contrast'

export type ThemeName = NonNullable<RecordOf<'employee'>['theme']>

interface Theme {
  mode: 'light' | 'dark'
  primary: string
  secondary: string
}

export const THEMES: Record<ThemeName, Theme> = {
  whitePurple: { mode: 'light', primary: '#ffffff', secondary: '#7467ef' },
  whiteBlue: { mode: 'light', primary: '#ffffff', secondary: '#1976d2' },
  slateDark1: { mode: 'dark', primary: '#222A45', secondary: '#ff9e43' },
  slateDark2: { mode: 'dark', primary: '#1a2038', secondary: '#ff9e43' },
  purple1: { mode: 'light', primary: '#7467ef', secondary: '#ff9e43' },
  purple2: { mode: 'light', primary: '#6a75c9', secondary: '#ff9e43' },
  purpleDark1: { mode: 'dark', primary: '#7467ef', secondary: '#ff9e43' },
  purpleDark2: { mode: 'dark', primary: '#6a75c9', secondary: '#ff9e43' },
  blue: { mode: 'light', primary: '#1976d2', secondary: '#FFAF38' },
  blueDark: { mode: 'dark', primary: '#1976d2', secondary: '#FF4F30' },
  red: { mode: 'dark', primary: '#e53935', secondary: '#FFAF38' },
  // For a screen in the sun: ink on white, and every text and line at the contrast of print.
  sunlight: { mode: 'light', primary: '#0b3d91', secondary: '#000000' },
}

export const DEFAULT_THEME: ThemeName = 'blue'
export const DARK_THEME: ThemeName = 'blueDark'
/** What a person may choose; null is light or dark, as the device is. */
export const THEME_CHOICES: (ThemeName | null)[] = [null, ...(Object.keys(THEMES) as ThemeName[])]

const LIGHT = {
  bg: '#fafafa',
  paper: '#ffffff',
  sunk: '#f4f5f8',
  line: '#e5e7ee',
  lineStrong: '#d3d7e2',
  control: '#8b90a3',
  ink: '#34314c',
  ink2: '#6b697d',
  ink3: '#9a98a8',
  ok: '#1b7a43',
  okTint: '#e8f2ec',
  warn: '#8a5a00',
  warnTint: '#fdf3dc',
  danger: '#c3222e',
  dangerTint: '#fbeaeb',
  off: '#6b4600',
  offTint: '#fff1d6',
  toast: '#2b2d42',
  scrim: 'rgba(26,32,56,.46)',
  tintShare: 0.1,
}
const DARK = {
  bg: '#1a2038',
  paper: '#222a45',
  sunk: '#1d2440',
  line: '#333c5c',
  lineStrong: '#465073',
  control: '#7d86a5',
  ink: '#ffffff',
  ink2: '#bcc0cd',
  ink3: '#8d94ab',
  ok: '#78ce92',
  okTint: '#2d4350',
  warn: '#e1ad66',
  warnTint: '#403e4a',
  danger: '#fb9892',
  dangerTint: '#453c51',
  off: '#ffd58a',
  offTint: '#4a3d22',
  toast: '#11162a',
  scrim: 'rgba(8,11,24,.62)',
  tintShare: 0.16,
}
const BLACK = {
  ...DARK,
  bg: '#121212',
  paper: '#1e1e1e',
  sunk: '#191919',
  line: '#343434',
  lineStrong: '#4a4a4a',
  control: '#8a8a8a',
  okTint: '#2c3a30',
  warnTint: '#3d352a',
  dangerTint: '#413131',
  toast: '#000000',
}

/** In the sun a screen loses most of its contrast: nothing is pale. */
const SUNLIGHT = {
  ...LIGHT,
  bg: '#ffffff',
  sunk: '#ffffff',
  line: '#595959',
  lineStrong: '#000000',
  control: '#000000',
  ink: '#000000',
  ink2: '#1f1f1f',
  ink3: '#3d3d3d',
  ok: '#00450f',
  okTint: '#ffffff',
  warn: '#5c3000',
  warnTint: '#ffffff',
  danger: '#8a0010',
  dangerTint: '#ffffff',
  off: '#4a2d00',
  offTint: '#ffffff',
  toast: '#000000',
  tintShare: 0,
}

const READABLE = 4.6
/** Of the sunlight theme: WCAG's enhanced contrast. */
const IN_THE_SUN = 7.1

export type Roles = ReturnType<typeof rolesOf>

/** Text on a fill and links on every surface must be readable, so both are shaded from the theme's own colour. */
export function rolesOf(name: ThemeName) {
  const theme = THEMES[name]
  const dark = theme.mode === 'dark'
  const sun = name === 'sunlight'
  const base = sun ? SUNLIGHT : name === 'red' ? BLACK : dark ? DARK : LIGHT
  const readable = sun ? IN_THE_SUN : READABLE
  const surfaceIsPrimary = theme.primary === '#ffffff' || name.startsWith('slate')
  const brand = surfaceIsPrimary ? theme.secondary : theme.primary
  const onFill = brand === '#ff9e43' ? LIGHT.ink : '#ffffff'
  const fill = shade(brand, onFill === '#ffffff' ? '#000000' : '#ffffff', [onFill], readable)
  const select = mix(brand, base.paper, dark ? 0.16 : 0.08)
  const link = shade(brand, dark ? '#ffffff' : '#000000', [base.paper, base.bg, base.sunk, select], readable)
  return {
    ...base,
    mode: theme.mode,
    brand,
    fill,
    onFill,
    fillHover: mix(dark && onFill !== '#ffffff' ? '#ffffff' : '#000000', fill, 0.1),
    link,
    select,
    hover: mix(brand, base.paper, dark ? 0.08 : 0.045),
    amber: '#ffaf38',
    onAmber: LIGHT.ink,
    side: dark ? base.paper : '#222a45',
    sideLine: dark ? base.line : '#222a45',
    sideInk: '#ffffff',
    sideInk2: '#bcc0cd',
    sideHover: mix('#ffffff', dark ? base.paper : '#222a45', 0.06),
    sideOn: mix('#ffffff', dark ? base.paper : '#222a45', 0.1),
    shadow: dark ? '0 8px 28px rgba(0,0,0,.5)' : '0 8px 28px rgba(34,42,69,.16)',
    dialogShadow: dark ? '0 16px 56px rgba(0,0,0,.6)' : '0 16px 56px rgba(34,42,69,.28)',
  }
}

type Colour = Exclude<keyof Roles, 'mode' | 'tintShare'>

/** `role.ink2` is the CSS variable of the role: components name roles and never a colour. */
export const role = new Proxy({} as Record<Colour, string>, {
  get: (_, key) => `var(--${cssName(String(key))})`,
})

export function cssName(key: string): string {
  return key.replace(/[A-Z]+/g, (part) => `-${part.toLowerCase()}`)
}
