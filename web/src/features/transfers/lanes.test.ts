import { describe, expect, it, vi } from 'vitest'
import { LANES, laneOf, turnOf, worksIn } from './lanes'

/** Some steps of the workflow, each with those who take it. */
const STEPS = [
  { action: 'accept', from: ['Requested'], by: ['ADMIN', 'YARD'] },
  { action: 'assign', from: ['From-Yard Accepted'], by: ['ADMIN', 'LOGI'] },
  { action: 'receive', from: ['In Transit'], by: ['ADMIN', 'YARD'] },
  { action: 'settle', from: ['Account Pending'], by: ['ADMIN', 'ACC'] },
]
vi.mock('../../core', () => ({
  stepsOf: (_: string, fits: (step: (typeof STEPS)[number]) => boolean) => STEPS.filter(fits),
}))

const turn = (...awaits: string[]) => turnOf({ awaits })

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

  it('a role works in the lanes of its steps, the administrator in all', () => {
    const lanes = LANES.map((one) => one.lane)
    expect(lanes.filter((lane) => worksIn(['LOGI'], lane))).toEqual(['logistic'])
    expect(lanes.filter((lane) => worksIn(['YARD'], lane))).toEqual(['from', 'to'])
    expect(lanes.filter((lane) => worksIn(['ADMIN'], lane))).toEqual(lanes)
    expect([worksIn(['ADMIN'], 'all'), worksIn(['BM'], 'all')]).toEqual([true, false])
  })

  it('a transfer stands in the lane of the step that it waits for', () => {
    expect(turn('confirm_extra', 'deny_extra')).toBe('from')
    expect([turn('hand_over'), turn('assign'), turn('settle'), turn()]).toEqual(['to', 'logistic', 'account', null])
  })
})
