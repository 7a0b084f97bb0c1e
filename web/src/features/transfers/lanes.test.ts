import { describe, expect, it } from 'vitest'
import { LANES, laneOf, turnOf, worksIn } from './lanes'

const turn = (status: string, lots: object[] = []) =>
  turnOf({ status, record: { lots } } as unknown as Parameters<typeof turnOf>[0])

describe('the lanes of a transfer', () => {
  it('an address names a lane, all of them, or none', () => {
    expect(['fromyard', 'logistic', 'toyard', 'account', 'admin'].map(laneOf)).toEqual([
      'from',
      'logistic',
      'to',
      'account',
      'all',
    ])
    expect([laneOf('yard'), laneOf(undefined), laneOf('')]).toEqual([undefined, undefined, undefined])
  })

  it('a role works in its own lanes, the administrator in all', () => {
    const lanes = LANES.map((one) => one.lane)
    expect(lanes.filter((lane) => worksIn(['LOGI'], lane))).toEqual(['logistic'])
    expect(lanes.filter((lane) => worksIn(['YARD'], lane))).toEqual(['from', 'to'])
    expect(lanes.filter((lane) => worksIn(['ADMIN'], lane))).toEqual(lanes)
    expect([worksIn(['ADMIN'], 'all'), worksIn(['BM'], 'all')]).toEqual([true, false])
  })

  it('what is extra waits for the from-yard, what is short for the to-yard', () => {
    expect(turn('Received with Discrepancy', [{ extra_pcs: 1 }])).toBe('from')
    expect(turn('Received with Discrepancy', [{ short_pcs: 1 }])).toBe('to')
    expect([turn('Logistic Assigned'), turn('In Transit'), turn('Completed')]).toEqual(['from', 'to', null])
  })
})
