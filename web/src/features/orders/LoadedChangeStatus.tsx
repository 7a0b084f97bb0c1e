// The legal steps of the order that a loading belongs to.
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { Failed, LoadingPage } from '../../ui/states'
import { Legal } from './ChangeStatus'
import { useLoading } from './LoadedView'
import { say } from '../../words/say'

export default function LoadedChangeStatus() {
  const { loading, order, error, refetch } = useLoading()
  if (error?.status === 404 && !order) return <NotFound />
  if (error && !order) return <Failed problem={error} what={say('The loading')} onRetry={refetch} />
  if (!loading || !order) return <LoadingPage />
  return <Legal doc={order} back={paths.view('loading', loading.id)} />
}
