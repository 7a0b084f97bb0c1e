// The way to what waits to be sent: always there, with a count only when something waits.
import OutboxOutlined from '@mui/icons-material/OutboxOutlined'
import IconButton from '@mui/material/IconButton'
import { Link } from 'react-router'
import { isOpen, useOutbox } from '../../sync/outbox'
import { paths } from '../../docs/paths'
import { Badge } from './Badge'
import { many, say } from '../../words/say'

export function Unsent() {
  const open = useOutbox().filter(isOpen)
  const refused = open.filter((entry) => entry.state === 'refused').length
  const label =
    open.length === 0
      ? say('No unsent changes')
      : many(open.length, '{open} unsent change{value2}', '{open} unsent changes{value2}', {
          open: open.length,
          value2: refused > 0 ? say(', {refused} refused', { refused }) : '',
        })
  return (
    <IconButton component={Link} to={paths.unsent} aria-label={label} className="relative">
      <OutboxOutlined />
      <Badge count={open.length} />
    </IconButton>
  )
}
