// The credit and debit notes of an invoice, a return, an order or a customer, one a row.
import { Link } from 'react-router'
import { docDef } from '../core'
import type { Row } from '../core/records'
import { plainValue } from '../docs/fields/FieldValue'
import { paths } from '../docs/paths'
import { useList } from '../sync/docs'
import { may } from '../sync/rights'
import { useUser } from '../sync/store'
import { NOTHING, day, rupees } from '../ui/format'
import { StatusChip } from '../ui/StatusChip'
import { Scroll } from './parts'
import { say } from '../words/say'

type NoteType = 'credit_note' | 'debit_note'
export type AnyNote = { type: NoteType; row: Row<'credit_note'> | Row<'debit_note'> }

/** The notes with one value of a field, the newest first; null while they load, or for those who see none. */
export function useNotes(field: 'invoice' | 'customer' | 'orders', id: string): AnyNote[] | null {
  const user = useUser()
  const sees = (['credit_note', 'debit_note'] as const).every((type) => {
    const def = docDef(type)
    return !!def && may(user, def, 'view')
  })
  const where = `${field}:eq:${id}` as const
  const credits = useList({ type: 'credit_note', where: [where], limit: 100 }, { skip: !sees })
  const debits = useList({ type: 'debit_note', where: [where], limit: 100 }, { skip: !sees })
  if (!credits.data || !debits.data) return null
  const all: AnyNote[] = [
    ...credits.data.rows.map((row) => ({ type: 'credit_note' as const, row })),
    ...debits.data.rows.map((row) => ({ type: 'debit_note' as const, row })),
  ]
  return all.sort((a, b) => (b.row.date ?? '').localeCompare(a.row.date ?? ''))
}

export function NoteRows({ notes, of }: { notes: AnyNote[]; of: 'invoice' | 'customer' }) {
  const money = notes.some(({ row }) => (row.payable_paise ?? null) !== null)
  return (
    <Scroll>
      <table className="stacks data-table">
        <thead>
          <tr>
            <th>{say('Note')}</th>
            <th>{say('Date')}</th>
            {of === 'customer' && <th>{say('Invoice')}</th>}
            <th>{say('Reason')}</th>
            {money && <th className="right">₹</th>}
            <th>{say('Status')}</th>
          </tr>
        </thead>
        <tbody>
          {notes.map(({ type, row }) => (
            <tr key={row.id}>
              <td className="whole">
                <Link to={paths.view(type, row.id)} className="bold">
                  {row.doc_no ?? say('Draft')}
                </Link>{' '}
                <span className="muted text-13">{docDef(type)?.label}</span>
              </td>
              <td data-head={say('Date')}>{row.date ? day(row.date) : NOTHING}</td>
              {of === 'customer' && <td data-head={say('Invoice')}>{row.invoice_no}</td>}
              <td data-head={say('Reason')}>{reasonOf(type, row.reason)}</td>
              {money && (
                <td data-head="₹" className="number">
                  {type === 'credit_note' ? '−' : ''}
                  {rupees(row.payable_paise ?? 0)}
                </td>
              )}
              <td data-head={say('Status')}>
                <StatusChip status={row.status} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function reasonOf(type: NoteType, reason: string | null | undefined): string {
  const field = docDef(type)?.fields.find(({ key }) => key === 'reason')
  return field && reason ? plainValue(field, reason, {}) : ''
}
