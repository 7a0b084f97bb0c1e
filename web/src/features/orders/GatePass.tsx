// The gate pass of a loading: what the guard reads before the vehicle leaves. No rates on it.
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import { paths } from '../../docs/paths'
import { PdfButton } from '../../kit/PdfButton'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { useLoading } from './LoadedView'
import { PaperPages } from '../../kit/PaperPages'

export default function GatePass() {
  const { loading, error, refetch } = useLoading()
  if (error && !loading) return <Failed problem={error} what="The loading" onRetry={refetch} />
  if (!loading) return <LoadingPage />
  return (
    <Page
      title="Gate pass"
      name={loading.doc_no ?? 'Loading'}
      crumbs={[
        { name: 'Loaded orders', path: paths.list('loading') },
        { name: loading.doc_no ?? 'Draft', path: paths.view('loading', loading.id) },
      ]}
      actions={
        <>
          <StatusChip status={loading.status} />
          <PdfButton type="loading" id={loading.id} name={loading.doc_no ?? 'draft'} />
          <Button variant="contained" color="primary" startIcon={<PrintOutlined />} onClick={() => print()}>
            Print
          </Button>
        </>
      }
    >
      <PaperPages view={loading} />
    </Page>
  )
}
