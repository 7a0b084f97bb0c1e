// The one polite live region of the app: status changes, saves and results are said here.
import { useSyncExternalStore } from 'react'

let said = ''
const listeners = new Set<() => void>()

export function announce(text: string) {
  // The same words twice in a row are still news: a no-break space makes them another text.
  said = text === said ? `${text}\u00a0` : text
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Announcer() {
  const text = useSyncExternalStore(subscribe, () => said)
  return <div className="visually-hidden" role="status" aria-live="polite">{text}</div>
}
