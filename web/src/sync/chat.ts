// Conversations with colleagues: which there are, what was said in one, and what one says oneself.
//
//   const { data: talks } = useTalks()             the conversations, the last used first, with what is unread
//   const { said, earlier } = useMessages(room)    what was said, the oldest first
//   say({ room }, { text, mentions, about })       sends it, or keeps it until the server answers
//   useSaying({ room })                            what is on its way, waits, or was refused
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { docDef } from '../core'
import type { Row } from '../core/records'
import type { DocKey } from '../core/types.gen'
import type { ChatContact, ChatTalk } from '../net/answers.gen'
import { observable, useObservable } from '../net/observable'
import { token } from '../net/token'
import { asProblem, docsApi, useFacts, useList } from './docs'
import { drop, isOpen, keepMine, useOutbox, type Entry } from './outbox'
import { useSteps } from './steps'
import { store, useUser } from './store'
import { say } from '../words/say'

/** Who is there is asked again so often, while a page that shows it is open. */
const PRESENCE_MS = 30_000
const SHOWN = 50
/** The most rows that a list answers. */
const MOST = 500
/** The most characters of a message, and of what a conversation is called, as the core declares them. */
export const longestMessage = () => longest('chat_message', 'text')
export const longestName = () => longest('chat_room', 'name')

const longest = (type: DocKey, field: string) => docDef(type)?.fields.find(({ key }) => key === field)?.max ?? undefined

/** A conversation, or the colleague with whom one begins. */
export type Place = { room: string } | { to: string }

export interface Words {
  text: string
  mentions: string[]
  about: { type: string; id: string } | null
}

export interface Message extends Words {
  id: string
  from: string
  at: number
}

export interface Saying extends Words {
  id: string
  person: string
  key: string
  at: number
  /** `sent`: taken, and not among what was said yet. */
  state: 'sending' | 'waiting' | 'sent' | 'refused'
  /** Why it was refused. */
  problem: string
  /** The unsent change that it is, until it is sent. */
  unsent: Entry | null
}

export const placeKey = (place: Place) => ('room' in place ? place.room : `to:${place.to}`)

export const useTalks = () => useFacts<ChatTalk[]>('/api/chat/talks', { everyMs: PRESENCE_MS })
export const useContacts = () => useFacts<ChatContact[]>('/api/chat/contacts/all', { everyMs: PRESENCE_MS })

const messageOf = (row: Row<'chat_message'>): Message => ({
  id: row.id,
  from: row.owner ?? '',
  text: row.text ?? '',
  mentions: (row.mentions ?? []).filter((one) => one !== undefined),
  about: row.about_type && row.about_id ? { type: row.about_type, id: row.about_id } : null,
  at: row.sent_at ?? 0,
})

/** What was said in a conversation: the last of it, or what was said until a moment. */
export function useMessages(room: string | undefined, begin: number | null) {
  const [window, setWindow] = useState<{ until: number | null; limit: number }>({ until: begin, limit: SHOWN })
  const { until, limit } = window
  const where: `${string}:${string}:${string}`[] = [`room:eq:${room}`]
  if (until) where.push(`sent_at:le:${until}`)
  const list = useList({ type: 'chat_message', where: where as never, sort: '-sent_at', limit }, { skip: !room })
  const said = useMemo(() => (list.data?.rows ?? []).map(messageOf).reverse(), [list.data])
  const more = (list.data?.total ?? 0) > said.length
  const earlier = () =>
    setWindow(limit < MOST ? { until, limit: Math.min(MOST, limit * 2) } : { until: said[0]?.at ?? null, limit: SHOWN })
  return {
    said,
    names: list.data?.links.employee ?? {},
    loaded: !!list.data || !room,
    error: list.error,
    refetch: list.refetch,
    earlier: more ? earlier : null,
    latest: until ? () => setWindow({ until: null, limit: SHOWN }) : null,
  }
}

const saying = observable<Saying[]>([])
const change = (id: string, to: Partial<Saying> | null) =>
  saying.set(saying.get().flatMap((one) => (one.id !== id ? [one] : to ? [{ ...one, ...to }] : [])))

const recordOf = (place: Place, { text, mentions, about }: Words) => ({
  ...place,
  text,
  ...(mentions.length > 0 ? { mentions } : {}),
  ...(about ? { about_type: about.type, about_id: about.id } : {}),
})

async function sendOne(place: Place, one: Saying): Promise<void> {
  const command = { type: 'chat_message', id: null, command_id: one.id, record: recordOf(place, one) }
  const answer = await store.dispatch(docsApi.endpoints.save.initiate(command, { track: false }))
  if ('data' in answer && answer.data) return change(one.id, { state: 'sent' })
  const problem = asProblem(answer.error)
  const why = problem?.errors[0]?.message ?? problem?.detail ?? say('The message was not sent')
  change(one.id, { state: 'refused', problem: why })
}

/** Says something. What is refused stays with its text. */
export function post(place: Place, words: Words): Promise<void> {
  const one: Saying = {
    ...words,
    id: crypto.randomUUID(),
    person: token.id() ?? '',
    key: placeKey(place),
    at: Date.now(),
    state: 'sending',
    problem: '',
    unsent: null,
  }
  saying.set([...saying.get(), one])
  return sendOne(place, one)
}

/** Tries once more to send what was refused: as another command, for the same one would be refused again. */
export function sayAgain(place: Place, one: Saying): Promise<void> {
  if (one.unsent) return keepMine(one.unsent)
  change(one.id, null)
  return post(place, one)
}

export const unsay = (one: Saying) => (one.unsent ? void drop(one.unsent) : change(one.id, null))

/** What somebody said in a place that the server does not have yet. */
export function useSaying(place: Place): Saying[] {
  const key = placeKey(place)
  const person = useUser().id
  const all = useObservable(saying)
  const outbox = useOutbox()
  return useMemo(() => {
    const own = all.filter((one) => one.key === key && one.person === person)
    const waiting = outbox.filter((entry) => {
      const record = entry.record as { room?: string; to?: string } | undefined
      const where = record?.room ?? (record?.to ? `to:${record.to}` : '')
      return entry.doc_type === 'chat_message' && isOpen(entry) && where === key
    })
    return [
      ...waiting.map((entry) => {
        const record = entry.record as { text?: string; mentions?: string[]; about_type?: string; about_id?: string }
        const about = record.about_type && record.about_id ? { type: record.about_type, id: record.about_id } : null
        return {
          id: entry.command_id,
          person,
          key,
          at: entry.at,
          text: record.text ?? '',
          mentions: record.mentions ?? [],
          about,
          state: entry.state === 'refused' ? ('refused' as const) : ('waiting' as const),
          problem: entry.problem?.detail ?? '',
          unsent: entry,
        }
      }),
      ...own.filter(({ id }) => !waiting.some((entry) => entry.command_id === id)),
    ]
  }, [all, outbox, key, person])
}

/** Marks a conversation as read while it is looked at. */
export function useReading(talk: ChatTalk | undefined) {
  const { id } = useUser()
  const [save] = docsApi.useSaveMutation()
  const make = useCallback(async () => {
    const record = { person: id }
    const made = await save({ type: 'chat_marks', id: null, named: id, command_id: crypto.randomUUID(), record })
    return (made.data as never) ?? null
  }, [save, id])
  const { run, doc, error } = useSteps('chat_marks', id, { make })
  const known = !!doc || error?.status === 404
  const marked = useRef('')
  const [visible, setVisible] = useState(() => !document.hidden)
  useEffect(() => {
    const look = () => setVisible(!document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  const unread = (talk?.unread ?? 0) > 0
  const until = talk?.last_at ?? 0
  const room = talk?.id
  useEffect(() => {
    const mark = `${room}:${until}`
    if (!room || !unread || !visible || !known || marked.current === mark) return
    marked.current = mark
    void run('read', { room, until })
  }, [room, until, unread, visible, known, run])
}
