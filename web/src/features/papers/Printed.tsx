// A document as it is printed: the pages of its PDF, its copies and the paper to choose. One page for every type.
import { useLocation, useParams } from 'react-router'
import { docDef } from '../../core'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { PaperPages } from '../../kit/PaperPages'
import { usePaper } from '../../kit/usePaper'
import { useDoc } from '../../sync/docs'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { lower } from '../../ui/words'

export default function Printed() {
  const { id } = useParams()
  const { pathname } = useLocation()
  const def = docDef(pathname.split('/')[1] ?? '')
  const { data: doc, error, refetch } = useDoc(def?.key ?? 'invoice', def ? id : undefined)
  const { wish, choices, actions } = usePaper(doc)
  if (error?.status === 404 || !def) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={`The ${lower(def.label)}`} onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  const name = doc.doc_no ?? 'Draft'
  return (
    <Page
      title={`Print ${lower(def.label)}`}
      name={name}
      crumbs={[
        { name: def.plural, path: paths.list(def.key) },
        { name, path: paths.view(def.key, doc.id) },
      ]}
      actions={
        <>
          <StatusChip status={doc.status} />
          {actions}
        </>
      }
    >
      {choices}
      <PaperPages view={doc} wish={wish} />
    </Page>
  )
}
