// What a siding of the road tells of the visit to it.
import { describe, expect, it } from 'vitest'
import type { Row } from '../../core/records'
import type { HistoryEntry } from '../../core/types.gen'
import { orderSteps } from './orderSteps'

const visit = {
  from: 'BM Approval Pending',
  to: 'Hold order from BM',
  by_name: 'R. Jadhav',
  at: 0,
  reason: 'PAYMENT_AWAITED',
  remarks: 'Cheque tomorrow',
} as HistoryEntry
const tipOf = (reasons: Row[]) =>
  orderSteps('Hold order from BM', [visit], reasons)
    .flatMap(({ sidings }) => sidings)
    .find(({ status }) => status === visit.to)?.tip

describe('a siding', () => {
  it('tells the reason in the words of the master', () => {
    const reasons = [{ code: 'PAYMENT_AWAITED', name: 'Payment awaited' } as unknown as Row]
    expect(tipOf(reasons)).toMatch(/^R\. Jadhav · .* · Payment awaited · Cheque tomorrow$/)
  })

  it('tells no code where the words are not known', () => {
    expect(tipOf([])).toMatch(/^R\. Jadhav · [^·]* · Cheque tomorrow$/)
  })
})
