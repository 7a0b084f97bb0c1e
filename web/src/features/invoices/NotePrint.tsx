// A credit or debit note on paper, with what the law wants on it (CGST Rules 2017, rule 53).
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import { useLocation, useParams } from 'react-router'
import { docDef } from '../../core'
import type { DocView } from '../../core/records'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { PaperPages } from '../../kit/PaperPages'
import { useDoc } from '../../sync/docs'
import { PdfButton } from '../../kit/PdfButton'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { lower } from '../../ui/words'
import { NOTES } from './figures'

export default function NotePrint() {
  const { id } = useParams()
  const { pathname } = useLocation()
  const type = NOTES.find((one) => pathname.startsWith(`/${one}/`)) ?? 'credit_note'
  const def = docDef(type)
  const { data, error, refetch } = useDoc(type, id)
  const doc = data as DocView<'credit_note'> | undefined
  if (error?.status === 404 || !def) return <NotFound />
  if (error && !doc) return <Failed problem={error} what="The note" onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  return (
    <Page
      title={`Print ${lower(def.label)}`}
      name={doc.doc_no ?? 'Draft'}
      crumbs={[
        { name: def.plural, path: paths.list(type) },
        { name: doc.doc_no ?? 'Draft', path: paths.view(type, doc.id) },
      ]}
      actions={
        <>
          <StatusChip status={doc.status} />
          <PdfButton type={type} id={doc.id} name={doc.doc_no ?? 'draft'} />
          <Button variant="contained" color="primary" startIcon={<PrintOutlined />} onClick={() => print()}>
            Print
          </Button>
        </>
      }
    >
      <PaperPages view={doc} />
    </Page>
  )
}
