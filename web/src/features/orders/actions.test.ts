// What is chosen by words is sent as the core wants it.
import { describe, expect, it } from 'vitest'
import { sendableInputs } from './actions'

describe('chosen lines', () => {
  it('are sent as numbers, at every depth, and nothing else is touched', () => {
    expect(sendableInputs({ lines: ['0', '2'], reason: '12', changes: { lines: [{ line: '1', pcs: 4 }] } })).toEqual({
      lines: [0, 2],
      reason: '12',
      changes: { lines: [{ line: 1, pcs: 4 }] },
    })
  })
})
