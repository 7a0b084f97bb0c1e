// Everything that I was told, newest first: opening one marks it as read.
import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { Page } from '../../ui/Page'
import { Empty, Failed, Skeletons } from '../../ui/states'
import { NoticeRow } from './NoticeRow'
import { useNotices } from './useNotices'
import css from './Notifications.module.css'
import { say } from '../../words/say'

const PAGE = 50

export default function Notifications() {
  const [limit, setLimit] = useState(PAGE)
  const { rows, total, unread, error, refetch, open, readAll, discard, discardAll } = useNotices(limit)
  const actions = (
    <>
      {unread > 0 && <Button onClick={() => void readAll()}>{say('Mark all as read')}</Button>}
      {total > 0 && (
        <Button startIcon={<DeleteOutlined />} onClick={() => void discardAll()}>
          {say('Delete all')}
        </Button>
      )}
    </>
  )
  return (
    <Page title={say('Notifications')} actions={actions}>
      <div className="card narrow-page">
        {error && !rows && <Failed problem={error} what={say('The notifications')} onRetry={() => void refetch()} />}
        {!rows && !error && <Skeletons />}
        {rows?.length === 0 && (
          <Empty title={say('No notifications yet')}>
            {say('Alerts set up for you appear here and under the bell.')}
          </Empty>
        )}
        <ul>
          {rows?.map((row) => (
            <li key={row.id} className={css.row}>
              <NoticeRow row={row} onOpen={() => void open(row)} />
              <IconButton aria-label={say('Delete {title}', { title: row.title })} onClick={() => void discard([row])}>
                <DeleteOutlined className="text-18" />
              </IconButton>
            </li>
          ))}
        </ul>
        {rows && total > rows.length && (
          <div className="p-12">
            <Button onClick={() => setLimit(limit + PAGE)}>{say('Show more')}</Button>
          </div>
        )}
      </div>
    </Page>
  )
}
