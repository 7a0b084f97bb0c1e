// The session's token in this browser, whose it is, and the person as the server last told of them.
import type { User } from './answers.gen'
import { dropEarly, forgetReads } from './early'

const [TOKEN, ID, PERSON] = ['accessToken', 'id', 'godown.person']

export const token = {
  get: () => localStorage.getItem(TOKEN),
  id: () => localStorage.getItem(ID),
  keep(accessToken: string, id: string) {
    localStorage.setItem(TOKEN, accessToken)
    localStorage.setItem(ID, id)
  },
  /** Who is signed in, for a start without the server. */
  keepPerson(user: User) {
    localStorage.setItem(PERSON, JSON.stringify(user))
  },
  person(): User | null {
    try {
      const user = JSON.parse(localStorage.getItem(PERSON) ?? 'null') as User | null
      return user && user.id === token.id() ? user : null
    } catch {
      return null
    }
  },
  clear() {
    for (const key of [TOKEN, ID, PERSON]) localStorage.removeItem(key)
    dropEarly()
    forgetReads()
  },
}

/** Another tab signed out, or somebody else signed in there. */
export function onOtherTab(changed: (accessToken: string | null) => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === TOKEN) changed(event.newValue)
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}
