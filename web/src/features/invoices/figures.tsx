// What the list, the page and the paper of an invoice show alike.
import { Finding, LinkButton } from '../../kit/parts'
import { docDef } from '../../core'
import type { LineOf, RecordOf } from '../../core/records'
import { plainValue } from '../../docs/fields/FieldValue'
import { NOTHING, kg, quantity } from '../../ui/format'
import { say } from '../../words/say'

/** The types of notes against an invoice. */
export const NOTES = ['credit_note', 'debit_note'] as const
export type NoteType = (typeof NOTES)[number]

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
    : say('{billed_g} kg', { billed_g: kg(line.billed_g ?? line.weight_g ?? 0) })
}

/** Another posted or cancelled the invoice that something is typed into. */
export function NoLongerEditable({ status, onOpen }: { status: string; onOpen: () => void }) {
  return (
    <div role="status">
      <Finding tone="warn" box action={<LinkButton onClick={onOpen}>{say('Open the invoice')}</LinkButton>}>
        {say('The invoice is now {status}. What you typed stays here until you open it, and can no longer be saved.', {
          status,
        })}
      </Finding>
    </div>
  )
}
