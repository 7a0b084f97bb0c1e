// The bell: what I was told, newest first; opening one leads to its page and marks it as read.
import NotificationsNoneOutlined from '@mui/icons-material/NotificationsNoneOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useDeviceNotices } from '../../features/profile/useDeviceNotices'
import { NoticeRow } from '../../features/profile/NoticeRow'
import { useNotices, type Notice } from '../../features/profile/useNotices'
import { paths } from '../../docs/paths'
import { useSteady } from '../../ui/steady'
import { Badge } from './Badge'
import { pieces } from '../../ui/format'
import css from './Bell.module.css'
import { say } from '../../words/say'

const SHOWN = 8
const idOf = (row: Notice) => row.id

export function Bell() {
  const { rows: told, total, unread, open, readAll } = useNotices(SHOWN)
  const device = useDeviceNotices(told)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const rows = useSteady(anchor ? 'open' : null, told, idOf)
  const navigate = useNavigate()
  const close = () => setAnchor(null)
  const label =
    unread > 0 ? say('{value} unread notifications', { value: pieces(unread) }) : say('No unread notifications')
  return (
    <>
      <IconButton
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={!!anchor}
        className="relative"
      >
        <NotificationsNoneOutlined />
        <Badge count={unread} />
      </IconButton>
      <Popover
        open={!!anchor}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': say('Notifications'),
            className: css.paper,
          },
        }}
      >
        <div className={css.head}>
          <h2 className="subheading grow">{say('Notifications')}</h2>
          {unread > 0 && (
            <Button size="small" variant="text" onClick={() => void readAll()}>
              {say('Mark all as read')}
            </Button>
          )}
        </div>
        {told && rows.length === 0 && (
          <p className="p-16 muted">{say('No notifications yet. Alerts set up for you appear here.')}</p>
        )}
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <NoticeRow
                row={row}
                onOpen={() => {
                  close()
                  void open(row)
                }}
              />
            </li>
          ))}
        </ul>
        {device.wanted === 'default' && (
          <Button fullWidth variant="text" onClick={() => void device.ask()} className="touch">
            {say('Notify me on this device')}
          </Button>
        )}
        {total > SHOWN && (
          <Button
            fullWidth
            variant="text"
            onClick={() => {
              close()
              void navigate(paths.notifications)
            }}
            className="touch"
          >
            {say('All notifications')}
          </Button>
        )}
      </Popover>
    </>
  )
}
