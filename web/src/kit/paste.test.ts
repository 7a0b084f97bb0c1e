// What people paste from their spreadsheets.
import { describe, expect, it } from 'vitest'
import { readPaste, withoutRows } from './paste'

describe('rows pasted from a spreadsheet', () => {
  it('are read by their head, wherever the columns stand', () => {
    const rows = readPaste(
      'S.No\tQty\tItem\tRate\n1\t120\tMS SHS 50x50x3\t₹60,200.00\r\n2\t64\tMS Angle 50x50x6\t56400\n',
    )
    expect(rows).toEqual([
      { row: 2, sku: 'MS SHS 50x50x3', pcs: 120, weightG: null, ratePaise: 6_020_000, problem: null },
      { row: 3, sku: 'MS Angle 50x50x6', pcs: 64, weightG: null, ratePaise: 5_640_000, problem: null },
    ])
  })
  it('are read by their content where there is no head', () => {
    expect(readPaste('TMT 12\t300\t54900').map(({ sku, pcs, ratePaise }) => [sku, pcs, ratePaise])).toEqual([
      ['TMT 12', 300, 5_490_000],
    ])
    expect(readPaste('SHS-50503060\t90')[0]).toMatchObject({ sku: 'SHS-50503060', pcs: 90, ratePaise: null })
  })
  it('take weights in kg and in tonnes', () => {
    expect(readPaste('Size\tMT\nTMT 12\t2.140')[0]).toMatchObject({ weightG: 2_140_000, pcs: null, problem: null })
    expect(readPaste('Size\tkg\nTMT 12\t1,200.5')[0]).toMatchObject({ weightG: 1_200_500 })
  })
  it('say what is wrong with a row, by its own number, and keep the good ones', () => {
    const rows = readPaste('Item\tPcs\n\t4\nTMT 12\tmany\n\nTMT 16\t5')
    expect(rows.map(({ row, problem }) => [row, problem === null])).toEqual([
      [2, false],
      [3, false],
      [5, true],
    ])
    expect(rows[1]?.problem).toContain('many')
  })
  it('that were taken leave the others as they came, under their heading', () => {
    const rest = withoutRows('Item\tPcs\r\nTMT 12\tmany\nTMT 16\t5\nTMT 20\t-', new Set([3]))
    expect(rest).toBe('Item\tPcs\nTMT 12\tmany\nTMT 20\t-')
    expect(readPaste(rest).map(({ row, sku }) => [row, sku])).toEqual([
      [2, 'TMT 12'],
      [3, 'TMT 20'],
    ])
  })
  it('of empty text are none', () => {
    expect(readPaste(' \n\t\n')).toEqual([])
  })
})
