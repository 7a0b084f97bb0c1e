// Days and minutes of a calendar, in the company's time zone.
import { isoDay } from '../../../core/days'
import { say } from '../../../words/say'
import { LANGUAGE } from '../../../words/language'

export const DAY_MS = 86_400_000
export const MINUTE_MS = 60_000
/** The company's clock is this far ahead of UTC, the whole year. */
const AHEAD = '+05:30'

export const plus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** 0 on a Monday. */
export const weekday = (day: string): number => (new Date(Date.parse(day)).getUTCDay() + 6) % 7

export const weekOf = (day: string): string[] => {
  const monday = plus(day, -weekday(day))
  return Array.from({ length: 7 }, (_, at) => plus(monday, at))
}

/** The six weeks that hold a month. */
export const monthOf = (day: string): string[] => {
  const first = `${day.slice(0, 7)}-01`
  const monday = plus(first, -weekday(first))
  return Array.from({ length: 42 }, (_, at) => plus(monday, at))
}

export const monthLater = (day: string, by: 1 | -1): string => {
  const first = `${day.slice(0, 7)}-01`
  return `${plus(first, by > 0 ? 31 : -1).slice(0, 7)}-01`
}

export const instantOf = (day: string, minutes: number): number =>
  Date.parse(`${day}T00:00:00${AHEAD}`) + minutes * MINUTE_MS

export const minutesOf = (at: number): number => Math.round((at - instantOf(isoDay(at), 0)) / MINUTE_MS)

const NAMES = [
  say('Monday'),
  say('Tuesday'),
  say('Wednesday'),
  say('Thursday'),
  say('Friday'),
  say('Saturday'),
  say('Sunday'),
]
export const dayName = (day: string): string => NAMES[weekday(day)]!

const MONTH = new Intl.DateTimeFormat(LANGUAGE.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
export const monthName = (day: string): string => MONTH.format(Date.parse(day))

/** What a time input of the browser holds. */
export const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

export const minutesOfClock = (text: string): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}
