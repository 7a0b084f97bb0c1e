// Numbers, dates and ages as people here write them, and what they type read back into integers with a unit.
//
//   rupees(73981250)            '7,39,812.50'      wholeRupees(73981250)  '7,39,813'
//   money(-73981250)            '−₹7,39,813'       lakhs(73981250)        '₹7.40 L'
//   kg(12075123)                '12,075.123'       mt(12075123)           '12.075'
//   quantity(2185979)           '2.185979'         quantity(36000000)    '36'
//   pieces(1200)                '1,200'            percent(1800)          '18'
//   day('2026-11-21')           '21-11-2026'       moment(ms)             '21-11-2026 11:04 AM'   age(ms)  '5 h 10 m'
//   shown(value, unit)          by a field's unit  typed('1,23,456.50', unit) -> 12345650 | null when it is no number
import { ZONE, isoDay, today } from '../core/days'
import type { Unit } from '../core/types.gen'
import { LANGUAGE } from '../words/language'
import { say } from '../words/say'

const MINUS = '\u2212'
export const NOTHING = '\u2013'

/** 1234567 -> 12,34,567: the last three digits, then twos. */
export function grouped(digits: string): string {
  return digits.length <= 3 ? digits : `${digits.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ',')},${digits.slice(-3)}`
}

/** An integer that counts `places` decimals, shown with `keep` of them, half away from zero. */
export function decimal(value: number, places: number, keep = places): string {
  let [whole, scale] = [BigInt(Math.abs(value)), places]
  if (keep < scale) {
    const step = 10n ** BigInt(scale - keep)
    whole = (whole + step / 2n) / step
    scale = keep
  }
  const digits = whole.toString().padStart(scale + 1, '0')
  const head = grouped(scale ? digits.slice(0, -scale) : digits)
  const tail = scale ? `.${digits.slice(-scale)}${'0'.repeat(keep - scale)}` : ''
  return `${value < 0 && whole !== 0n ? MINUS : ''}${head}${tail}`
}

export const rupees = (paise: number) => decimal(paise, 2)
export const wholeRupees = (paise: number) => decimal(paise, 2, 0)
/** With its sign before the ₹: −₹4,58,052. */
export const money = (paise: number) => `₹${wholeRupees(paise)}`.replace(`₹${MINUS}`, `${MINUS}₹`)
export const kg = (grams: number) => decimal(grams, 3)
export const mt = (grams: number) => decimal(grams, 6, 3)
/** Millionths of a unit, to six, three or no decimals: a tonne is billed to the gram. */
export const quantity = (micro: number) =>
  decimal(micro, 6)
    .replace(/\.?000$/, '')
    .replace(/\.?000$/, '')
export const pieces = (count: number) => decimal(count, 0)
/** Hundredths of a percent, without zeros that say nothing: 1800 -> 18, 250 -> 2.5 */
export const percent = (bp: number) => decimal(bp, 2).replace(/\.?0+$/, '')
export const percent1 = (bp: number) => decimal(bp, 2, 1)
export const metres = (mm: number) => decimal(mm, 3).replace(/\.?0+$/, '')

const LAKH_PAISE = 100_000_00
const CRORE_PAISE = 100 * LAKH_PAISE

/** For tiles and charts only, with the exact value one hover away. */
export function lakhs(paise: number): string {
  const size = Math.abs(paise)
  const sign = paise < 0 ? MINUS : ''
  if (size >= CRORE_PAISE)
    return say('{sign}₹{size} cr', { sign, size: decimal(Math.round((size / CRORE_PAISE) * 100), 2) })
  if (size >= LAKH_PAISE)
    return say('{sign}₹{size} L', { sign, size: decimal(Math.round((size / LAKH_PAISE) * 100), 2) })
  return `${sign}₹${wholeRupees(size)}`
}

const DAY_MS = 86_400_000
const CLOCK = new Intl.DateTimeFormat(LANGUAGE.locale, {
  timeZone: ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hour12: true,
})

export function day(iso: string | null | undefined): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso ?? '')
  return parts ? `${parts[3]}-${parts[2]}-${parts[1]}` : ''
}

export const time = (ms: number) =>
  CLOCK.format(ms)
    .replace(/\u202f/g, ' ')
    .toUpperCase()
export const moment = (ms: number) => `${day(isoDay(ms))} ${time(ms)}`

/**
 * A typed date: 21-11-2026, 21/11/26, 2111, 21-11 (of this year), 21 (of this month), ISO, `t` for today, or so many
 * days from it (+3, -1).
 */
export function typedDay(text: string, thisDay = today()): string | null {
  const trimmed = text.trim().toLowerCase()
  if (trimmed === 't' || trimmed === 'today') return thisDay
  const away = /^([+-]\d{1,3})$/.exec(trimmed)
  if (away) return isoDay(Date.parse(`${thisDay}T12:00:00Z`) + Number(away[1]) * DAY_MS)
  const alone = /^\d{1,2}$/.exec(trimmed)
  if (alone) return typedDay(`${trimmed}-${thisDay.slice(5, 7)}-${thisDay.slice(0, 4)}`, thisDay)
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(trimmed)
  const dmy =
    /^(\d{1,2})[-/. ](\d{1,2})(?:[-/. ](\d{2}|\d{4}))?$/.exec(trimmed) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})?$/.exec(trimmed)
  const [y, m, d] = iso ? [iso[1], iso[2], iso[3]] : dmy ? [dmy[3] ?? thisDay.slice(0, 4), dmy[2], dmy[1]] : []
  if (!y || !m || !d) return null
  const full = `${y.length === 2 ? `20${y}` : y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  const date = new Date(`${full}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== full ? null : full
}

const MONTH_DAYS = 30
const YEAR_MONTHS = 12

/** '12 s', '42 m', '5 h 10 m', '2 d 4 h', '3 mo 6 d', '1 y 2 mo': how long something has been so. */
export function age(since: number, now = Date.now()): string {
  const seconds = Math.max(0, Math.floor((now - since) / 1000))
  const [minutes, hours, days] = [60, 3600, 86_400].map((unit) => Math.floor(seconds / unit)) as [
    number,
    number,
    number,
  ]
  const months = Math.floor(days / MONTH_DAYS)
  if (months >= YEAR_MONTHS)
    return say('{months} y {months2} mo', { months: Math.floor(months / YEAR_MONTHS), months2: months % YEAR_MONTHS })
  if (months > 0) return say('{months} mo {days} d', { months, days: days % MONTH_DAYS })
  if (days > 0) return say('{days} d {hours} h', { days, hours: hours % 24 })
  if (hours > 0) return say('{hours} h {padStart} m', { hours, padStart: String(minutes % 60).padStart(2, '0') })
  return minutes > 0 ? say('{minutes} m', { minutes }) : say('{seconds} s', { seconds })
}

/** How a unit is typed and shown: its decimals and what stands beside it. */
export const UNITS: Record<Unit, { places: number; sign: string }> = {
  none: { places: 0, sign: '' },
  paise: { places: 2, sign: '₹' },
  grams: { places: 3, sign: say('kg') },
  pieces: { places: 0, sign: say('pcs') },
  millimetres: { places: 0, sign: say('mm') },
  rate: { places: 2, sign: '₹' },
  bp: { places: 2, sign: '%' },
  days: { places: 0, sign: say('days') },
  hours: { places: 0, sign: say('h') },
}

export function shown(value: number, unit: Unit): string {
  return unit === 'bp' ? percent(value) : decimal(value, UNITS[unit].places)
}

const GROUPED = /^-?\d{1,3}(,\d{2,3})*,\d{3}(\.\d*)?$/

/**
 * '1,23,456.50' or '₹ 1,23,456.5' in rupees -> 12345650 paise. Null: not a number, or more decimals than the unit has.
 */
export function typed(text: string, unit: Unit): number | null {
  const figures = text.replace(/[\s₹%\u00a0]|kg|pcs|mm|rs\.?/gi, '').replace(MINUS, '-')
  // A comma elsewhere may be meant as a point: 12,5 is not 125.
  if (figures.includes(',') && !GROUPED.test(figures)) return null
  const bare = figures.replaceAll(',', '')
  const parts = /^(-?)(\d*)(?:\.(\d*))?$/.exec(bare)
  if (!parts || !(parts[2] || parts[3])) return null
  const { places } = UNITS[unit]
  const tail = (parts[3] ?? '').replace(/0+$/, '')
  if (tail.length > places) return null
  const value = Number(`${parts[1]}${parts[2] || '0'}${tail.padEnd(places, '0')}`)
  return Number.isSafeInteger(value) ? value + 0 : null
}
