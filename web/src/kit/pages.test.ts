// The pages of a sheet of paper.
import { expect, test } from 'vitest'
import { pagesOf, type Block } from './pages'

const rows = (count: number, height: number, head = 0): Block[] =>
  Array.from({ length: count }, (_, at) => ({ top: at * height, bottom: (at + 1) * height, head }))

test('a sheet that fits is one page, and an empty one too', () => {
  expect(pagesOf([], 1000)).toBe(1)
  expect(pagesOf(rows(10, 100), 1000)).toBe(1)
})

test('a row that does not fit begins the next page, under the head of its table', () => {
  expect(pagesOf(rows(11, 100), 1000)).toBe(2)
  // Nine rows fit beside a head of 100 on every page after the first.
  expect(pagesOf(rows(19, 100, 100), 1000)).toBe(2)
  expect(pagesOf(rows(20, 100, 100), 1000)).toBe(3)
})

test('what is higher than a page goes on over the next', () => {
  expect(pagesOf([{ top: 0, bottom: 2500, head: 0 }], 1000)).toBe(3)
})
