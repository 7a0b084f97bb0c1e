// The documents that I worked on, the last first: whose they are, how often they were spoken about and written.
import ChatBubbleOutlined from '@mui/icons-material/ChatBubbleOutlined'
import { Link } from 'react-router'
import { paths } from '../../../docs/paths'
import { Scroll } from '../../../kit/parts'
import type { RecentDoc } from '../../../net/answers.gen'
import { useFacts } from '../../../sync/docs'
import { age, pieces } from '../../../ui/format'
import { Page } from '../../../ui/Page'
import { Empty, Failed, Skeletons } from '../../../ui/states'
import { StatusChip } from '../../../ui/StatusChip'
import { say } from '../../../words/say'

export default function Recent() {
  const { data, error, refetch } = useFacts<RecentDoc[]>('/api/recent')
  return (
    <Page title={say('Recent')}>
      <div className="card">
        {error && !data && <Failed problem={error} what={say('The documents')} onRetry={() => void refetch()} />}
        {!data && !error && <Skeletons rows={8} />}
        {data?.length === 0 && (
          <Empty title={say('Nothing worked on yet')}>{say('A document that you write or act on appears here.')}</Empty>
        )}
        {data && data.length > 0 && (
          <Scroll>
            <table className="stacks tight data-table">
              <thead>
                <tr>
                  <th>{say('Document')}</th>
                  <th>{say('Status')}</th>
                  <th>{say('Owner')}</th>
                  <th className="right">{say('Comments')}</th>
                  <th className="right">{say('Revision')}</th>
                  <th className="right">{say('Last worked on')}</th>
                </tr>
              </thead>
              <tbody>
                {data.map((row) => (
                  <tr key={`${row.type}:${row.id}`}>
                    <td className="whole">
                      <Link to={paths.view(row.type, row.id)} className="bold">
                        {row.title}
                      </Link>{' '}
                      <span className="muted text-12">{row.label}</span>
                    </td>
                    <td>
                      <StatusChip status={row.status} />
                    </td>
                    <td>{row.owner}</td>
                    <td className="number">
                      {row.comments > 0 && (
                        <span className="inline-row gap-4">
                          <ChatBubbleOutlined aria-hidden className="text-16 muted" />
                          {pieces(row.comments)}
                        </span>
                      )}
                    </td>
                    <td className="number">{pieces(row.revision)}</td>
                    <td className="number muted">{age(row.worked_at)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        )}
      </div>
    </Page>
  )
}
