// What waits to be sent: changes made without the server, in order, kept in this browser under who made them.
//
//   mayWait(deed)            whether such a change may wait at all
//   await wait(deed)         keeps it and answers the document as it will be; a refusal of the core comes at once
//   useOutbox()              the person's entries, oldest first
//   flush()                  sends what waits; one tab at a time, each entry under the id it was made with
import { isAway, send, unreached, type Problem } from '../net/client'
import type { DocView, RecordValue } from '../core/records'
import type { Issue } from '../core/types.gen'
import { observable, useObservable } from '../net/observable'
import { forgetAnswer, keepAnswer } from './answers'
import { sessionLost } from '../net/auth'
import { filesIn, sendFiles, tidyFiles } from './files'
import { callOf, docKey, foreseenOr, known, named, type Deed } from './foreseen'
import { local, tryLocal } from './local'
import { isLive, onReach } from '../net/reach'
import { store } from './store'
import { toast } from './toasts'
import { token } from '../net/token'
import { many, say } from '../words/say'

export type State = 'waiting' | 'refused' | 'sent'

export interface Entry extends Deed {
  person: string
  /** The place in the person's order; no clock decides it. */
  no: number
  at: number
  state: State
  /** The document as the person saw it, and as it will be. */
  base: DocView | null
  preview: DocView
  /** Whether the core had all it needed to say so; else it is checked when it is sent. */
  checked: boolean
  /** The entry before of the same document: this one rests on what comes of it. */
  after: string | null
  /** Sent at least once: what it says must not change any more under this id. */
  tried: boolean
  problem: Problem | null
  /** The document as it stood when the entry was refused. */
  saved: DocView | null
}

const SENT_KEPT = 20
const RETRY_MS = 15_000

const NOT_KEPT: Problem = {
  status: 507,
  code: 'not_kept',
  title: say('Not saved'),
  errors: [],
  reference: null,
  retryAfter: null,
  detail: say(
    'The server was not reached, and this browser has no room to keep the change. Leave this page open and try again.',
  ),
}

// ---- the entries as the pages see them

const NONE: Entry[] = []
const entries = observable(NONE)
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('godown.outbox')

async function readAll(person: string): Promise<Entry[]> {
  const found = await tryLocal((database) => database.getAllFromIndex('outbox', 'person', person))
  return (found ?? NONE).sort((a, b) => a.no - b.no)
}

async function look(): Promise<void> {
  const person = token.id()
  entries.set(person ? await readAll(person) : NONE)
}

async function changed(): Promise<void> {
  await look()
  channel?.postMessage('changed')
}

if (channel) channel.onmessage = () => void look()

export const useOutbox = () => useObservable(entries)

/** Whether the entries were read from this browser yet. */
export const useOutboxRead = () => useObservable(entries) !== NONE

export const isOpen = (entry: Entry) => entry.state !== 'sent'

/** The last change of a document that is not through yet. */
export async function pending(type: string, id: string): Promise<Entry | null> {
  const person = token.id()
  if (!person) return null
  return (
    (await readAll(person)).findLast((entry) => isOpen(entry) && entry.doc_type === type && entry.id === id) ?? null
  )
}

export async function pendingOf(type: string): Promise<Entry[]> {
  const person = token.id()
  return person ? (await readAll(person)).filter((entry) => isOpen(entry) && entry.doc_type === type) : NONE
}

// ---- keeping

function refusal(refused: Issue[]): { error: Problem } {
  const [first] = refused
  return {
    error: {
      ...NOT_KEPT,
      status: 422,
      code: first?.code ?? 'rule',
      title: say('Refused'),
      detail: first?.message ?? '',
      errors: refused,
    },
  }
}

const QUEUED = say('Queued. It will be sent when you are online')

/**
 * Keeps a change for later: behind those of the same document, but ahead of the refused one that it helps to mend. What
 * comes back is the document as it will be, or why the change cannot be made.
 */
export async function wait(deed: Deed, mended: string | null = null): Promise<{ data: DocView } | { error: Problem }> {
  const person = token.id()
  const last = await pending(deed.doc_type, deed.id)
  const ahead = last?.state === 'refused' && last.command_id === mended ? last : null
  const before = ahead ? null : last
  const base = before?.preview ?? ahead?.saved ?? ahead?.base ?? (await known(deed.doc_type, deed.id))
  if (!person || (!base && deed.deed !== 'create')) {
    return {
      error: {
        ...NOT_KEPT,
        status: 0,
        code: 'offline',
        title: say('The server was not reached'),
        detail: say(
          'The server was not reached, and this document has not been opened here. Try again when the server answers.',
        ),
      },
    }
  }
  const seen = await foreseenOr(deed, base)
  if ('refused' in seen) return refusal(seen.refused)
  const preview = await named(deed, base, seen.doc)
  const entry: Omit<Entry, 'no'> = {
    ...deed,
    person,
    at: Date.now(),
    state: 'waiting',
    base,
    preview,
    checked: seen.checked,
    after: ahead ? ahead.after : (before?.command_id ?? null),
    tried: false,
    problem: null,
    saved: null,
  }
  try {
    await local(async (database) => {
      const turn = database.transaction('outbox', 'readwrite')
      const all = await turn.store.index('person').getAll(person)
      // The same change tried again is the same entry.
      const twin = all.find((one) => one.command_id === entry.command_id)
      const no = ahead ? ahead.no - 1 / 2 : Math.max(0, ...all.map((one) => one.no)) + 1
      if (!twin) await turn.store.put({ ...entry, no })
      if (!twin && ahead) await turn.store.put({ ...ahead, after: entry.command_id, tried: false })
      await turn.done
    })
  } catch {
    return { error: NOT_KEPT }
  }
  // A browser that is short of room must not throw away what is not sent.
  void navigator.storage?.persist?.()
  await changed()
  store.dispatch(toast(QUEUED, 'info'))
  if (isLive()) void flush()
  return { data: preview }
}

// ---- sending

async function put(entry: Entry): Promise<void> {
  await local((database) => database.put('outbox', entry))
}

/** What comes next, unless an entry before it of the same document was refused. */
function next(all: Entry[]): Entry | null {
  const stopped = new Set<string>()
  for (const entry of all) {
    const key = docKey(entry.doc_type, entry.id)
    if (entry.state === 'refused') stopped.add(key)
    else if (entry.state === 'waiting' && !stopped.has(key)) return entry
  }
  return null
}

/** A refusal is for good; everything else is tried again under the same id. */
const isRefusal = ({ status, code }: Problem) =>
  status >= 400 && status < 500 && status !== 401 && status !== 408 && status !== 429 && code !== 'password_change'

type Outcome = 'sent' | 'refused' | 'later' | 'gone'

/** The photos of a change go before it. */
export async function sendFilesOf({ record, inputs }: Deed): Promise<Problem | null> {
  const outcome = await sendFiles(await filesIn(record ?? inputs))
  if (outcome === 'sent') return null
  if (outcome === 'away') return unreached()
  return { ...NOT_KEPT, status: 422, code: 'input', title: say('Refused'), detail: outcome.refused }
}

/** Notes that it is sent now; not what its person has let go meanwhile. */
async function tries(entry: Entry): Promise<boolean> {
  return local(async (database) => {
    const turn = database.transaction('outbox', 'readwrite')
    const there = (await turn.store.get(entry.command_id)) !== undefined
    if (there) await turn.store.put({ ...entry, tried: true })
    await turn.done
    return there
  })
}

async function sendOne(entry: Entry): Promise<Outcome> {
  const person = entry.person
  const lacking = await sendFilesOf(entry)
  if (lacking && isAway(lacking)) return 'later'
  if (!(await tries(entry))) return 'gone'
  const sentWith = token.get()
  const answer = lacking ? { error: lacking } : await send(callOf(entry))
  // Somebody else's session must never carry it on.
  if (token.id() !== person) return 'later'
  if ('data' in answer) {
    await taken(entry, entry.deed === 'delete' ? null : (answer.data as DocView))
    return 'sent'
  }
  const problem = answer.error
  if (problem.status === 401 && sentWith === token.get()) {
    token.clear()
    store.dispatch(sessionLost(say('{detail}. What waits to be sent is kept.', { detail: problem.detail })))
  }
  if (!isRefusal(problem)) {
    await put({ ...entry, tried: true, problem: isAway(problem) ? null : problem })
    return 'later'
  }
  const now = await send({ url: docKey(entry.doc_type, entry.id) })
  await put({ ...entry, tried: true, state: 'refused', problem, saved: 'data' in now ? (now.data as DocView) : null })
  return 'refused'
}

/** Done: what rests on it names the version that came of it. Nothing comes of what was deleted. */
async function taken(entry: Entry, doc: DocView | null): Promise<void> {
  await local(async (database) => {
    const turn = database.transaction('outbox', 'readwrite')
    const all = await turn.store.index('person').getAll(entry.person)
    await turn.store.put({ ...entry, tried: true, state: 'sent', problem: null, preview: doc ?? entry.preview })
    for (const one of all)
      if (doc && one.after === entry.command_id && !one.tried) await turn.store.put({ ...one, version: doc.version })
    const old = all.filter((one) => one.state === 'sent').sort((a, b) => a.no - b.no)
    for (const one of old.slice(0, Math.max(0, old.length + 1 - SENT_KEPT))) await turn.store.delete(one.command_id)
    await turn.done
  })
  const key = docKey(entry.doc_type, entry.id)
  await (doc ? keepAnswer(key, doc) : forgetAnswer(key))
}

async function sendAll(): Promise<void> {
  const person = token.id()
  let [sent, refused] = [0, 0]
  while (person && person === token.id() && token.get()) {
    const entry = next(await readAll(person))
    if (!entry) break
    const outcome = await sendOne(entry)
    await changed()
    if (outcome === 'later') {
      again()
      break
    }
    if (outcome === 'sent') sent += 1
    if (outcome === 'refused') refused += 1
  }
  if (sent + refused === 0) return
  store.dispatch(toast(outcomeOf(sent, refused), refused > 0 ? 'danger' : 'ok'))
  onSent?.()
}

function outcomeOf(sent: number, refused: number): string {
  const count = (changes: number) => many(changes, '{n} change', '{n} changes')
  if (refused === 0) return say('{sent} sent', { sent: count(sent) })
  return sent === 0
    ? say('{refused} refused', { refused: count(refused) })
    : say('{sent} sent, {refused} refused', { sent: count(sent), refused })
}

let timer: ReturnType<typeof setTimeout> | undefined

function again() {
  clearTimeout(timer)
  timer = setTimeout(() => {
    if (isLive()) void flush()
  }, RETRY_MS)
}

let running: Promise<void> | null = null

/** Only one tab sends at a time; what it sent is found as sent by the next one. */
export function flush(): Promise<void> {
  // Where the address is not trusted there are no locks; the server takes each id once all the same.
  const locks = navigator.locks as LockManager | undefined
  running ??= (locks ? locks.request('godown.outbox', sendAll) : sendAll())
    .catch((error: unknown) => console.warn('the outbox stopped', error))
    .finally(() => {
      running = null
    })
  return running
}

let onSent: (() => void) | null = null

/** While somebody is signed in: shows their entries, and sends them whenever the server answers. */
export function attend(whenSent: () => void): () => void {
  onSent = whenSent
  void look().then(() => {
    void tidyFiles(entries.get().filter(isOpen))
    if (isLive()) void flush()
  })
  const forget = onReach((reach) => {
    if (reach.live) void flush()
  })
  return () => {
    onSent = null
    forget()
  }
}

// ---- what the person decides about a refused entry

/**
 * The same again on the document as it stands now, with this record if it is a save. A refusal is not remembered by the
 * server, so the entry keeps its id.
 */
export async function keepMine(entry: Entry, record?: RecordValue): Promise<void> {
  await put({
    ...entry,
    version: entry.saved?.version ?? entry.version,
    record: record ?? entry.record,
    base: entry.saved ?? entry.base,
    state: 'waiting',
    tried: false,
    problem: null,
    saved: null,
  })
  await changed()
  void flush()
}

/** The refused change with this id, if that is what a deed does over again. */
export async function refusedBefore(id: string | null, deed: Deed): Promise<Entry | null> {
  const person = token.id()
  const found = id && person ? (await readAll(person)).find((entry) => entry.command_id === id) : undefined
  const same =
    found?.state === 'refused' &&
    found.doc_type === deed.doc_type &&
    found.deed === deed.deed &&
    found.action === deed.action &&
    (deed.deed === 'create' || found.id === deed.id)
  return same ? found : null
}

/** What of an entry is said to the core and to the server. */
const deedOf = ({ command_id, doc_type, id, deed, action, version, record, inputs }: Deed): Deed => ({
  ...{ command_id, doc_type, id, deed },
  ...(action && { action }),
  ...(deed !== 'create' && { version }),
  ...(record && { record }),
  ...(inputs && { inputs }),
})

/** A refused change, mended: it goes in its own place, before what rests on it. */
export async function resend(
  entry: Entry,
  { record, inputs, version }: Deed,
): Promise<{ data: DocView } | { error: Problem }> {
  const base = entry.saved ?? entry.base
  const seen = isLive() ? version : (entry.saved?.version ?? entry.version)
  const mended = deedOf({ ...entry, version: seen, record, inputs })
  const foreseen = await foreseenOr(mended, base)
  if ('refused' in foreseen) return refusal(foreseen.refused)
  const preview = await named(mended, base, foreseen.doc)
  await put({
    ...entry,
    ...mended,
    ...{ base, preview, checked: foreseen.checked, state: 'waiting', tried: false, problem: null, saved: null },
  })
  await changed()
  if (isLive()) await flush()
  const now = await local((database) => database.get('outbox', entry.command_id))
  if (now?.state === 'refused' && now.problem) return { error: now.problem }
  if (now?.state === 'waiting') store.dispatch(toast(QUEUED, 'info'))
  return { data: now?.preview ?? preview }
}

/**
 * The person lets it go. What rested on it rests on what stood before it; what was sent meanwhile is let go no longer.
 */
export async function drop(entry: Entry): Promise<void> {
  const all = await readAll(entry.person)
  const behind = await rebased(entry, all)
  await local(async (database) => {
    const turn = database.transaction('outbox', 'readwrite')
    const now = await turn.store.get(entry.command_id)
    if (now && (now.state === 'refused' || !now.tried)) {
      await turn.store.delete(entry.command_id)
      for (const one of behind) if ((await turn.store.get(one.command_id))?.tried === false) await turn.store.put(one)
    }
    await turn.done
  })
  // What is shown without the server must not go on showing it.
  const key = docKey(entry.doc_type, entry.id)
  const before = entry.saved ?? entry.base
  if (!(await pending(entry.doc_type, entry.id))) await (before ? keepAnswer(key, before) : forgetAnswer(key))
  await changed()
  void flush()
}

/** The changes behind one that is let go, over the document as that one was made over it. */
async function rebased(entry: Entry, all: Entry[]): Promise<Entry[]> {
  const out: Entry[] = []
  // Nobody has what was to be made: what rests on it is sent as it is, and the server says what comes of it.
  let over = entry.base && entry.saved?.version !== entry.version ? entry.base : entry.saved
  let version = entry.version ?? over?.version
  let gone = entry
  for (;;) {
    const rest = all.find((one) => one.after === gone.command_id && isOpen(one) && !one.tried)
    if (!rest || !over || version === undefined) return out
    const moved: Entry = { ...rest, after: out.at(-1)?.command_id ?? entry.after, version, base: over }
    const deed = deedOf(moved)
    const seen = await foreseenOr(deed, over)
    if (!('refused' in seen)) {
      moved.preview = await named(deed, over, seen.doc)
      moved.checked = seen.checked
    }
    out.push(moved)
    over = moved.preview
    version = over.version
    gone = rest
  }
}
