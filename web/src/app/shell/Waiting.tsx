// What waits for me: how many documents, and the oldest of them.
import InboxOutlined from '@mui/icons-material/InboxOutlined'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../docs/paths'
import { keyOf, useQueue } from '../../kit/queue'
import { age, pieces } from '../../ui/format'
import { StatusChip } from '../../ui/StatusChip'
import { useSteady } from '../../ui/steady'
import { Badge } from './Badge'
import css from './Waiting.module.css'
import { say } from '../../words/say'

const SHOWN = 8

export function Waiting() {
  const { data } = useQueue()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const navigate = useNavigate()
  const rows = useSteady(anchor ? 'open' : null, data?.rows, keyOf)
  const count = data?.total ?? rows.length
  const said = pieces(count)
  const open = (path: string) => () => {
    setAnchor(null)
    void navigate(path)
  }
  return (
    <>
      <IconButton
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-label={
          count > 0 ? say('{said} documents are waiting for you', { said }) : say('Nothing is waiting for you')
        }
        aria-haspopup="menu"
        className="relative"
      >
        <InboxOutlined />
        <Badge count={count} />
      </IconButton>
      <Menu
        open={!!anchor}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { className: css.paper } }}
      >
        {rows.length === 0 && <MenuItem onClick={open(paths.dashboard)}>{say('Nothing is waiting for you')}</MenuItem>}
        {rows.slice(0, SHOWN).map((row) => (
          <MenuItem key={`${row.type}:${row.id}`} onClick={open(paths.view(row.type, row.id))} className={css.item}>
            <span className="flex between gap-12">
              <span className="nowrap bold">{row.doc_no ?? row.party}</span>
              <span className="muted text-12">{age(row.since)}</span>
            </span>
            <span className={css.finding}>{[row.party, row.finding].filter(Boolean).join(' · ')}</span>
            <span>
              <StatusChip status={row.status} />
            </span>
          </MenuItem>
        ))}
        {count > SHOWN && (
          <MenuItem onClick={open(paths.dashboard)} className="accent bold">
            {say('All {count}', { count: said })}
          </MenuItem>
        )}
      </Menu>
    </>
  )
}
