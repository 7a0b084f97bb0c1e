// Messages to me and from me: unread ones stand out, and opening one marks it as read.
import Add from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useState } from 'react'
import { Link } from 'react-router'
import { docDef } from '../../../core'
import type { Row } from '../../../core/records'
import { SearchBox } from '../../../docs/FilterBar'
import { paths } from '../../../docs/paths'
import { useList } from '../../../sync/docs'
import { may } from '../../../sync/rights'
import { useUser } from '../../../sync/store'
import { classes } from '../../../theme/classes'
import { age } from '../../../ui/format'
import { Page } from '../../../ui/Page'
import { Empty, Failed, Filtered, Skeletons } from '../../../ui/states'
import css from './Inbox.module.css'
import { useQuery } from '../../../ui/query'
import { say } from '../../../words/say'

const PAGE = 50
const MOST = 500

export default function Inbox() {
  const user = useUser()
  const { query, set } = useQuery()
  const [limit, setLimit] = useState(PAGE)
  const sent = query.get('box') === 'sent'
  const q = query.get('q') ?? ''
  const { data, error, refetch } = useList({
    type: 'inbox_message',
    q: q || undefined,
    where: [sent ? 'folder:eq:sent' : 'folder:ne:sent'],
    sort: '-sent_at',
    limit,
  })
  const writes = may(user, docDef('inbox_message')!, 'add')
  return (
    <Page
      title={say('Inbox')}
      actions={
        writes && (
          <Button
            variant="contained"
            color="primary"
            startIcon={<Add />}
            component={Link}
            to={paths.add('inbox_message')}
          >
            {say('New message')}
          </Button>
        )
      }
    >
      <div className={`row wrap between ${css.bar}`}>
        <Tabs value={sent ? 'sent' : 'inbox'} onChange={(_, box: string) => set({ box: box === 'sent' ? box : null })}>
          <Tab value="inbox" label={say('Inbox')} />
          <Tab value="sent" label={say('Sent')} />
        </Tabs>
        <SearchBox
          label={say('Search the messages')}
          placeholder={say('Subject or sender')}
          value={q}
          onChange={(text) => set({ q: text })}
        />
      </div>
      <div className="card">
        {error && !data && <Failed problem={error} what={say('The messages')} onRetry={() => void refetch()} />}
        {!data && !error && <Skeletons rows={6} />}
        {data?.rows.length === 0 &&
          (q ? (
            <Filtered title={say('No message matches “{q}”', { q })} onClear={() => set({ q: null })} />
          ) : (
            <Empty title={sent ? say('No messages sent yet') : say('No messages yet')}>
              {sent
                ? say('What you write to colleagues stays here.')
                : say('What colleagues write to you appears here.')}
            </Empty>
          ))}
        <ul aria-label={say('Messages')}>
          {data?.rows.map((row) => (
            <li key={row.id} className="divided">
              <MessageRow row={row} sent={sent} to={toOf(row, data.links)} />
            </li>
          ))}
        </ul>
        {data && data.rows.length < data.total && limit < MOST && (
          <div className="p-12">
            <Button onClick={() => setLimit(limit + PAGE)}>{say('Show more')}</Button>
          </div>
        )}
      </div>
    </Page>
  )
}

type Names = Record<string, Record<string, string>> | undefined

const toOf = (row: Row<'inbox_message'>, links: Names) =>
  (row.to_person && links?.employee?.[row.to_person]) || (row.to_role && links?.role?.[row.to_role]) || ''

function MessageRow({ row, sent, to }: { row: Row<'inbox_message'>; sent: boolean; to: string }) {
  const unread = !sent && !row.read
  return (
    <Link to={paths.view('inbox_message', row.id)} className={css.message}>
      <span aria-hidden className={classes(css.mark, unread && css.unreadMark)} />
      <span className={classes('ellipsis', css.who, unread && css.unread)}>
        {unread && <span className="visually-hidden">{say('Unread: ')}</span>}
        {sent ? say('To {to}', { to }) : row.sender_name}
      </span>
      <span className={classes('ellipsis', css.subject, unread && css.unread)}>{row.subject}</span>
      <span className="num muted text-12">{typeof row.sent_at === 'number' ? age(row.sent_at) : ''}</span>
    </Link>
  )
}
