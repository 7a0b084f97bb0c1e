// The eleven themes have their colours, and every theme is readable: text on fills, links on every surface,
// states on their tints, controls on paper.
import { describe, expect, it } from 'vitest'
import { muiTheme } from './apply'
import { contrast, mix, readable } from './contrast'
import { STATUS, inkOf, inkOn, tintOf } from './status'
import { DEFAULT_THEME, THEMES, rolesOf, themeNamed, type ThemeName } from './themes'

const names = Object.keys(THEMES) as ThemeName[]

type Row = [ThemeName, 'light' | 'dark', string, string, string, string, string, string, string, string]

const [WHITE, TEXT] = ['#ffffff', '#34314c']
/** Each theme's own colours; then what they come to where they alone could not be read. */
const ELEVEN: Row[] = [
  // theme, mode, primary, its text, secondary, its text, error; what acts, what is second, what is wrong
  ['whitePurple', 'light', WHITE, TEXT, '#7467ef', WHITE, '#ff3d57', '#6e62e3', '#6e62e3', '#c93045'],
  ['whiteBlue', 'light', WHITE, TEXT, '#1976d2', WHITE, '#d32f2f', '#1976d2', '#1976d2', '#c82d2d'],
  ['slateDark1', 'dark', '#222a45', WHITE, '#ff9e43', TEXT, '#ff3d57', '#ff9e43', '#ff9e43', '#ff8999'],
  ['slateDark2', 'dark', '#1a2038', WHITE, '#ff9e43', TEXT, '#ff3d57', '#ff9e43', '#ff9e43', '#ff8999'],
  ['purple1', 'light', '#7467ef', WHITE, '#ff9e43', TEXT, '#ff3d57', '#6e62e3', '#ff9e43', '#c93045'],
  ['purple2', 'light', '#6a75c9', WHITE, '#ff9e43', TEXT, '#ff3d57', '#646ebd', '#ff9e43', '#c93045'],
  ['purpleDark1', 'dark', '#7467ef', WHITE, '#ff9e43', TEXT, '#ff3d57', '#6e62e3', '#ff9e43', '#ff7789'],
  ['purpleDark2', 'dark', '#6a75c9', WHITE, '#ff9e43', TEXT, '#ff3d57', '#646ebd', '#ff9e43', '#ff7789'],
  ['blue', 'light', '#1976d2', WHITE, '#ffaf38', TEXT, '#ff3d57', '#1976d2', '#ffaf38', '#c93045'],
  ['blueDark', 'dark', '#1976d2', WHITE, '#ff4f30', TEXT, '#ff3d57', '#1976d2', '#ff7259', '#ff7386'],
  ['red', 'dark', '#e53935', WHITE, '#ffaf38', TEXT, '#ff3d57', '#da3632', '#ffaf38', '#ff5a70'],
]

describe('themes', () => {
  it('there are eleven of them, and one for the sun', () =>
    expect(names).toEqual([...ELEVEN.map(([name]) => name), 'sunlight']))

  it.each(ELEVEN)('%s is %s and has its own colours, or their nearest shades that can be read', (...row) => {
    const [name] = row
    const { mode, primary, onPrimary, secondary, onSecondary, error } = THEMES[name]
    const r = rolesOf(name)
    expect([name, mode, primary, onPrimary, secondary, onSecondary, error, r.fill, r.secondary, r.danger]).toEqual(row)
    expect([r.mode, r.onSecondary, r.side, r.ink]).toEqual([
      mode,
      onSecondary,
      '#222a45',
      mode === 'dark' ? WHITE : TEXT,
    ])
    const grounds = name === 'red' ? null : mode === 'dark' ? ['#222a45', '#1a2038'] : [WHITE, '#fafafa']
    if (grounds) expect([r.paper, r.bg]).toEqual(grounds)
  })

  it.each(ELEVEN)('%s is %s to the component library too, in the same colours', (name, mode) => {
    const { palette } = muiTheme(name)
    const r = rolesOf(name)
    expect([palette.mode, palette.primary.main, palette.secondary.main, palette.error.main]).toEqual([
      mode,
      r.fill,
      r.secondary,
      r.danger,
    ])
    if (name === 'purple1') expect([palette.secondary.light, palette.secondary.dark]).toEqual(['#f9a352', '#ff932e'])
  })

  it('a name that no theme has is the default, and none is the device’s choice', () => {
    expect(DEFAULT_THEME).toBe('blue')
    expect(names.map(themeNamed)).toEqual(names)
    for (const unknown of ['midnight', '', 'toString', '__proto__', 7, {}]) expect(themeNamed(unknown)).toBe('blue')
    expect([themeNamed(null), themeNamed(undefined)]).toEqual([null, null])
  })

  it('a colour that can be read stays as it is, and another moves by the least that is needed', () => {
    expect(readable('#1976D2', [WHITE], 4.6)).toBe('#1976d2')
    for (const [colour, ground] of [
      ['#ff3d57', WHITE],
      ['#ff3d57', '#222a45'],
      ['#7467ef', WHITE],
    ] as const) {
      const found = readable(colour, [ground], 4.6)
      expect(contrast(found, ground)).toBeGreaterThanOrEqual(4.6)
      expect(contrast(found, ground), 'no further than needed').toBeLessThan(4.8)
    }
  })

  it('in the sun every text has the contrast of print', () => {
    const r = rolesOf('sunlight')
    for (const ink of [r.ink, r.ink2, r.ink3, r.link, r.ok, r.warn, r.danger, r.off, r.control, r.lineStrong])
      for (const under of [r.paper, r.bg, r.sunk]) expect(contrast(ink, under)).toBeGreaterThanOrEqual(7)
    expect(contrast(r.onFill, r.fill)).toBeGreaterThanOrEqual(7)
  })

  it.each(names)('%s is readable', (name) => {
    const r = rolesOf(name)
    const pairs: [string, string, string, number][] = [
      ['text on the action', r.onFill, r.fill, 4.6],
      ['text on the hovered action', r.onFill, r.fillHover, 4.5],
      ...[r.paper, r.bg, r.sunk, r.select, r.hover].flatMap((under): [string, string, string, number][] => [
        [`ink on ${under}`, r.ink, under, 4.6],
        [`ink2 on ${under}`, r.ink2, under, 4.5],
        [`link on ${under}`, r.link, under, 4.5],
      ]),
      ['ok on its tint', r.ok, r.okTint, 4.5],
      ['ok on paper', r.ok, r.paper, 4.5],
      ['warn on its tint', r.warn, r.warnTint, 4.5],
      ['warn on paper', r.warn, r.paper, 4.5],
      ['danger on its tint', r.danger, r.dangerTint, 4.5],
      ['danger on paper', r.danger, r.paper, 4.5],
      ['offline band', r.off, r.offTint, 4.5],
      ['control border', r.control, r.paper, 3],
      ['sidebar text', r.sideInk2, r.sideOn, 4.5],
      ['quiet text and drawings', r.ink3, r.paper, 3],
      ['count beside an entry of the menu', r.onSecondary, r.secondary, 4.5],
      ['mark at an entry of the menu', r.sideMark, r.sideOn, 3],
      ['text on what is dangerous', r.onDanger, r.danger, 4.5],
      ['a marked word', r.ink, mix(r.secondary, r.paper, 0.32), 4.5],
    ]
    for (const [what, a, b, least] of pairs) {
      expect(contrast(a, b), `${what}: ${a} on ${b}`).toBeGreaterThanOrEqual(least)
    }
  })

  it.each(names)('every status can be read in %s', (name) => {
    const r = rolesOf(name)
    for (const [status, look] of Object.entries(STATUS)) {
      const ink = inkOf(look, r)
      const solid = look.fill === 'solid'
      const under = solid ? ink : look.fill === 'outline' || look.fill === 'dashed' ? r.paper : tintOf(ink, r)
      expect(contrast(solid ? inkOn(ink) : ink, under), status).toBeGreaterThanOrEqual(name === 'sunlight' ? 7 : 4.5)
    }
  })
})
