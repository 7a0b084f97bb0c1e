// What a person opened last in this tab, newest first, by the names that the pages had; gone with the tab or at signing
// out.
export interface Opened {
  path: string
  title: string
}

const MOST = 8
const PREFIX = 'recent:'

/** A tab's own store; none where the browser refuses one. */
function store(): Storage | null {
  try {
    return window.sessionStorage
  } catch {
    return null
  }
}

export function recentOf(account: string): Opened[] {
  try {
    return JSON.parse(store()?.getItem(PREFIX + account) ?? '[]') as Opened[]
  } catch {
    return []
  }
}

export function noteOpened(account: string, opened: Opened): void {
  const others = recentOf(account).filter(({ path }) => path !== opened.path)
  store()?.setItem(PREFIX + account, JSON.stringify([opened, ...others].slice(0, MOST)))
}

export function forgetRecent(): void {
  const kept = store()
  for (const key of Object.keys(kept ?? {})) if (key.startsWith(PREFIX)) kept?.removeItem(key)
}
