// What is chosen by words is sent as the core wants it.
import { describe, expect, it } from 'vitest'
import type { Row } from '../../core/types.gen'
import { reasonWords, reasonsFor, sendableInputs } from './actions'

const reasons = [
  { id: '1', version: 1, status: 'Active', doc_no: null, code: 'RATE_LOW', name: 'Rate too low', kind: 'bm_reject' },
  { id: '2', version: 1, status: 'Active', doc_no: null, code: 'LIMIT', name: 'Over the limit', kind: 'credit_reject' },
  { id: '3', version: 1, status: 'Active', doc_no: null, code: 'SHORT', name: 'Short stock', kind: 'yard_concern' },
] satisfies Row[]

describe('reasons', () => {
  it('are those of the step', () => {
    expect(reasonsFor(reasons, 'raise_concern')).toEqual([{ key: 'SHORT', label: 'Short stock' }])
    expect(reasonsFor(reasons, 'credit_reject').map(({ key }) => key)).toEqual(['LIMIT'])
  })
  it('of a code nobody knows are the code', () => {
    expect(reasonWords(reasons, 'SHORT')).toBe('Short stock')
    expect(reasonWords(reasons, 'OLD_CODE')).toBe('OLD_CODE')
  })
})

describe('chosen lines', () => {
  it('are sent as numbers, at every depth, and nothing else is touched', () => {
    expect(sendableInputs({ lines: ['0', '2'], reason: '12', changes: { lines: [{ line: '1', pcs: 4 }] } })).toEqual({ lines: [0, 2], reason: '12', changes: { lines: [{ line: 1, pcs: 4 }] } })
  })
})
