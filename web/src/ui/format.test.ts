import { describe, expect, it } from 'vitest'
import {
  age,
  day,
  decimal,
  kg,
  lakhs,
  money,
  moment,
  mt,
  percent,
  pieces,
  quantity,
  rupees,
  typed,
  typedDay,
  wholeRupees,
} from './format'

describe('numbers', () => {
  it('are grouped as Indians group them', () => {
    expect(rupees(123456789)).toBe('12,34,567.89')
    expect(rupees(0)).toBe('0.00')
    expect(rupees(9_999_999_999_999)).toBe('99,99,99,99,999.99')
    expect(pieces(1000)).toBe('1,000')
    expect(pieces(100000)).toBe('1,00,000')
    expect(pieces(999)).toBe('999')
    for (const [micro, shown] of [
      [2_185_979, '2.185979'],
      [2_186_000, '2.186'],
      [1_020_500_000, '1,020.500'],
      [36_000_000, '36'],
      [746_040, '0.746040'],
      [1_000_000_000, '1,000'],
    ] as const)
      expect(quantity(micro)).toBe(shown)
  })
  it('carry a true minus, and none on a rounded zero', () => {
    expect(rupees(-5)).toBe('\u22120.05')
    expect(wholeRupees(-5)).toBe('0')
  })
  it('are rounded half away from zero', () => {
    expect(wholeRupees(50)).toBe('1')
    expect(wholeRupees(49)).toBe('0')
    expect(wholeRupees(-150)).toBe('\u22122')
    expect(mt(12_075_500)).toBe('12.076')
    expect(decimal(12345, 3, 1)).toBe('12.3')
  })
  it('show weights in kg and MT', () => {
    expect(kg(3_624_480)).toBe('3,624.480')
    expect(mt(9_062_000)).toBe('9.062')
  })
  it('show percentages without zeros that say nothing', () => {
    expect(percent(1800)).toBe('18')
    expect(percent(250)).toBe('2.5')
    expect(percent(10_000)).toBe('100')
    expect(percent(0)).toBe('0')
  })
  it('shorten to lakh and crore', () => {
    expect(lakhs(571_200_000)).toBe('₹57.12 L')
    expect(lakhs(15_420_000_000)).toBe('₹15.42 cr')
    expect(lakhs(9_999_900)).toBe('₹99,999')
  })
  it('have their sign before the ₹', () => {
    expect(money(-45_805_171)).toBe('−₹4,58,052')
    expect(money(45_805_171)).toBe('₹4,58,052')
  })
})

describe('what is typed', () => {
  it('becomes integers of the unit', () => {
    expect(typed('1,23,456.50', 'paise')).toBe(12345650)
    expect(typed('₹ 1,23,456.5', 'paise')).toBe(12345650)
    expect(typed('12.075 kg', 'grams')).toBe(12075)
    expect(typed('.5', 'paise')).toBe(50)
    expect(typed('18 %', 'bp')).toBe(1800)
    expect(typed('1,200', 'pieces')).toBe(1200)
    expect(typed('\u221212', 'none')).toBe(-12)
    expect(typed('12.000', 'pieces')).toBe(12)
    expect(typed('0.10', 'paise')).toBe(10)
  })
  it('is refused when it is no number or too exact', () => {
    expect(typed('', 'paise')).toBeNull()
    expect(typed('abc', 'paise')).toBeNull()
    expect(typed('1.234', 'paise')).toBeNull()
    expect(typed('1.5', 'pieces')).toBeNull()
    expect(typed('1.2.3', 'paise')).toBeNull()
    expect(typed('99999999999999999999', 'paise')).toBeNull()
  })
  it('is refused where a comma parts no thousands, which may be meant as a point', () => {
    expect(typed('12,5', 'pieces')).toBeNull()
    expect(typed('12,50', 'paise')).toBeNull()
    expect(typed('1,2345', 'pieces')).toBeNull()
    expect(typed('1,23,45,678.5', 'paise')).toBe(1234567850)
    expect(typed('12,345,678', 'pieces')).toBe(12345678)
  })
})

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('dates and ages', () => {
  it('are shown day first, in the time of the company', () => {
    expect(day('2026-11-21')).toBe('21-11-2026')
    expect(day(null)).toBe('')
    expect(moment(Date.UTC(2026, 10, 20, 18, 45))).toBe('21-11-2026 12:15 AM')
  })
  it('are read as people type them', () => {
    expect(typedDay('21-11-2026')).toBe('2026-11-21')
    expect(typedDay('21/11/26')).toBe('2026-11-21')
    expect(typedDay('1.2', '2026-11-21')).toBe('2026-02-01')
    expect(typedDay('2111', '2026-01-05')).toBe('2026-11-21')
    expect(typedDay('2026-11-21')).toBe('2026-11-21')
    expect(typedDay('t', '2026-11-21')).toBe('2026-11-21')
    expect(typedDay('25', '2026-11-21')).toBe('2026-11-25')
    expect(typedDay('+3', '2026-11-29')).toBe('2026-12-02')
    expect(typedDay('-1', '2026-03-01')).toBe('2026-02-28')
    expect(typedDay('31', '2026-11-21'), 'November has 30 days').toBeNull()
    expect(typedDay('31-02-2026')).toBeNull()
    expect(typedDay('soon')).toBeNull()
  })
  it.each([
    [-1000, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 m'],
    [42 * 60_000, '42 m'],
    [HOUR - 1, '59 m'],
    // Not 59 m: an hour has 3600 seconds.
    [HOUR, '1 h 00 m'],
    [5 * HOUR + 5 * 60_000, '5 h 05 m'],
    [24 * HOUR - 1, '23 h 59 m'],
    [52 * HOUR, '2 d 4 h'],
    [30 * DAY - 1, '29 d 23 h'],
    [30 * DAY, '1 mo 0 d'],
    [100 * DAY, '3 mo 10 d'],
    [360 * DAY - 1, '11 mo 29 d'],
    [360 * DAY, '1 y 0 mo'],
    [800 * DAY, '2 y 2 mo'],
  ])('an age of %i ms is told as %s', (passed, told) => {
    const now = Date.UTC(2026, 10, 21)
    expect(age(now - passed, now)).toBe(told)
  })
})
