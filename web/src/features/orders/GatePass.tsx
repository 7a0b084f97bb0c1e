// The gate pass of a loading: what the guard reads before the vehicle leaves. No rates on it.
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { useLoading } from './LoadedView'
import { PaperPages } from '../../kit/PaperPages'
import { usePaper } from '../../kit/usePaper'
import { say } from '../../words/say'

export default function GatePass() {
  const { loading, error, refetch } = useLoading()
  const { wish, choices, actions } = usePaper(loading)
  if (error?.status === 404 && !loading) return <NotFound />
  if (error && !loading) return <Failed problem={error} what={say('The loading')} onRetry={refetch} />
  if (!loading) return <LoadingPage />
  return (
    <Page
      title={say('Gate pass')}
      name={loading.doc_no ?? say('Loading')}
      crumbs={[
        { name: say('Loaded orders'), path: paths.list('loading') },
        { name: loading.doc_no ?? say('Draft'), path: paths.view('loading', loading.id) },
      ]}
      actions={
        <>
          <StatusChip status={loading.status} />
          {actions}
        </>
      }
    >
      {choices}
      <PaperPages view={loading} wish={wish} />
    </Page>
  )
}
