// The branch manager's answer to a concern of accounts: the concern, the loading it is about, and the answer's inputs.
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { Page } from '../../ui/Page'
import { Empty, Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { LinesView } from './LinesView'
import { LoadingFacts, LoadingLines, useLoading } from './LoadedView'
import { OrderActions } from './OrderActions'
import { ConcernCard } from '../../kit/ConcernCard'
import { Card, WithRail } from '../../kit/parts'
import { say } from '../../words/say'

export default function LoadedBmApproval() {
  const { loading, order, error, refetch } = useLoading()
  if (error?.status === 404 && !(loading && order)) return <NotFound />
  if (error && !(loading && order)) return <Failed problem={error} what={say('The loading')} onRetry={refetch} />
  if (!loading || !order) return <LoadingPage />
  const concern = ((order.record.concern ?? {}).reason ?? '') !== ''
  return (
    <Page
      title={say('Answer to accounts')}
      name={loading.doc_no ?? say('Loading')}
      crumbs={[
        { name: say('Loaded orders'), path: paths.list('loading') },
        { name: loading.doc_no ?? say('Draft'), path: paths.view('loading', loading.id) },
      ]}
      actions={<StatusChip status={order.status} />}
      bar={
        <OrderActions
          doc={order}
          pathOf={() => paths.view('loading', loading.id)}
          primary="answer"
          hide={order.actions
            .map((one) => one.action)
            .filter((action) => !['answer', 'countersign', 'unload', 'account_resolve', 'comment'].includes(action))}
        />
      }
    >
      <WithRail
        rail={
          <>
            {concern ? (
              <ConcernCard doc={order} />
            ) : (
              <Card>
                <Empty title={say('Accounts have no concern')}>{say('Nothing is waiting for an answer here.')}</Empty>
              </Card>
            )}
          </>
        }
      >
        <Card>
          <LoadingFacts loading={loading} />
        </Card>
        <Card title={say('Loaded')} pad={0}>
          <LoadingLines loading={loading} />
        </Card>
        <Card title={say('Ordered')} pad={0}>
          <LinesView doc={order} />
        </Card>
      </WithRail>
    </Page>
  )
}
