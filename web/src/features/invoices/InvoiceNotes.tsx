// The notes against an invoice, what is still to be paid on it, and the ways to a new note.
import NoteAddOutlined from '@mui/icons-material/NoteAddOutlined'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { docDef } from '../../core'
import { paths } from '../../docs/paths'
import { NoteRows, useNotes } from '../../kit/NoteRows'
import { Card } from '../../kit/parts'
import type { Notable } from '../../net/answers.gen'
import { useFacts } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { rupees } from '../../ui/format'
import { NOTES } from './figures'
import { say } from '../../words/say'

export function NoteButtons({ invoice }: { invoice: string }) {
  const user = useUser()
  return NOTES.map((type) => {
    const def = docDef(type)
    if (!def || !may(user, def, 'add')) return null
    return (
      <Button key={type} component={Link} to={paths.add(type, { invoice })} startIcon={<NoteAddOutlined />}>
        {def.label}
      </Button>
    )
  })
}

export function InvoiceNotes({ invoice }: { invoice: string }) {
  const notes = useNotes('invoice', invoice)
  const { data } = useFacts<Notable>(`/api/invoice/notable/${encodeURIComponent(invoice)}`)
  if (!notes || notes.length === 0) return null
  const open = data?.open_paise ?? null
  return (
    <Card
      title={say('Credit and debit notes')}
      pad={0}
      aside={
        open !== null && (
          <span className="num">{say('₹{open} still to be paid on the invoice', { open: rupees(open) })}</span>
        )
      }
    >
      <NoteRows notes={notes} of="invoice" />
    </Card>
  )
}
