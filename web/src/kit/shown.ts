// How the cells of a report are written.
import type { CellFormat, ReportCell } from '../core/types.gen'
import { isoDay } from '../core/days'
import { NOTHING, day, decimal, moment, mt, percent1, pieces, wholeRupees } from '../ui/format'
import { say, word } from '../words/say'
import { LANGUAGE } from '../words/language'

const DAY_MS = 86_400_000

export const isFigure = (shown: CellFormat) => shown !== 'text' && shown !== 'day' && shown !== 'instant'

export function figure(value: ReportCell, shown: CellFormat): string {
  if (value === null) return isFigure(shown) ? NOTHING : ''
  // A word of the report's own, or a name that somebody gave.
  if (typeof value === 'string') return word(value)
  if (value === 0 && isFigure(shown)) return NOTHING
  switch (shown) {
    case 'grams':
      return mt(value)
    case 'paise':
    case 'paise_per_tonne':
      return wholeRupees(value)
    case 'basis_points':
      return `${percent1(value)}%`
    case 'day':
      return value === 0 ? '' : day(isoDay(value * DAY_MS))
    case 'instant':
      return moment(value)
    default:
      return pieces(value)
  }
}

/** As a plain number for a chart. */
export function plain(value: ReportCell, shown: CellFormat): number {
  if (typeof value !== 'number') return 0
  switch (shown) {
    case 'grams':
      return value / 1e6
    case 'paise':
    case 'paise_per_tonne':
    case 'basis_points':
      return value / 100
    default:
      return value
  }
}

export function short(value: number, shown: CellFormat): string {
  if (shown === 'paise') {
    const size = Math.abs(value)
    if (size >= 1e7) return say('{value} cr', { value: decimal(Math.round(value / 1e5), 2) })
    if (size >= 1e5) return say('{value} L', { value: decimal(Math.round(value / 1e3), 2) })
  }
  return Math.abs(value) >= 100
    ? Math.round(value).toLocaleString(LANGUAGE.locale)
    : value.toLocaleString(LANGUAGE.locale, { maximumFractionDigits: 1 })
}
