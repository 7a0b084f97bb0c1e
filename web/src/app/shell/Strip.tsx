// The band over a page: the server is away and as of when the page is, what of it waits here, a new version, no room.
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import Button from '@mui/material/Button'
import { useEffect, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { nothingShown, useAsOf } from '../../sync/answers'
import { useInstall } from '../../sync/install'
import { useKeeping } from '../../sync/local'
import { isOpen, useOutbox } from '../../sync/outbox'
import { useReach } from '../../net/reach'
import { expire } from '../../sync/session'
import { useAppDispatch } from '../../sync/store'
import { paths } from '../../docs/paths'
import { moment } from '../../ui/format'
import { classes } from '../../theme/classes'
import css from './Strip.module.css'
import { many, say } from '../../words/say'

const LOOK_MS = 30_000

const NO_ROOM = {
  full: say(
    'This browser is out of storage: pages you open now are not available offline, and changes need the server.',
  ),
  refused: say('This browser does not store data: the app works only while the server can be reached.'),
}

/** While nobody can be asked, the session ends here when its time is over. */
function useExpiry(away: boolean) {
  const dispatch = useAppDispatch()
  useEffect(() => {
    if (!away) return
    const timer = setInterval(() => void expire(dispatch), LOOK_MS)
    return () => clearInterval(timer)
  }, [away, dispatch])
}

export function Strip() {
  const reach = useReach()
  const asOf = useAsOf()
  const keeping = useKeeping()
  const { why, reload } = useInstall()
  const { pathname, search } = useLocation()
  const entries = useOutbox().filter(isOpen)
  useExpiry(!reach.live)
  useEffect(nothingShown, [pathname, reach.live])
  const here = entries.filter((entry) => `${pathname}${search}`.includes(entry.id))
  const refused = here.some((entry) => entry.state === 'refused')
  return (
    <>
      {!reach.live && (
        <Band off>
          <strong className="bold">{say('Offline.')}</strong>{' '}
          {asOf === null
            ? say('The server has not answered since {since}.', { since: moment(reach.since) })
            : say('As of {asOf}.', { asOf: moment(asOf) })}
          {why ? ` ${why}` : say(' Changes to orders and loadings are kept here and sent when the server answers.')}
        </Band>
      )}
      {here.length > 0 && (
        <Band off>
          {refused ? say('Your change to this document was refused.') : waitingWords(here)}{' '}
          <Link to={paths.unsent}>{refused ? say('See why') : say('Unsent changes')}</Link>
        </Band>
      )}
      {keeping !== 'well' && <Band off>{NO_ROOM[keeping]}</Band>}
      {reload && (
        <Band>
          {say('A new version of Godown is available. What you typed is kept.')}{' '}
          <Button size="small" onClick={reload}>
            {say('Reload now')}
          </Button>
        </Band>
      )}
    </>
  )
}

function Band({ off, children }: { off?: boolean; children: ReactNode }) {
  const Icon = off ? CloudOffOutlined : InfoOutlined
  return (
    <div role="status" className={classes('no-print', css.strip, off && css.warned)}>
      <Icon aria-hidden className="text-18 rigid" />
      <span>{children}</span>
    </div>
  )
}

function waitingWords(here: readonly { checked: boolean }[]): string {
  return here.every((entry) => entry.checked)
    ? many(
        here.length,
        '{n} change of yours to this document waits to be sent.',
        '{n} changes of yours to this document wait to be sent.',
      )
    : many(
        here.length,
        '{n} change of yours to this document waits to be sent and will be checked then.',
        '{n} changes of yours to this document wait to be sent and will be checked then.',
      )
}
