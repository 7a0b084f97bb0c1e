// A note at the invoice desk: a new one against an invoice, a draft in its form, a posted one to look at.
import { docDef } from '../../core'
import type { DocDef } from '../../core/records'
import DocForm from '../../docs/DocForm'
import DocPage from '../../docs/DocPage'
import NoAccess from '../../docs/NoAccess'
import { useDoc } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { LoadingPage } from '../../ui/states'
import type { NoteType } from './figures'
import { lower } from '../../ui/words'

export function NoteEditor({ type, id }: { type: NoteType; id: string | null }) {
  const user = useUser()
  const def = docDef(type) as DocDef | undefined
  const { data: doc, error } = useDoc(type, id ?? undefined)
  if (!def) return null
  if (!may(user, def, id ? 'view' : 'add')) return <NoAccess what={lower(def.plural)} />
  if (!id) return <DocForm def={def} />
  if (!doc && !error) return <LoadingPage />
  return doc?.editable && may(user, def, 'edit') ? <DocForm def={def} id={id} /> : <DocPage def={def} id={id} />
}
