// How large a photo is that is kept.
import { expect, it } from 'vitest'
import { LONGEST, within } from './shrink'

it('a photo keeps its ratio, and the longer side is no longer than may be', () => {
  expect(within(4_000, 3_000, LONGEST)).toEqual([1_600, 1_200])
  expect(within(3_000, 4_000, LONGEST)).toEqual([1_200, 1_600])
  expect(within(800, 600, LONGEST)).toEqual([800, 600])
  expect(within(100_000, 3, LONGEST)).toEqual([1_600, 1])
})
