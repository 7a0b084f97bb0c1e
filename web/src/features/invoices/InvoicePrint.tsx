// The tax invoice on paper: its copies and the loading slip, and what keeps it from being a tax invoice.
import { Link, useParams } from 'react-router'
import { useDoc } from '../../sync/docs'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { Finding } from '../../kit/parts'
import { PaperPages } from '../../kit/PaperPages'
import { usePaper } from '../../kit/usePaper'
import { say } from '../../words/say'

export default function InvoicePrint() {
  const { id } = useParams()
  const { data: doc, error, refetch } = useDoc('invoice', id)
  const { wish, choices, actions } = usePaper(doc)
  if (error?.status === 404 && !doc) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={say('The invoice')} onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  const missing = doc.warnings.find(({ path }) => path === 'irn')
  const isHeld = doc.warnings.some(({ code }) => code === 'irn_needed')
  return (
    <Page
      title={say('Print invoice')}
      name={doc.doc_no ?? say('Draft invoice')}
      crumbs={[
        { name: say('Invoices'), path: paths.list('invoice') },
        { name: doc.doc_no ?? say('Draft'), path: paths.view('invoice', doc.id) },
      ]}
      actions={
        <>
          <StatusChip status={doc.status} />
          {actions}
        </>
      }
    >
      {missing && doc.status !== 'Draft' && (
        <div className="no-print mb-12">
          <Finding
            tone={isHeld ? 'danger' : 'warn'}
            box
            action={<Link to={paths.view('invoice', doc.id)}>{say('Open the invoice')}</Link>}
          >
            {missing.message}.
          </Finding>
        </div>
      )}
      {choices}
      <PaperPages view={doc} wish={wish} />
    </Page>
  )
}
