// What is typed of a moment, and what becomes of it.
import { describe, expect, it } from 'vitest'
import { momentOf, partsOf } from './InstantInput'

const AT = Date.parse('2027-01-11T09:00:00+05:30')

describe('a moment', () => {
  it('is its day and its time in India', () => {
    expect(momentOf('2027-01-11', '09:00')).toBe(AT)
    expect(momentOf('11-01-2027', '09:00')).toBe(AT)
    expect(partsOf(AT)).toEqual(['2027-01-11', '09:00'])
  })

  it('keeps what was typed of it until it is whole', () => {
    const halves: [string, string][] = [
      ['2027-01-11', ''],
      ['', '09:00'],
      ['32-11-2026', '09:00'],
    ]
    for (const half of halves) expect(partsOf(momentOf(...half))).toEqual(half)
    expect(momentOf('', '')).toBeNull()
  })
})
