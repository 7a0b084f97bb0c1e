// Where a mail or a notification leads: to the page of a document, wherever that type lives.
import { Navigate, useParams } from 'react-router'
import { docDef } from '../../core'
import { paths } from '../../docs/paths'
import NotFound from '../../docs/NotFound'

export default function Go() {
  const { type = '', id = '' } = useParams()
  if (!docDef(type)) return <NotFound />
  return <Navigate to={paths.view(type, id)} replace />
}
