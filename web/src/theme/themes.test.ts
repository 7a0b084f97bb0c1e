// Every theme must be readable: text on fills, links on every surface, states on their tints, controls on paper.
import { describe, expect, it } from 'vitest'
import { contrast } from './contrast'
import { STATUS, inkOn, tintOf } from './status'
import { THEMES, rolesOf, type ThemeName } from './themes'

const names = Object.keys(THEMES) as ThemeName[]

describe('themes', () => {
  it('there are eleven of them, and one for the sun', () => expect(names).toHaveLength(12))

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
      ['count on amber', r.onAmber, r.amber, 4.5],
    ]
    for (const [what, a, b, least] of pairs) {
      expect(contrast(a, b), `${what}: ${a} on ${b}`).toBeGreaterThanOrEqual(least)
    }
  })

  it.each(names)('every status can be read in %s', (name) => {
    const r = rolesOf(name)
    for (const [status, look] of Object.entries(STATUS)) {
      const ink = r.mode === 'dark' ? look.dark : look.light
      const solid = look.fill === 'solid'
      const under = solid ? ink : look.fill === 'outline' || look.fill === 'dashed' ? r.paper : tintOf(ink, r)
      expect(contrast(solid ? inkOn(ink) : ink, under), status).toBeGreaterThanOrEqual(4.5)
    }
  })
})
