// The settings of a browser: what was kept is taken up, and what nobody knows is the standard.
import { afterEach, describe, expect, it } from 'vitest'
import { SETTINGS_KEY, STANDARD, keep, settingsOf, setSettings, settingsReducer, storedSettings } from './settings'

afterEach(() => localStorage.removeItem(SETTINGS_KEY))

describe('the settings', () => {
  it('begin as the shell is drawn by itself', () => {
    expect(storedSettings()).toEqual({
      theme: null,
      menu: 'full',
      topFixed: true,
      footer: true,
      footerFixed: false,
      tools: true,
      toolsOpen: false,
      density: 'roomy',
      keys: true,
    })
  })

  it('are kept and taken up again', () => {
    const chosen = { ...STANDARD, theme: 'red', menu: 'closed', topFixed: false, toolsOpen: true, keys: false } as const
    keep(chosen)
    expect(storedSettings()).toEqual(chosen)
  })

  it.each([
    ['no object', 'null'],
    ['no object', '7'],
    ['a list', '["full"]'],
    ['no JSON', '{"menu":'],
  ])('that are %s are the standard ones', (_, text) => {
    localStorage.setItem(SETTINGS_KEY, text)
    expect(storedSettings()).toEqual(STANDARD)
  })

  it.each([
    ['menu', 'sideways'],
    ['menu', 'toString'],
    ['menu', 1],
    ['density', 'hasOwnProperty'],
    ['density', null],
    ['topFixed', 'false'],
    ['footer', 0],
    ['footerFixed', {}],
    ['tools', null],
    ['toolsOpen', 'yes'],
    ['keys', 'no'],
  ])('have the standard %s where %j is kept, and keep the others', (key, value) => {
    expect(settingsOf({ ...STANDARD, theme: 'red', [key]: value })).toEqual({ ...STANDARD, theme: 'red' })
  })

  it('have the default theme where an unknown one is kept, and the device’s where none is', () => {
    expect(settingsOf({ theme: 'midnight' }).theme).toBe('blue')
    expect(settingsOf({ theme: 'toString' }).theme).toBe('blue')
    expect(settingsOf({}).theme).toBeNull()
  })

  it('know the compact menu of before', () => {
    expect(settingsOf({ compact: true }).menu).toBe('compact')
    expect(settingsOf({ compact: true, menu: 'full' }).menu).toBe('full')
    expect(settingsOf({ compact: 'yes' }).menu).toBe('full')
  })

  it('hold nothing that is no setting', () => {
    expect(settingsOf({ fromElsewhere: 1 })).not.toHaveProperty('fromElsewhere')
  })

  it('change one by one', () => {
    const changed = settingsReducer(STANDARD, setSettings({ menu: 'compact' }))
    expect(changed).toEqual({ ...STANDARD, menu: 'compact' })
  })
})
