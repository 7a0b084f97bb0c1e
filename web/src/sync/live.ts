// What changes on the server, as it happens: one stream for all tabs of this browser, told on to each of them.
//
//   follow()                        from the shell, while somebody is signed in; returns what ends it
//   onChanges(listener)             every batch of changes, in every tab
//   useChanges('order', listener)   those of one type that this tab did not make itself; null for `anew`:
//                                   what is shown is too old to be brought up to date
import { createParser } from 'eventsource-parser'
import { useEffect, useRef } from 'react'
import type { Change, Changes, StreamProblem } from '../net/answers.gen'
import { topic } from '../net/observable'
import { token } from '../net/token'
import { isOwn, sending } from '../net/commits'
import { dropReads, takeChanges, takeLead } from '../net/early'
import { api } from './api'
import { docsApi } from './docs'
import { onReach, reached } from '../net/reach'
import { refreshPerson } from './session'
import { store } from './store'
import { oldBy, type Batch } from './tags'

/** `anew`: the person's rights changed, or too much else did. */
type Told = Batch & { anew?: boolean }
type Message = { person: string; told: Told } | { person: string; unreached: true }

const LOCK = 'godown.live'
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
/** The server says something every 15 seconds: a stream that is silent for longer is dead. */
const SILENCE_MS = 40_000
/** Changes that follow each other make what is shown old once; the first of them does so at once. */
const TOGETHER_MS = 300

const batches = topic<Told>()
/** The same without what this tab did itself, once that is known. */
const others = topic<Told>()
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(LOCK)
/** The last entry that this tab knows of, so that whichever tab listens next goes on from there. */
let known: { person: string; seq: number } | null = null

export const onChanges = batches.subscribe

export function useChanges(type: string, listener: (changes: Change[] | null) => void) {
  const latest = useRef(listener)
  latest.current = listener
  useEffect(
    () =>
      others.subscribe(({ changes, anew }) => {
        const own = changes.filter((change) => change.type === type)
        if (anew) latest.current(null)
        else if (own.length > 0) latest.current(own)
      }),
    [type],
  )
}

/** What was told and is not looked at yet: the entry that was known before, and the batch. */
let waiting: { before: number; told: Told }[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let looked = 0

/** Everything that is shown is asked for again. */
export function loadAnew() {
  store.dispatch(api.util.invalidateTags(['Doc', 'List', 'Facts', 'Menu']))
  batches.tell({ seq: 0, changes: [], anew: true })
  others.tell({ seq: 0, changes: [], anew: true })
}

/** Whether the document is held as the change left it, as the answer to one's own command brings it. */
function isHeld({ type, id, version = Infinity }: Change): boolean {
  const held = docsApi.endpoints.doc.select({ type, id })(store.getState()).data
  return !!held && held.version >= version
}

function look() {
  // The feed may tell of an entry before its command is answered: whose it is shows then.
  if (sending.get() > 0) {
    timer = setTimeout(look, TOGETHER_MS)
    return
  }
  timer = undefined
  looked = Date.now()
  const all = waiting
  waiting = []
  const old = new Map(
    all
      .flatMap(({ before, told }) => oldBy(before, told, { isHeld, isOwn }))
      .map((tag) => [JSON.stringify(tag), tag] as const),
  )
  if (old.size > 0) store.dispatch(api.util.invalidateTags([...old.values()]))
  for (const { told } of all) others.tell({ ...told, changes: told.changes.filter(({ seq }) => !isOwn(seq)) })
}

function take(person: string, told: Told) {
  if (person !== token.id()) return
  // The first that a stream says is where it begins.
  if (known || told.anew || told.changes.length > 0) dropReads()
  const before = known?.person === person ? known.seq : null
  known = told.anew ? null : { person, seq: told.seq }
  if (told.anew) {
    void refreshPerson(store.dispatch)
    return loadAnew()
  }
  // A tab that did not listen itself knows of no entry before the first that another tab tells it of.
  const from = before ?? Math.min(told.seq, ...told.changes.map(({ seq }) => seq - 1))
  if (told.seq > from) {
    waiting.push({ before: from, told })
    timer ??= setTimeout(look, Math.max(0, looked + TOGETHER_MS - Date.now()))
  }
  batches.tell(told)
}

function tell(person: string, told: Told) {
  take(person, told)
  channel?.postMessage({ person, told } satisfies Message)
}

if (channel) {
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('unreached' in data) reached(false)
    else take(data.person, data.told)
  }
}

/** How a stream ended: `again` at once, `later` after a while, `over` with the session. */
type Ended = 'again' | 'later' | 'over'

function refused(person: string, status: number): Ended {
  if (status === 401) {
    // The next call of the app meets the same and says so.
    store.dispatch(api.util.invalidateTags(['Menu']))
    return 'over'
  }
  if (status !== 410) return 'later'
  tell(person, { seq: 0, changes: [], anew: true })
  return 'again'
}

async function read(person: string, response: Response, alive: () => void): Promise<Ended> {
  let ended: Ended | null = null
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'problem') {
        ended = refused(person, (JSON.parse(data) as StreamProblem).status)
        return
      }
      const { seq, changes } = JSON.parse(data) as Changes
      tell(person, { seq, changes })
    },
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { value, done } = await reader.read()
    if (done || ended) return ended ?? 'later'
    alive()
    parser.feed(value)
  }
}

async function listen(person: string, stop: AbortSignal): Promise<Ended> {
  const silent = new AbortController()
  let watch: ReturnType<typeof setTimeout> | undefined
  const alive = () => {
    clearTimeout(watch)
    watch = setTimeout(() => silent.abort(), SILENCE_MS)
  }
  alive()
  const bearer = token.get() ?? ''
  const early = takeChanges(bearer)
  const ends = AbortSignal.any([stop, silent.signal])
  try {
    if (early) ends.addEventListener('abort', () => early.stop.abort())
    const since = known?.person === person ? `?since=${known.seq}` : ''
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${bearer}` }
    const response =
      (await early?.answer) ?? (await fetch(`/api/changes${since}`, { headers, cache: 'no-store', signal: ends }))
    reached(true)
    return response.ok && response.body ? await read(person, response, alive) : refused(person, response.status)
  } catch {
    return 'later'
  } finally {
    clearTimeout(watch)
  }
}

/** Waits, but not longer than until the server answers again. */
function rest(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const over = () => {
      clearTimeout(waiting)
      forget()
      stop.removeEventListener('abort', over)
      done()
    }
    const waiting = setTimeout(over, ms)
    const forget = onReach((reach) => {
      if (reach.live) over()
    })
    stop.addEventListener('abort', over)
  })
}

/** Listens for all tabs until it is told to stop. */
async function lead(person: string, stop: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT_MS
  let began = Date.now()
  while (!stop.aborted) {
    began = Date.now()
    const ended = await listen(person, stop)
    if (stop.aborted || ended === 'over') return
    if (ended === 'again') continue
    // What stood for a while was no failure of the server's.
    wait = Date.now() - began > SILENCE_MS ? FIRST_WAIT_MS : Math.min(LONGEST_WAIT_MS, wait * 2)
    // Whether the server is away or only the stream ended says one small call.
    if (!(await answers())) channel?.postMessage({ person, unreached: true } satisfies Message)
    // Everybody who was cut off at once does not come back at once.
    await rest(wait / 2 + Math.random() * (wait / 2), stop)
  }
}

async function answers(): Promise<boolean> {
  const answered = await fetch('/healthz', { cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  )
  reached(answered)
  return answered
}

/** Only browsers that trust the address let tabs agree on one: elsewhere each listens while it is looked at. */
function alone(person: string): () => void {
  let stop = new AbortController()
  const look = () => {
    stop.abort()
    if (document.hidden) return
    stop = new AbortController()
    void lead(person, stop.signal)
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    stop.abort()
  }
}

export function follow(): () => void {
  const person = token.id()
  if (!person) return () => undefined
  // What was shown from this browser's own copies is asked for again when the server is back.
  const forget = onReach((reach) => {
    if (reach.live) loadAnew()
  })
  const end = listenFor(person)
  return () => {
    forget()
    end()
  }
}

function listenFor(person: string): () => void {
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return alone(person)
  const stop = new AbortController()
  const release = takeLead(token.get())
  if (release) void lead(person, stop.signal).finally(release)
  else void locks.request(LOCK, { signal: stop.signal }, () => lead(person, stop.signal)).catch(() => undefined)
  return () => stop.abort()
}
