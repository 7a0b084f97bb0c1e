// Reversals that are approved and wait to be carried out; with an id, the last step of that one.
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../docs/paths'
import { Card, Scroll } from '../../kit/parts'
import { useList } from '../../sync/docs'
import { day } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Empty, Failed, LoadingPage } from '../../ui/states'
import { Reversal } from './Reversal'
import { say } from '../../words/say'

export default function DoReversal() {
  const [query] = useSearchParams()
  const id = query.get('id')
  return id ? <Reversal id={id} carry /> : <Approved />
}

function Approved() {
  const { data, error, refetch } = useList({ type: 'reversal', where: ['status:eq:Approved'], limit: 100 })
  if (error && !data) return <Failed problem={error} what={say('The reversals')} onRetry={() => void refetch()} />
  if (!data) return <LoadingPage />
  return (
    <Page title={say('Carry out a reversal')} crumbs={[{ name: say('Order reversals'), path: paths.list('reversal') }]}>
      <Card title={say('Approved')} pad={0}>
        {data.rows.length === 0 ? (
          <Empty title={say('No reversal waits to be carried out')} />
        ) : (
          <Scroll>
            <table className="stacks data-table">
              <thead>
                <tr>
                  <th>{say('Reversal')}</th>
                  <th>{say('Order')}</th>
                  <th>{say('Customer')}</th>
                  <th>{say('Date')}</th>
                </tr>
              </thead>
              <tbody>
                {data.rows.map((row) => (
                  <tr key={row.id}>
                    <td className="whole">
                      <Link to={paths.doReversal(row.id)}>{row.doc_no}</Link>
                    </td>
                    <td data-head={say('Order')}>{row.order_no}</td>
                    <td data-head={say('Customer')}>{row.customer_name}</td>
                    <td data-head={say('Date')}>{day(row.date)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        )}
      </Card>
    </Page>
  )
}
