// The looks of a status in a theme. What it is drawn with is declared beside it; a status that a newer server knows is
// shown plainly.
import { STATUS_LOOKS, type StatusFill, type StatusIcon, type StatusInk, type Statuses } from '../core/types.gen'
import { contrast, mix, readable } from './contrast'
import type { Roles } from './themes'

export interface StatusLook {
  icon: StatusIcon
  light: string
  dark: string
  fill: StatusFill
}

const INKS: Record<StatusInk, { light: string; dark: string }> = {
  grey: { light: '#5b6478', dark: '#adb7ce' },
  blue: { light: '#1259b0', dark: '#85baff' },
  green: { light: '#1b7a43', dark: '#78ce92' },
  red: { light: '#c3222e', dark: '#fb9892' },
  amber: { light: '#8a5a00', dark: '#e1ad66' },
  magenta: { light: '#8e2a9b', dark: '#dc9de4' },
  violet: { light: '#5a3fc0', dark: '#b1acff' },
  wine: { light: '#9b1b52', dark: '#f696b3' },
  teal: { light: '#0b6e7f', dark: '#73c6d8' },
  orange: { light: '#b8440b', dark: '#f89c7b' },
  olive: { light: '#3f6b12', dark: '#99c877' },
  brown: { light: '#8b4a2b', dark: '#eda382' },
}

export type Status = Statuses[keyof Statuses]

const looked = Object.entries(STATUS_LOOKS).map(([status, { ink, ...look }]) => [status, { ...look, ...INKS[ink] }])

export const STATUS = Object.fromEntries(looked) as Record<Status, StatusLook>

const PLAIN: StatusLook = { icon: 'dot', ...INKS.grey, fill: 'tint' }

export function lookOf(status: string): StatusLook {
  return (STATUS as Record<string, StatusLook>)[status] ?? PLAIN
}

const known = new Map<string, string>()

/** The ink of a look in a theme: its own wherever it can be read, else its nearest shade that can. */
export function inkOf(look: StatusLook, { mode, paper, least, tintShare }: Roles): string {
  const own = look[mode]
  const key = `${own} ${paper} ${least}`
  const ink = known.get(key) ?? readable(own, [paper, tintOf(own, { paper, tintShare })], least)
  known.set(key, ink)
  return ink
}

export function tintOf(ink: string, roles: Pick<Roles, 'paper' | 'tintShare'>): string {
  return mix(ink, roles.paper, roles.tintShare)
}

export function inkOn(fill: string): string {
  return contrast('#ffffff', fill) >= 4.5 ? '#ffffff' : '#1a2038'
}
