// What this browser keeps on its own disk, each thing under its person: frames, answers, and what waits to be sent.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { observable, useObservable } from '../net/observable'
import type { Entry } from './outbox'

export interface KeptFrames {
  bytes: ArrayBuffer
  at: number
}
export interface KeptAnswer {
  person: string
  key: string
  kind: 'doc' | 'page'
  at: number
  data: unknown
}

/** A file that the person added, until a day after the server has it. */
export interface KeptFile {
  person: string
  /** The hash of its bytes. */
  id: string
  name: string
  type: string
  bytes: ArrayBuffer
  at: number
  state: 'waiting' | 'sent' | 'refused'
  why: string | null
}

interface Local extends DBSchema {
  frames: { key: string; value: KeptFrames }
  answers: {
    key: [person: string, key: string]
    value: KeptAnswer
    indexes: { age: [person: string, kind: string, at: number] }
  }
  outbox: { key: string; value: Entry; indexes: { person: string } }
  files: { key: [person: string, id: string]; value: KeptFile; indexes: { person: string } }
}

const NAME = 'godown'
/** Another number when the shape of what is kept changes: answers and frames are fetched anew, the rest stays. */
const VERSION = 3

export type Keeping = 'well' | 'full' | 'refused'
const keeping = observable<Keeping>('well')

/** Whether this browser keeps what it is given. */
export const useKeeping = () => useObservable(keeping)

let opening: Promise<IDBPDatabase<Local>> | null = null

function open(): Promise<IDBPDatabase<Local>> {
  opening ??= openDB<Local>(NAME, VERSION, {
    upgrade(database) {
      for (const table of ['frames', 'answers'] as const)
        if (database.objectStoreNames.contains(table)) database.deleteObjectStore(table)
      database.createObjectStore('frames')
      database.createObjectStore('answers', { keyPath: ['person', 'key'] }).createIndex('age', ['person', 'kind', 'at'])
      if (!database.objectStoreNames.contains('outbox'))
        database.createObjectStore('outbox', { keyPath: 'command_id' }).createIndex('person', 'person')
      if (!database.objectStoreNames.contains('files'))
        database.createObjectStore('files', { keyPath: ['person', 'id'] }).createIndex('person', 'person')
    },
    // A tab with a newer app is not held up by this one.
    blocking: () =>
      void opening?.then((database) => {
        database.close()
        opening = null
      }),
    terminated: () => {
      opening = null
    },
  }).catch((error: unknown) => {
    opening = null
    throw error
  })
  return opening
}

/** Works on the database; what it throws says whether the browser is full or refuses. */
export async function local<T>(does: (database: IDBPDatabase<Local>) => Promise<T>): Promise<T> {
  try {
    const done = await does(await open())
    if (keeping.get() === 'refused') keeping.set('well')
    return done
  } catch (error) {
    keeping.set(error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'refused')
    throw error
  }
}

/** The same where it only costs that something is fetched again. */
export async function tryLocal<T>(does: (database: IDBPDatabase<Local>) => Promise<T>): Promise<T | null> {
  return local(does).catch(() => null)
}

export const keptFrames = {
  read: (person: string) => tryLocal(async (database) => (await database.get('frames', person)) ?? null),
  write: (person: string, frames: KeptFrames) =>
    tryLocal((database) => database.put('frames', frames, person)).then(() => undefined),
}

/** Nothing that a person saw stays here after they sign out; changes yet to be sent stay, under their name. */
export async function forgetSeen(): Promise<void> {
  await tryLocal(async (database) => {
    const had = (await database.getAll('files')).filter((file) => file.state === 'sent')
    const through = (await database.getAll('outbox')).filter((entry) => entry.state === 'sent')
    await Promise.all([
      database.clear('frames'),
      database.clear('answers'),
      ...had.map((file) => database.delete('files', [file.person, file.id])),
      ...through.map((entry) => database.delete('outbox', entry.command_id)),
    ])
  })
}
