// One conversation with colleagues, as everybody in it sees it: in the popup and on the chat's page.
import Button from '@mui/material/Button'
import { useEffect, useMemo } from 'react'
import type { ChatTalk } from '../../net/answers.gen'
import { post, sayAgain, unsay, useMessages, useReading, useSaying, type Place, type Saying } from '../../sync/chat'
import { say } from '../../words/say'
import { useTyped } from '../../sync/drafts'
import { useUser } from '../../sync/store'
import { Failed, Skeletons } from '../../ui/states'
import { Refused, Talk, type Said } from './Talk'

interface Props {
  place: Place
  /** The conversation; none where it has not begun. */
  talk: ChatTalk | undefined
  name: string
  /** What was said at this moment is shown. */
  at?: number | null
}

const NOTHING = { text: '' }

export function Room({ place, talk, name, at = null }: Props) {
  const { id: own, name: ownName } = useUser()
  const room = talk?.id
  const messages = useMessages(room, at)
  const saying = useSaying(place)
  useReading(talk)
  const people = useMemo(() => (talk?.people ?? []).map(({ id, name: called }) => ({ id, name: called })), [talk])
  const named = useMemo(() => [...people, { id: own, name: ownName }], [people, own, ownName])
  const key = `chat:${'room' in place ? place.room : place.to}`
  const { value, set } = useTyped(key, NOTHING, say('message to {name}', { name }))
  const heard = useMemo((): Said[] => {
    const names = new Map(people.map((one) => [one.id, one.name]))
    const nameOf = (id: string) =>
      id === own ? say('You') : (names.get(id) ?? messages.names[id] ?? say('A former colleague'))
    return messages.said.map((one) => ({
      ...one,
      own: one.from === own,
      name: nameOf(one.from),
      found: one.at === at,
    }))
  }, [messages.said, messages.names, people, own, at])
  const noteOf = (one: Saying) => {
    if (one.state === 'waiting') return ' · Waiting to be sent'
    if (one.state === 'sending') return ' · Sending'
    if (one.state === 'sent') return null
    const again = () => void sayAgain(place, one)
    return <Refused why={one.problem} onAgain={again} onDrop={() => unsay(one)} />
  }
  useEffect(() => {
    for (const one of saying) if (one.state === 'sent' && heard.some(({ id }) => id === one.id)) unsay(one)
  }, [saying, heard])
  const ahead = saying
    .filter(({ id }) => !heard.some((one) => one.id === id))
    .map((one): Said => ({ ...one, own: true, name: say('You'), note: noteOf(one) }))
  return (
    <Talk
      said={[...heard, ...ahead]}
      people={people}
      named={named}
      links
      draft={{ text: value.text, onText: (text) => set({ text }) }}
      onSay={(words) => void post(place, words)}
      none={messages.loaded ? say('No messages yet. Write the first one to {name}.', { name }) : ''}
      before={<Before messages={messages} />}
      after={
        messages.latest && (
          <Button size="small" variant="text" onClick={messages.latest}>
            {say('Show the latest messages')}
          </Button>
        )
      }
    />
  )
}

/** Above what was said first: that it is on its way, or that there is more. What is typed below stays meanwhile. */
function Before({ messages }: { messages: ReturnType<typeof useMessages> }) {
  if (messages.error && !messages.loaded)
    return <Failed problem={messages.error} what={say('The conversation')} onRetry={() => void messages.refetch()} />
  if (!messages.loaded) return <Skeletons rows={5} />
  if (!messages.earlier) return null
  return (
    <Button size="small" variant="text" onClick={messages.earlier}>
      {say('Show earlier messages')}
    </Button>
  )
}
