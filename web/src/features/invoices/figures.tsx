// What the list, the page and the paper of an invoice show alike.
import { docDef } from '../../core'
import type { LineOf, RecordOf } from '../../core/records'
import { plainValue } from '../../docs/fields/FieldValue'
import { NOTHING, kg, quantity } from '../../ui/format'

/** How an invoice stands towards the portal, in the words of its declaration. */
export function irnState(record: Pick<RecordOf<'invoice'>, 'irn_state'>): string {
  const field = docDef('invoice')?.fields.find(({ key }) => key === 'irn_state')
  return field && record.irn_state ? plainValue(field, record.irn_state, {}) : ''
}

export function IrnState({ of }: { of: Pick<RecordOf<'invoice'>, 'irn_state'> }) {
  return <span className={of.irn_state === 'needed' ? 'warn' : undefined}>{irnState(of) || NOTHING}</span>
}

/** The quantity that the rate multiplies, in its unit; an older invoice tells only its weight. */
export function billed(line: LineOf<'invoice', 'lines'>): string {
  return line.qty_micro
    ? `${quantity(line.qty_micro)} ${line.uqc ?? ''}`
    : `${kg(line.billed_g ?? line.weight_g ?? 0)} kg`
}
