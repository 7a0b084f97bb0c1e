// What can be done with several ticked documents at once.
import { describe, expect, it } from 'vitest'
import type { DocView } from '../../core/records'
import type { OrderStatus } from '../../core/types.gen'
import { commonActions } from './bulk'

const doc = (id: string, status: OrderStatus, actions: Record<string, string | null>): DocView<'order'> => ({
  id,
  since: 0,
  branch: null,
  yard: null,
  owner: null,
  editable: true,
  type: 'order',
  version: 1,
  status,
  doc_no: id,
  record: {},
  history: [],
  created_by: '',
  created_at: 0,
  updated_by: '',
  updated_at: 0,
  links: {},
  warnings: [],
  awaits: [],
  actions: Object.entries(actions).map(([action, why]) => ({
    action,
    label: action,
    inputs: [],
    allowed: why === null,
    why,
    onward: true,
  })),
})
const none = new Set<string>()

describe('ticked documents', () => {
  it('offer a step to those that allow it and say why the others stay', () => {
    const [approve] = commonActions(
      [
        doc('a', 'Draft', { approve: null }),
        doc('b', 'Draft', { approve: null }),
        doc('c', 'Draft', { approve: 'Rate below floor' }),
      ],
      none,
    )
    expect(approve?.ready.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(approve?.held.map(({ why }) => why)).toEqual(['Rate below floor'])
  })
  it('of several statuses offer only what all of them allow', () => {
    expect(
      commonActions([doc('a', 'Draft', { approve: null }), doc('b', 'Order Loaded', { approve: 'Order is Q' })], none),
    ).toEqual([])
    expect(
      commonActions([doc('a', 'Draft', { note: null }), doc('b', 'Order Loaded', { note: null })], none).map(
        ({ action }) => action,
      ),
    ).toEqual(['note'])
  })
  it('offer nothing that nobody may do, and leave out what is skipped', () => {
    expect(
      commonActions([doc('a', 'Draft', { approve: 'no', hold: null, comment: null })], new Set(['comment'])).map(
        ({ action }) => action,
      ),
    ).toEqual(['hold'])
    expect(commonActions([], none)).toEqual([])
  })
})
