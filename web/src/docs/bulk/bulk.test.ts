// What can be done with several ticked documents at once.
import { describe, expect, it } from 'vitest'
import type { DocView } from '../../core/records'
import type { OrderStatus } from '../../core/types.gen'
import { commonActions, readOf } from './bulk'

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
    concerns: true,
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
  it('of several statuses offer a step to those that allow it, and say why the others stay', () => {
    const mixed = [
      doc('a', 'BM Approval Pending', { approve: null, reject: null }),
      doc('b', 'Order Loaded', { approve: 'Order is loaded', reject: 'Order is loaded' }),
    ]
    expect(commonActions(mixed, none).map(({ action, ready }) => [action, ready.map(({ id }) => id)])).toEqual([
      ['approve', ['a']],
      ['reject', ['a']],
    ])
    expect(commonActions(mixed, none)[0]?.held.map(({ why }) => why)).toEqual(['Order is loaded'])
  })
  it('that were not read follow those of their status', () => {
    const rows = [
      { id: 'a', version: 1, status: 'Draft' },
      { id: 'b', version: 1, status: 'Order Loaded' },
      { id: 'c', version: 1, status: 'Draft' },
      { id: 'd', version: 1, status: 'Order Loaded' },
    ]
    const read = [doc('a', 'Draft', { submit: null }), doc('b', 'Order Loaded', { submit: 'Order is loaded' })]
    expect(commonActions(read, none, rows)[0]?.ready.map(({ id }) => id)).toEqual(['a', 'c'])
  })
  it('are read from every status', () => {
    const drafts = Array.from({ length: 100 }, (_, at) => ({ id: String(at), version: 1, status: 'Draft' }))
    const read = readOf([...drafts, { id: 'last', version: 1, status: 'Order Loaded' }])
    expect(read.map(({ id }) => id)).toContain('last')
    expect(read.length).toBeLessThan(drafts.length)
  })
  it('put the step that carries them on before one that ends more of them', () => {
    const mixed = [
      doc('a', 'BM Approval Pending', { reject: null, approve: null, hold: null }),
      doc('b', 'Hold order from BM', { reject: null, approve: 'Order is on hold' }),
    ]
    expect(commonActions(mixed, none).map(({ action }) => action)).toEqual(['approve', 'hold', 'reject'])
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
