// Files that a person added: kept in this browser under the hash of their content, which is the server's name for them
// too. So a change can name a photo before the server has it, and a photo that is sent twice is there once.
//
//   await addFile(file)        the id to name it by, or why not; it is sent at once where the server answers
//   useFileState(id)           whether it waits, is being sent and how far, or was refused
//   await sendFiles(ids)       sends those that wait; the outbox does before the change that names them
import { isLive } from '../net/reach'
import { observable, useObservable } from '../net/observable'
import { token } from '../net/token'
import { upload } from '../net/upload'
import { local, tryLocal, type KeptFile } from './local'
import { shrunk } from './shrink'
import { say } from '../words/say'

const MOST_BYTES = 5 * 1024 * 1024
const DAY_MS = 24 * 3_600_000
/** What nothing named by then was never wanted: so long the server keeps such a file, too. */
const UNNAMED_MS = 30 * DAY_MS

export type FileState = { at: 'waiting' } | { at: 'sending'; part: number } | { at: 'refused'; why: string }

const states = observable<ReadonlyMap<string, FileState>>(new Map())

function told(id: string, state: FileState | null) {
  const next = new Map(states.get())
  if (state) next.set(id, state)
  else next.delete(id)
  states.set(next)
}

/** Undefined for a file that the server has. */
export const useFileState = (id: string): FileState | undefined => useObservable(states).get(id)

/** How far the files are that a record names, of those that the server lacks. */
export function useFilesOf(record: unknown): FileState[] {
  const all = useObservable(states)
  const text = JSON.stringify(record ?? null)
  return [...all].flatMap(([id, state]) => (text.includes(`"${id}"`) ? [state] : []))
}

async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export type Added = { id: string; name: string } | { refused: string }

/** Keeps a file and begins to send it. */
export async function addFile(file: File): Promise<Added> {
  const made = await shrunk(file)
  if (made.size > MOST_BYTES) return { refused: say('File is larger than 5 MB') }
  const name = made === file ? file.name : `${file.name.replace(/\.[^.]*$/, '')}.jpg`
  const person = token.id()
  // Where the address is not trusted a browser has no hashes: the server alone can name it.
  if (!person || !globalThis.crypto?.subtle) return sentNow(name, made)
  const bytes = await made.arrayBuffer()
  const id = await hashOf(bytes)
  const kept: KeptFile = { person, id, name, type: made.type, bytes, at: Date.now(), state: 'waiting', why: null }
  try {
    await local((database) => database.put('files', kept))
  } catch {
    return sentNow(name, made)
  }
  void navigator.storage?.persist?.()
  told(id, { at: 'waiting' })
  if (isLive()) void sendFiles([id])
  return { id, name }
}

async function sentNow(name: string, body: Blob): Promise<Added> {
  const answer = await upload(name, body)
  if ('stored' in answer) return { id: answer.stored.id, name: answer.stored.name }
  return { refused: 'away' in answer ? say('The server was not reached. Try again.') : answer.refused }
}

async function kept(id: string): Promise<KeptFile | null> {
  const person = token.id()
  return person ? tryLocal(async (database) => (await database.get('files', [person, id])) ?? null) : null
}

/** A file as it lies here; null for one of which the server alone has the bytes. */
export async function fileHere(id: string): Promise<Blob | null> {
  const file = await kept(id)
  return file && new Blob([file.bytes], { type: file.type })
}

/** The file's bytes: from here, else from the server. */
export async function fileOf(id: string): Promise<Blob | null> {
  const here = await fileHere(id)
  if (here) return here
  const headers = { authorization: `Bearer ${token.get() ?? ''}` }
  const response = await fetch(`/api/files/${id}`, { headers }).catch(() => null)
  return response?.ok ? response.blob() : null
}

/** Every file that a record names, among those that are kept here. */
export async function filesIn(record: unknown): Promise<string[]> {
  const person = token.id()
  if (!person) return []
  const keys = (await tryLocal((database) => database.getAllKeysFromIndex('files', 'person', person))) ?? []
  const text = JSON.stringify(record ?? null)
  return keys.map(([, id]) => id).filter((id) => text.includes(`"${id}"`))
}

export type FilesSent = 'sent' | 'away' | { refused: string }

/** Two that want the same file sent wait for the one sending. */
const sending = new Map<string, Promise<FilesSent>>()

/** Sends those that wait, in order. */
export async function sendFiles(ids: string[]): Promise<FilesSent> {
  for (const id of ids) {
    const under = sending.get(id) ?? sendOne(id).finally(() => sending.delete(id))
    sending.set(id, under)
    const outcome = await under
    if (outcome !== 'sent') return outcome
  }
  return 'sent'
}

async function sendOne(id: string): Promise<FilesSent> {
  const file = await kept(id)
  if (!file || file.state === 'sent') return 'sent'
  told(id, { at: 'sending', part: 0 })
  const body = new Blob([file.bytes], { type: file.type })
  const answer = await upload(file.name, body, (part) => told(id, { at: 'sending', part }))
  if ('away' in answer || ('status' in answer && isPassing(answer.status))) {
    told(id, { at: 'waiting' })
    return 'away'
  }
  const [state, why] = 'stored' in answer ? (['sent', null] as const) : (['refused', answer.refused] as const)
  await tryLocal((database) => database.put('files', { ...file, state, why }))
  told(id, why === null ? null : { at: 'refused', why })
  return why === null ? 'sent' : { refused: `${file.name}: ${why}` }
}

/** What passes by itself: the session, too much at once, or a server in trouble. */
const isPassing = (status: number) => status === 401 || status === 408 || status === 429 || status >= 500

/** At the start: what waits is told of, and what nobody needs any more goes. `named`: the records that wait. */
export async function tidyFiles(named: unknown[]): Promise<void> {
  const person = token.id()
  if (!person) return
  const files = (await tryLocal((database) => database.getAllFromIndex('files', 'person', person))) ?? []
  const wanted = JSON.stringify(named)
  for (const { id, state, at, why } of files) {
    const age = Date.now() - at
    const over = age > (state === 'sent' ? DAY_MS : UNNAMED_MS)
    if (over && !wanted.includes(`"${id}"`)) await tryLocal((database) => database.delete('files', [person, id]))
    else if (state !== 'sent') told(id, state === 'refused' ? { at: 'refused', why: why ?? '' } : { at: 'waiting' })
  }
}
