// What a customer sent back, and the notes that lowered or raised what they owe.
import { docDef } from '../../core'
import { NoteRows, useNotes } from '../../kit/NoteRows'
import { Card } from '../../kit/parts'
import { ReturnRows } from '../../kit/ReturnRows'
import { useList } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { Empty, Failed, Skeletons } from '../../ui/states'
import { say } from '../../words/say'

export default function CustomerReturns({ id }: { id: string }) {
  return (
    <div className="grid gap-12">
      <Returns customer={id} />
      <Notes customer={id} />
    </div>
  )
}

function Returns({ customer }: { customer: string }) {
  const user = useUser()
  const def = docDef('sales_return')
  const sees = !!def && may(user, def, 'view')
  const { data, error, refetch } = useList(
    { type: 'sales_return', where: [`customer:eq:${customer}`], limit: 100 },
    { skip: !sees },
  )
  if (!sees) return null
  return (
    <Card title={say('Sales returns')} pad={0}>
      {error && !data ? (
        <Failed problem={error} what={say('The returns')} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeletons rows={3} />
      ) : data.rows.length > 0 ? (
        <ReturnRows rows={data.rows} />
      ) : (
        <Empty title={say('Nothing was returned')} />
      )}
    </Card>
  )
}

function Notes({ customer }: { customer: string }) {
  const notes = useNotes('customer', customer)
  if (!notes) return null
  return (
    <Card title={say('Credit and debit notes')} pad={0}>
      {notes.length > 0 ? <NoteRows notes={notes} of="customer" /> : <Empty title={say('No notes yet')} />}
    </Card>
  )
}
