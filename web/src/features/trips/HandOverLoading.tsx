// The same of one loading of an order.
import { useParams } from 'react-router'
import { useDoc } from '../../sync/docs'
import NotFound from '../../docs/NotFound'
import { Failed, LoadingPage } from '../../ui/states'
import { HandOverOf } from './HandOverOf'
import { say } from '../../words/say'

export default function HandOverLoading() {
  const { orderid } = useParams()
  const { data, error, refetch } = useDoc('loading', orderid)
  if (error?.status === 404 && !data) return <NotFound />
  if (error && !data) return <Failed problem={error} what={say('The loading')} onRetry={() => void refetch()} />
  if (!data) return <LoadingPage />
  return <HandOverOf key={data.id} order={data.record.order ?? ''} loading={data.id} />
}
