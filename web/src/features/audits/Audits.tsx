// Stock audits: the plans and what came of them; with an id the result of one, with its differences.
import { useSearchParams } from 'react-router'
import { docDef } from '../../core'
import type { DocDef } from '../../core/records'
import DocList from '../../docs/DocList'
import NotFound from '../../docs/NotFound'
import { Result } from './Result'

export default function Audits() {
  const [query] = useSearchParams()
  const def = docDef('stock_audit')
  const id = query.get('id')
  if (!def) return <NotFound />
  // A plan is typed in the drawer over the list.
  if (!id || query.has('edit') || query.has('new')) return <DocList def={def as DocDef} />
  return <Result key={id} id={id} def={def} />
}
