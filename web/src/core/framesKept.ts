// A person's frames in this browser's database, so that reports open without the server.
export interface KeptFrames { bytes: ArrayBuffer; at: number }

const NAME = 'godown'
const TABLE = 'frames'

function open(): Promise<IDBDatabase> {
  return new Promise((done, failed) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => void request.result.createObjectStore(TABLE)
    request.onsuccess = () => done(request.result)
    request.onerror = () => failed(request.error ?? new Error('the browser keeps no data'))
  })
}

async function work<T>(mode: IDBTransactionMode, does: (table: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  try {
    const database = await open()
    return await new Promise<T>((done, failed) => {
      const request = does(database.transaction(TABLE, mode).objectStore(TABLE))
      request.onsuccess = () => done(request.result)
      request.onerror = () => failed(request.error ?? new Error('refused'))
    }).finally(() => database.close())
  } catch {
    // A full or refused storage costs only that the frames are fetched again.
    return null
  }
}

export const keptFrames = {
  read: (person: string) => work<KeptFrames | undefined>('readonly', (table) => table.get(person) as IDBRequest<KeptFrames | undefined>).then((found) => found ?? null),
  write: (person: string, frames: KeptFrames) => work('readwrite', (table) => table.put(frames, person)).then(() => undefined),
  clear: () => work('readwrite', (table) => table.clear()).then(() => undefined),
}
