// The weighbridge screen's keys and its drawing: digits typed on the own keypad, and where the pin stands in the band.
// Whether a weight is good is not said here: the core checks the loading.

/** More digits than any weighbridge shows are not taken. */
const MOST_DIGITS = 6

export type Key = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '00' | 'back' | 'clear'

/** The kilograms typed so far after one more key. */
export function press(digits: string, key: Key): string {
  if (key === 'clear') return ''
  if (key === 'back') return digits.slice(0, -1)
  const next = `${digits}${key}`.replace(/^0+(?=\d)/, '')
  return next.length > MOST_DIGITS ? digits : next
}

const GRAMS_PER_KG = 1000

export const gramsOf = (digits: string): number | null => (digits === '' ? null : Number(digits) * GRAMS_PER_KG)
export const digitsOf = (grams: number | null): string =>
  grams === null ? '' : String(Math.round(grams / GRAMS_PER_KG))

export interface Band {
  /** Where the pin stands, 0 to 100 from left to right. */
  pin: number
  /** Left and right edge of the allowed part. */
  from: number
  to: number
  inside: boolean
}

/** The band shows half as much again on either side of what is allowed, so that a near miss can be seen. */
const SHOWN = 1.5
const MIDDLE = 50
const BP = 10_000

export function bandOf(linesG: number, netG: number, toleranceBp: number): Band {
  // A share of what the weighbridge says, as the core has it.
  const allowed = (netG * toleranceBp) / BP
  const reach = Math.max(1, allowed * SHOWN)
  const off = netG - linesG
  const at = MIDDLE + (off / reach) * MIDDLE
  const edge = (allowed / reach) * MIDDLE
  return {
    pin: Math.min(100, Math.max(0, at)),
    from: MIDDLE - edge,
    to: MIDDLE + edge,
    inside: Math.abs(off) * BP <= netG * toleranceBp,
  }
}
