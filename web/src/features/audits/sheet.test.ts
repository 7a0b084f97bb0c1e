import { describe, expect, it } from 'vitest'
import { findBatch } from './sheet'

const LINES = [{ batch_no: 'PUN12611-001' }, { batch_no: 'PUN12611-0012' }, { batch_no: 'Heat 7a' }]

describe('a batch of the sheet', () => {
  it('is found by its whole number, however the letters are written', () => {
    expect(findBatch(LINES, ' pun12611-001 ')).toBe(LINES[0])
    expect(findBatch(LINES, 'HEAT 7A')).toBe(LINES[2])
  })
  it('is not found by a part of its number, nor by nothing', () => {
    expect(findBatch(LINES, 'PUN12611')).toBeNull()
    expect(findBatch(LINES, '  ')).toBeNull()
  })
})
