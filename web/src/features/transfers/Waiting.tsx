// The transfers that wait in a lane, the most urgent first.
import { Link } from 'react-router'
import type { Row } from '../../core/records'
import { useList } from '../../sync/docs'
import { useUser } from '../../sync/store'
import NoAccess from '../../docs/NoAccess'
import { paths } from '../../docs/paths'
import { NOTHING, day, kg, pieces } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Empty, Failed, Skeletons } from '../../ui/states'
import { Card, Scroll } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import { worksIn, type Lane } from './lanes'
import { say } from '../../words/say'

const MOST = 200

export function Waiting({
  lane,
  status,
  title,
  nothing,
}: {
  lane: Lane
  status: Row<'transfer'>['status']
  title: string
  nothing: string
}) {
  const user = useUser()
  const { data, error, refetch } = useList({
    type: 'transfer',
    where: [`status:eq:${status}`],
    sort: 'need_by',
    limit: MOST,
  })
  if (!worksIn(user.roles, lane) && !worksIn(user.roles, 'all'))
    return <NoAccess what={say('this lane of transfers')} />
  const rows = data?.rows ?? []
  return (
    <Page title={title} crumbs={[{ name: say('Transfers'), path: paths.list('transfer') }]}>
      {error && !data && <Failed problem={error} what={say('The list of transfers')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeletons />}
      {data && rows.length === 0 && <Empty title={nothing}>{say('It appears here as soon as one does.')}</Empty>}
      {rows.length > 0 && (
        <Card label={title} pad={0}>
          <Scroll>
            <table className="stacks data-table">
              <thead>
                <tr>
                  <th>{say('Transfer')}</th>
                  <th>{say('From')}</th>
                  <th>{say('To')}</th>
                  <th>{say('Needed by')}</th>
                  <th className="right">{say('Pieces')}</th>
                  <th className="right">{say('kg')}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id}>
                    <td className="whole">
                      <Link to={paths.transferLane(lane, row.id)} className="bold touch">
                        {row.doc_no}
                      </Link>
                    </td>
                    <td data-head={say('From')}>{titleOf(data?.links, 'yard', row.from_yard)}</td>
                    <td data-head={say('To')}>{titleOf(data?.links, 'yard', row.to_yard)}</td>
                    <td data-head={say('Needed by')} className="nowrap">
                      {row.need_by ? day(row.need_by) : NOTHING}
                    </td>
                    <td data-head={say('Pieces')} className="number">
                      {row.pcs ? pieces(row.pcs) : NOTHING}
                    </td>
                    <td data-head="kg" className="number">
                      {row.weight_g ? kg(row.weight_g) : NOTHING}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        </Card>
      )}
    </Page>
  )
}
