// Where a refused change of an order or a loading is mended: what is typed in the yard, in the yard's page; an order
// that could not be submitted, in its form.
import { paths } from '../docs/paths'
import type { Slots } from '../docs/overrides'

type MendedAt = NonNullable<Slots['mendedAt']>

const YARD_STEPS: Record<string, string> = { load: 'weigh', raise_concern: 'concern' }

const yard = (order: string, at: string) => `${paths.yardView(order)}?at=${at}`

export const mendedOfOrder: MendedAt = ({ id, action = '' }) =>
  action === 'submit' ? paths.edit('order', id) : action in YARD_STEPS ? yard(id, YARD_STEPS[action]!) : null

const LANE_OF: Record<string, 'from' | 'to'> = { accept: 'from', gate_out: 'from', receive: 'to' }

export const mendedOfTransfer: MendedAt = ({ id, action = '' }) =>
  action in LANE_OF ? paths.transferLane(LANE_OF[action]!, id) : null

export const mendedOfCount: MendedAt = ({ record }) =>
  typeof record?.stock_audit === 'string' ? paths.counting(record.stock_audit) : null

export const mendedOfLoading: MendedAt = ({ record }) =>
  typeof record?.order === 'string' ? yard(record.order, 'weigh') : null

/** A message stands in its conversation with why it was refused. */
export const mendedOfMessage: MendedAt = ({ record }) =>
  typeof record?.to === 'string'
    ? paths.chatWith(record.to)
    : typeof record?.room === 'string'
      ? paths.chat(record.room)
      : null
