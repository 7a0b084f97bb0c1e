// The colours of the themes that the core declares, and the colour roles that components use instead of colours.
import type { RecordOf } from '../core/records'
import { mix, readable } from './contrast'

export type ThemeName = NonNullable<RecordOf<'employee'>['theme']>

interface Theme {
  mode: 'light' | 'dark'
  primary: string
  /** The text on it. */
  onPrimary: string
  secondary: string
  onSecondary: string
  secondaryShades?: { light: string; dark: string }
  error: string
}

/** Text by its weight: a colour, and how much of it the quieter ones have. */
const TEXT = {
  light: { primary: '#34314c', secondary: 0.54, hint: 0.38 },
  dark: { primary: '#ffffff', secondary: 0.7, hint: 0.64 },
}
const WHITE = '#ffffff'
const INK = TEXT.light.primary
const ERROR = '#ff3d57'
/** Of the component library, for the theme that has none of its own. */
const STANDARD_ERROR = '#d32f2f'

type Part = [colour: string, on: string]

function theme(mode: Theme['mode'], [primary, onPrimary]: Part, [secondary, onSecondary]: Part, more?: Partial<Theme>) {
  return { mode, primary, onPrimary, secondary, onSecondary, error: ERROR, ...more }
}

const ORANGE: Part = ['#ff9e43', INK]
const AMBER: Part = ['#ffaf38', INK]

export const THEMES: Record<ThemeName, Theme> = {
  whitePurple: theme('light', [WHITE, INK], ['#7467ef', WHITE]),
  whiteBlue: theme('light', [WHITE, INK], ['#1976d2', WHITE], { error: STANDARD_ERROR }),
  slateDark1: theme('dark', ['#222a45', WHITE], ORANGE),
  slateDark2: theme('dark', ['#1a2038', WHITE], ORANGE),
  purple1: theme('light', ['#7467ef', WHITE], ORANGE, { secondaryShades: { light: '#f9a352', dark: '#ff932e' } }),
  purple2: theme('light', ['#6a75c9', WHITE], ORANGE),
  purpleDark1: theme('dark', ['#7467ef', WHITE], ORANGE),
  purpleDark2: theme('dark', ['#6a75c9', WHITE], ORANGE),
  blue: theme('light', ['#1976d2', WHITE], AMBER),
  blueDark: theme('dark', ['#1976d2', WHITE], ['#ff4f30', INK]),
  red: theme('dark', ['#e53935', WHITE], AMBER),
  // For a screen in the sun: ink on white, and every text and line at the contrast of print.
  sunlight: theme('light', ['#0b3d91', WHITE], AMBER),
}

export const DEFAULT_THEME: ThemeName = 'blue'
export const DARK_THEME: ThemeName = 'blueDark'

export const isTheme = (name: unknown): name is ThemeName => typeof name === 'string' && Object.hasOwn(THEMES, name)

/** A theme by its name: the default where there is none of that name; null is light or dark, as the device is. */
export const themeNamed = (name: unknown): ThemeName | null =>
  name === null || name === undefined ? null : isTheme(name) ? name : DEFAULT_THEME

/** What a person may select; null is light or dark, as the device is. */
export const THEME_CHOICES: (ThemeName | null)[] = [null, ...(Object.keys(THEMES) as ThemeName[])]

const LIGHT = {
  text: TEXT.light,
  bg: '#fafafa',
  paper: '#ffffff',
  sunk: '#f4f5f8',
  line: '#e5e7ee',
  lineStrong: '#d3d7e2',
  control: '#8b90a3',
  ok: '#1b7a43',
  okTint: '#e8f2ec',
  warn: '#8a5a00',
  warnTint: '#fdf3dc',
  off: '#6b4600',
  offTint: '#fff1d6',
  toast: '#2b2d42',
  scrim: 'rgba(26,32,56,.46)',
  tintShare: 0.1,
}
const DARK = {
  text: TEXT.dark,
  bg: '#1a2038',
  paper: '#222a45',
  sunk: '#1d2440',
  line: '#333c5c',
  lineStrong: '#465073',
  control: '#7d86a5',
  ok: '#78ce92',
  okTint: '#2d4350',
  warn: '#e1ad66',
  warnTint: '#403e4a',
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
  toast: '#000000',
}

/** In the sun a screen loses most of its contrast: nothing is pale. */
const SUNLIGHT = {
  ...LIGHT,
  text: { primary: '#000000', secondary: 0.88, hint: 0.76 },
  bg: '#ffffff',
  sunk: '#ffffff',
  line: '#595959',
  lineStrong: '#000000',
  control: '#000000',
  ok: '#00450f',
  okTint: '#ffffff',
  warn: '#5c3000',
  warnTint: '#ffffff',
  off: '#4a2d00',
  offTint: '#ffffff',
  toast: '#000000',
  tintShare: 0,
}

const READABLE = 4.6
/** Of the sunlight theme: WCAG's enhanced contrast. */
const IN_THE_SUN = 7.1
/** Of a mark, a line or a text that is switched off. */
const SEEN = 3

/** What the sidebar is drawn in, whatever the theme of the pages. */
const SIDE = THEMES.slateDark1.primary

export type Roles = ReturnType<typeof worked>

const known = new Map<ThemeName, Roles>()

/** Every chip asks for its colours by them, and looking for readable shades takes a slow phone 20 ms. */
export function rolesOf(name: ThemeName): Readonly<Roles> {
  const roles = known.get(name) ?? worked(name)
  known.set(name, roles)
  return roles
}

/** A theme's own colours wherever they can be read on their grounds, and their nearest readable shades where not. */
function worked(name: ThemeName) {
  const theme = THEMES[name]
  const dark = theme.mode === 'dark'
  const sun = name === 'sunlight'
  const { text, ...base } = sun ? SUNLIGHT : name === 'red' ? BLACK : dark ? DARK : LIGHT
  const least = sun ? IN_THE_SUN : READABLE
  // Where the primary colour is the ground itself, the secondary one is what acts.
  const groundIsPrimary = theme.primary === WHITE || name.startsWith('slate')
  const [brand, onFill] = groundIsPrimary ? [theme.secondary, theme.onSecondary] : [theme.primary, theme.onPrimary]
  const fill = readable(brand, [onFill], least)
  const select = mix(brand, base.paper, dark ? 0.16 : 0.08)
  const hover = mix(brand, base.paper, dark ? 0.08 : 0.045)
  const grounds = [base.paper, base.bg, base.sunk, select]
  const dangerTint = mix(theme.error, base.paper, base.tintShare)
  const danger = readable(theme.error, [...grounds, dangerTint], least)
  const sideOn = mix(WHITE, SIDE, 0.1)
  return {
    ...base,
    mode: theme.mode,
    /** The contrast that a text has at the least. */
    least,
    ink: text.primary,
    ink2: readable(mix(text.primary, base.paper, text.secondary), [...grounds, hover], least),
    ink3: readable(mix(text.primary, base.paper, text.hint), [base.paper, base.bg, base.sunk], sun ? least : SEEN),
    brand,
    fill,
    onFill,
    fillHover: mix(dark && onFill !== WHITE ? WHITE : '#000000', fill, 0.1),
    link: readable(brand, grounds, least),
    select,
    hover,
    danger,
    dangerTint,
    onDanger: dark ? base.bg : WHITE,
    secondary: readable(theme.secondary, [theme.onSecondary], least),
    onSecondary: theme.onSecondary,
    amber: AMBER[0],
    side: SIDE,
    sideLine: dark ? base.line : SIDE,
    sideInk: TEXT.dark.primary,
    sideInk2: readable(mix(TEXT.dark.primary, SIDE, TEXT.dark.secondary), [SIDE, sideOn], READABLE),
    sideHover: mix(WHITE, SIDE, 0.06),
    sideOn,
    sideMark: readable(theme.secondary, [SIDE, sideOn], SEEN),
    edge: dark ? 'rgba(0,0,0,.6)' : 'rgba(34,42,69,.2)',
    shadow: dark ? '0 8px 28px rgba(0,0,0,.5)' : '0 8px 28px rgba(34,42,69,.16)',
    dialogShadow: dark ? '0 16px 56px rgba(0,0,0,.6)' : '0 16px 56px rgba(34,42,69,.28)',
  }
}

type Colour = Exclude<keyof Roles, 'mode' | 'least' | 'tintShare'>

/** `role.ink2` is the CSS variable of the role: components name roles and never a colour. */
export const role = new Proxy({} as Record<Colour, string>, {
  get: (_, key) => `var(--${cssName(String(key))})`,
})

export function cssName(key: string): string {
  return key.replace(/[A-Z]+/g, (part) => `-${part.toLowerCase()}`)
}
