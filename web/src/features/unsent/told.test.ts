import { describe, expect, it, vi } from 'vitest'
import type { DocDef, DocView } from '../../core/records'
import type { FieldDef } from '../../core/types.gen'
import { replacePages } from '../../docs/overrides'
import { mendedOfLoading, mendedOfOrder } from '../../kit/mended'

vi.mock('../../core', () => ({ docDef: () => undefined }))
const { deedOf, mendedAt, nameOf, typedIn } = await import('./told')
replacePages({ order: { mendedAt: mendedOfOrder }, loading: { mendedAt: mendedOfLoading } })

const field = (key: string, label: string, kind: FieldDef['kind'], more: Partial<FieldDef> = {}) =>
  ({ key, label, kind, fields: [], choices: [], unit: 'none', ...more }) as unknown as FieldDef

const order = {
  key: 'order',
  label: 'Order',
  fields: [
    field('customer', 'Customer', 'link', { link: 'customer', required: true }),
    field('customer_name', 'Customer', 'text', { listed: true, readonly: true }),
    field('po_no', 'Purchase order', 'text'),
    field('lines', 'Lines', 'rows'),
  ],
  actions: [{ action: 'load', label: 'Load' }],
} as unknown as DocDef

const inputs = [
  field('loading_record', 'Loading', 'group', {
    fields: [
      field('vehicle', 'Vehicle', 'link', { link: 'vehicle' }),
      field('slip_no', 'Weighbridge slip', 'text'),
      field('lines', 'Lines', 'rows'),
    ],
  }),
]
const links = { customer: { c: 'Sharma Tubes' }, vehicle: { v: 'MH12AB1234' } }
const view = (record: object, doc_no: string | null = null) =>
  ({ doc_no, record, links, actions: [{ action: 'load', inputs }] }) as unknown as DocView

const made = {
  command_id: 'x',
  doc_type: 'order',
  id: 'x',
  deed: 'create' as const,
  record: { customer: 'c', lines: [{}, {}] },
  base: null,
  preview: view({ customer: 'c' }),
}
const loaded = {
  command_id: 'y',
  doc_type: 'order',
  id: 'o',
  deed: 'act' as const,
  action: 'load',
  inputs: { loading_record: { vehicle: 'v', slip_no: 'W1', lines: [{}] } },
  base: view({ customer: 'c', customer_name: 'Sharma Tubes' }, 'ORD-7'),
  preview: view({ customer: 'c', customer_name: 'Sharma Tubes' }, 'ORD-7'),
}

describe('a change that waits', () => {
  it('is told by its number, its customer and its vehicle', () => {
    expect([nameOf(order, made), deedOf(order, made)]).toEqual(['Sharma Tubes', 'New order'])
    expect([nameOf(order, loaded), deedOf(order, loaded)]).toEqual(['ORD-7 · Sharma Tubes', 'Load · MH12AB1234 · W1'])
  })
  it('says all that would be lost with it', () => {
    const lost = (typed: ReturnType<typeof typedIn>) => typed.map(({ field: { label }, text }) => [label, text])
    expect(lost(typedIn(order, made))).toEqual([
      ['Customer', 'Sharma Tubes'],
      ['Lines', '2 rows'],
    ])
    expect(lost(typedIn(order, loaded))).toEqual([
      ['Vehicle', 'MH12AB1234'],
      ['Weighbridge slip', 'W1'],
      ['Lines', '1 row'],
    ])
    const changed = { ...made, deed: 'update' as const, base: loaded.base, record: { customer: 'c', po_no: 'PO-1' } }
    expect(lost(typedIn(order, changed))).toEqual([['Purchase order', 'PO-1']])
  })
  it('is opened where it was typed', () => {
    expect(mendedAt(loaded)).toBe('/yard/yardview/o?at=weigh&unsent=y')
    expect(mendedAt({ ...loaded, action: 'raise_concern' })).toBe('/yard/yardview/o?at=concern&unsent=y')
    expect(mendedAt({ ...loaded, action: 'submit' })).toBe('/order/edit/o?unsent=y')
    expect(mendedAt({ ...loaded, action: 'comment' })).toBe('/order/view/o?unsent=y')
    expect(mendedAt({ ...made, doc_type: 'loading', record: { order: 'o' } })).toBe(
      '/yard/yardview/o?at=weigh&unsent=x',
    )
    expect(mendedAt(made)).toBeNull()
  })
})
