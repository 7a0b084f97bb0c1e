// Lines of a report: which are shown when groups are folded, and how many are fetched and kept.
import { expect, test } from 'vitest'
import type { ReportLine, ReportStart } from '../../core/types.gen'
import { keptLines, placesOf, shownOf } from './lines'

const lineOf = (at: number): ReportLine => ({ level: 0, cells: [`line ${at}`], steps: [], opens: null })
const partOf = (from: number, count: number) => ({
  from,
  rows: Array.from({ length: count }, (_, at) => lineOf(from + at)),
  within: Array.from({ length: count }, () => 0),
})
const START: ReportStart = {
  columns: [],
  totals: null,
  read: 0,
  days: ['2026-11-01', '2026-11-21'],
  lines: 1_000_000,
  depth: 0,
  drawn: null,
  bars: [],
  first: partOf(0, 100),
}

test('a folded group hides what lies within it, and a folded group in it hides nothing more', () => {
  // 0 with 1..=4 within, of which 2 has 3 and 4; 5 alone; 6 with 7 within; 8.
  const nested = new Map([
    [6, 1],
    [2, 2],
    [0, 4],
  ])
  expect(shownOf(9, nested)).toBe(4)
  expect(placesOf(nested, 0, 4)).toEqual([0, 5, 6, 8])
  expect(placesOf(nested, 2, 4)).toEqual([6, 8])
  expect(placesOf(new Map([[2, 2]]), 0, 7)).toEqual([0, 1, 2, 5, 6, 7, 8])
  expect(placesOf(new Map(), 3, 5)).toEqual([3, 4])
})

test('the first lines are there at once, and others are fetched where they are scrolled to', async () => {
  const asked: number[] = []
  const kept = keptLines(START, async (from, count) => (asked.push(from), partOf(from, count)), 100)
  expect(kept.at([0, 99])).toEqual([0, 99].map((at) => ({ at, line: lineOf(at), within: 0 })))
  expect((await kept.at([99, 100, 730_001])).map(({ at }) => at)).toEqual([99, 100, 730_001])
  expect(asked).toEqual([100, 730_000])
  expect(kept.at([999_999_999])).toEqual([])
})

test('a page that is scrolled from end to end keeps some parts, and fetches the others again', async () => {
  const asked: number[] = []
  const kept = keptLines(START, async (from, count) => (asked.push(from), partOf(from, count)), 100)
  for (let at = 0; at < 100_000; at += 100) await kept.at([at])
  expect(asked.length).toBe(999)
  // What a fold brings together from far away is read whole, however much of it is kept.
  const far = Array.from({ length: 30 }, (_, at) => at * 10_000)
  expect((await kept.at(far)).map(({ at }) => at)).toEqual(far)
  expect(kept.at([0])).toHaveLength(1)
  expect(kept.at([99_900])).toBeInstanceOf(Promise)
})
