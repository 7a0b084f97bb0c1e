// The chat's page: the conversations that I am in, the last used first, and the one that is open.
import Add from '@mui/icons-material/Add'
import ArrowBack from '@mui/icons-material/ArrowBack'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { SearchBox } from '../../docs/FilterBar'
import { paths } from '../../docs/paths'
import type { ChatContact, ChatTalk } from '../../net/answers.gen'
import { placeKey, useContacts, useTalks } from '../../sync/chat'
import { useList } from '../../sync/docs'
import { useUser } from '../../sync/store'
import { classes } from '../../theme/classes'
import { age, moment, pieces } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Empty, Failed, Filtered, Skeletons } from '../../ui/states'
import { Face } from './Face'
import { Members } from './Members'
import { NewTalk } from './NewTalk'
import { Room } from './Room'
import css from './Chat.module.css'
import { say } from '../../words/say'

export default function Chat() {
  const { id } = useParams()
  const [query, setQuery] = useSearchParams()
  const talks = useTalks()
  const contacts = useContacts()
  const [making, setMaking] = useState(false)
  const narrow = useMediaQuery('(max-width: 899.95px)')
  const to = query.get('to')
  const q = query.get('q') ?? ''
  const open = talks.data?.find((one) => (id ? one.id === id : !!to && one.with === to))
  const person = to ? contacts.data?.find((one) => one.id === to) : undefined
  const shown = !!id || !!to
  const search = (text: string) => setQuery(text ? { q: text } : {}, { replace: true })
  return (
    <Page
      title={say('Chat')}
      name={open?.name ?? person?.name}
      crumbs={shown ? [{ name: say('Chat'), path: paths.chat() }] : []}
      fixed
      actions={
        <Button variant="contained" color="primary" startIcon={<Add />} onClick={() => setMaking(true)}>
          {say('New conversation')}
        </Button>
      }
    >
      <div className={css.page}>
        {(!narrow || !shown) && (
          <aside aria-label={say('Conversations')} className={`card ${css.side}`}>
            <div className={css.searching}>
              <SearchBox
                label={say('Search the messages')}
                placeholder={say('Words of a message')}
                value={q}
                onChange={search}
              />
            </div>
            {q ? (
              <Hits q={q} talks={talks.data ?? []} onClear={() => search('')} />
            ) : talks.data ? (
              <Talks talks={talks.data} open={open?.id} />
            ) : talks.error ? (
              <Failed problem={talks.error} what={say('The conversations')} onRetry={() => void talks.refetch()} />
            ) : (
              <Skeletons rows={6} />
            )}
          </aside>
        )}
        {(!narrow || shown) && (
          <section aria-label={say('Conversation')} className={`card ${css.room}`}>
            <Opened id={id} to={to} talk={open} person={person} loaded={!!talks.data && !!contacts.data} />
          </section>
        )}
      </div>
      {making && <NewTalk contacts={contacts.data ?? []} onClose={() => setMaking(false)} />}
    </Page>
  )
}

function Talks({ talks, open }: { talks: ChatTalk[]; open: string | undefined }) {
  const own = useUser().id
  if (talks.length === 0)
    return (
      <Empty title={say('No conversations yet')}>
        {say('Write to a colleague, or begin a conversation of several.')}
      </Empty>
    )
  return (
    <ul aria-label={say('Conversations')} className={css.talks}>
      {talks.map((one) => {
        const online = one.with ? one.people[0]?.status === 'online' : null
        const who = one.last_from === own ? say('You: ') : ''
        return (
          <li key={one.id}>
            <Link
              to={paths.chat(one.id)}
              aria-current={one.id === open ? 'page' : undefined}
              className={classes(css.talk, one.id === open && css.current)}
            >
              <Face name={one.name} online={online} />
              <span className="min-0 grow">
                <span className={classes('ellipsis block', one.unread > 0 && 'semibold')}>{one.name}</span>
                <span className="ellipsis block muted text-13">
                  {one.last_text ? `${who}${one.last_text}` : say('No messages yet')}
                </span>
              </span>
              <span className={css.when}>
                <span className="muted text-12 num">{age(one.last_at)}</span>
                {one.unread > 0 && (
                  <span className={css.unread}>
                    {pieces(one.unread)}
                    <span className="visually-hidden">{say(' unread')}</span>
                  </span>
                )}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function Hits({ q, talks, onClear }: { q: string; talks: ChatTalk[]; onClear: () => void }) {
  const { data, error, refetch } = useList({ type: 'chat_message', q, sort: '-sent_at', limit: 50 })
  if (error && !data) return <Failed problem={error} what={say('The messages')} onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={4} />
  if (data.rows.length === 0) return <Filtered title={say('No message matches “{q}”', { q })} onClear={onClear} />
  const nameOf = (room: string | undefined) =>
    talks.find((one) => one.id === room)?.name ?? say('A former conversation')
  return (
    <ul aria-label={say('Messages found')} className={css.talks}>
      {data.rows.map((row) => (
        <li key={row.id}>
          <Link to={`${paths.chat(row.room, row.sent_at)}&q=${encodeURIComponent(q)}`} className={css.hit}>
            <span className="muted text-12">
              {nameOf(row.room)} · {row.sent_at ? moment(row.sent_at) : ''}
            </span>
            <span className={css.words}>{row.text}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface OpenedProps {
  id: string | undefined
  to: string | null
  talk: ChatTalk | undefined
  person: ChatContact | undefined
  loaded: boolean
}

function Opened({ id, to, talk, person, loaded }: OpenedProps) {
  const [query] = useSearchParams()
  const [members, setMembers] = useState(false)
  const at = Number(query.get('at')) || null
  if (!id && !to) return <Empty title={say('No conversation selected')}>{say('Select one, or begin a new one.')}</Empty>
  if (!loaded) return <Skeletons rows={6} />
  if (!talk && !person)
    return (
      <Empty title={say('Conversation not found')}>
        {say('It is not there, or you are not in it any more. ')}
        <Link to={paths.chat()}>{say('See your conversations')}</Link>
      </Empty>
    )
  const name = talk?.name ?? person?.name ?? ''
  const others = talk && !talk.with ? talk.people.map((one) => one.name).join(', ') : ''
  // A conversation of two is named by the colleague, so that it stays the same as it begins.
  const place = talk && !talk.with ? { room: talk.id } : { to: talk?.with ?? to ?? '' }
  const online = talk && !talk.with ? null : (talk?.people[0] ?? person)?.status === 'online'
  return (
    <>
      <header className={css.head}>
        <IconButton component={Link} to={paths.chat()} aria-label={say('All conversations')} className={css.back}>
          <ArrowBack />
        </IconButton>
        <Face name={name} online={online} />
        <span className="grow min-0">
          <h2 className="subheading ellipsis">{name}</h2>
          <span className="muted text-12 ellipsis block">
            {online === null ? say('You, {others}', { others }) : online ? say('Online') : say('Offline')}
          </span>
        </span>
        {talk && !talk.with && (
          <Button size="small" onClick={() => setMembers(true)}>
            {say('Members')}
          </Button>
        )}
      </header>
      <Room key={`${placeKey(place)}:${at}`} place={place} talk={talk} name={name} at={at} />
      {members && talk && <Members talk={talk} onClose={() => setMembers(false)} />}
    </>
  )
}
