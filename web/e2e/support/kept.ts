// What a page's browser keeps of the server's answers.
import type { Page } from '@playwright/test'

/** The addresses of the answers that this browser keeps. */
export const keptOn = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((done, failed) => {
      const asked = indexedDB.open('godown')
      asked.onsuccess = () => done(asked.result)
      asked.onerror = () => failed(asked.error)
    })
    const keys = await new Promise<[string, string][]>((done) => {
      const asked = database.transaction('answers').objectStore('answers').getAllKeys()
      asked.onsuccess = () => done(asked.result as unknown as [string, string][])
    })
    database.close()
    return keys.map(([, url]) => url)
  })
