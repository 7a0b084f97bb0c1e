// What a person typed and did not send yet: kept in this browser per person, so that a lost session, a closed tab
// or a lost network loses nothing.
//
//   const draft = useDraft('order:new', record, { title: 'order for Omkar Builders', dirty })
//   draft.kept        what was kept when the page opened, or null     draft.savedAt   when it was last kept
//   draft.drop()      after saving, or when the person discards it
//
//   const typed = useTyped('todo:new', { title: '' }, say('to-do'))          what a small form or a dialog holds
//   typed.value.title    typed.set({ title })    typed.drop()    isTyped('todo:new') opens such a dialog again
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { RecordValue } from '../core/records'
import { token } from '../net/token'

export interface Draft<T = unknown> {
  title: string
  at: number
  path: string
  value: T
}

/** What a form of a document keeps: what was typed, and the document that it was typed over. */
export interface KeptForm<T extends object = RecordValue> {
  record: T
  /** The document as it stood: its version, and its record; none of a new one. */
  version: number | null
  base: T | null
  /** The id of the document, or the one that a new one gets. */
  id: string
}

const PREFIX = 'godown.draft'
const IDLE_MS = 800

const keyOf = (person: string, key: string) => `${PREFIX}:${person}:${key}`

function read(key: string): Draft | null {
  try {
    const text = localStorage.getItem(key)
    return text ? (JSON.parse(text) as Draft) : null
  } catch {
    return null
  }
}

function write(key: string, draft: Draft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
    return true
  } catch (error) {
    console.warn('the draft could not be kept', error)
    return false
  }
}

/** Whether this person typed something there and neither sent nor discarded it. */
export const isTyped = (key: string): boolean => read(keyOf(token.id() ?? 'nobody', key)) !== null

/** What was typed last under keys that begin so: a dialog that is opened for one of many stands open again. */
export function lastTyped<T>(begin: string): { rest: string; value: T } | null {
  const own = keyOf(token.id() ?? 'nobody', begin)
  const found = Object.keys(localStorage)
    .filter((key) => key.startsWith(own))
    .map((key) => ({ rest: key.slice(own.length), draft: read(key) }))
    .sort((a, b) => (b.draft?.at ?? 0) - (a.draft?.at ?? 0))[0]
  return found?.draft ? { rest: found.rest, value: found.draft.value as T } : null
}

/** Keeps a record as the draft of a form, as if it had been typed there; false where this browser has no room. */
export function keepDraft(key: string, value: KeptForm, title: string, path: string): boolean {
  return write(keyOf(token.id() ?? 'nobody', key), { title, at: Date.now(), path, value })
}

/** The newest draft made at this address, whoever made it in this browser: the sign-in page names it. */
export function draftAt(path: string): Draft | null {
  const found = Object.keys(localStorage)
    .filter((key) => key.startsWith(`${PREFIX}:`))
    .map(read)
    .filter((draft) => draft !== null)
    .filter((draft) => draft.path === path)
  return found.sort((a, b) => b.at - a.at)[0] ?? null
}

export function useDraft<T>(key: string, value: T, { title, dirty }: { title: string; dirty: boolean }) {
  const person = useRef(token.id() ?? 'nobody').current
  const full = keyOf(person, key)
  const kept = useMemo(() => read(full) as Draft<T> | null, [full])
  const [savedAt, setSavedAt] = useState<number | null>(kept?.at ?? null)
  // The address is that of the page: a session that ends leads elsewhere before the form is gone.
  const now = { value, title, dirty, path: location.pathname + location.search }
  const latest = useRef(now)
  latest.current = now
  const put = useCallback(
    (typed: T) => {
      const { title: name, path } = latest.current
      const at = Date.now()
      if (write(full, { title: name, at, path, value: typed })) setSavedAt(at)
    },
    [full],
  )
  const keep = useCallback(() => {
    if (latest.current.dirty) put(latest.current.value)
  }, [put])
  useEffect(() => {
    if (!dirty) return
    const timer = setTimeout(keep, IDLE_MS)
    return () => clearTimeout(timer)
  }, [dirty, keep, value])
  useEffect(() => {
    // A tab that is closed, or a page that is left, keeps the last keys too.
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [keep])
  const drop = useCallback(() => {
    latest.current = { ...latest.current, dirty: false }
    localStorage.removeItem(full)
    setSavedAt(null)
  }, [full])
  return { kept, savedAt, drop, put }
}

/** The parts of what was typed that are not what stands there anyway. */
function changed<T extends object>(typed: Partial<T>, begin: T): Partial<T> {
  const own = Object.entries(typed).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(begin[key as keyof T]),
  )
  return Object.fromEntries(own) as Partial<T>
}

/**
 * What a small form holds: what it begins with, and over it what the person typed, which is kept until it is sent or
 * discarded. What others change meanwhile shows through where nothing was typed.
 */
export function useTyped<T extends object>(key: string, begin: T, title: string) {
  const [own, setOwn] = useState<Partial<T> | null>(null)
  const draft = useDraft<Partial<T>>(key, own ?? {}, {
    title,
    dirty: own !== null && Object.keys(changed(own, begin)).length > 0,
  })
  const { drop: forget, put } = draft
  const typed = own ?? draft.kept?.value
  const value = useMemo(() => ({ ...begin, ...typed }), [begin, typed])
  const latest = useRef({ begin, typed })
  latest.current = { begin, typed }
  const there = useRef(true)
  useEffect(() => {
    there.current = true
    return () => void (there.current = false)
  }, [])
  const lay = useCallback(
    (next: Partial<T>) => {
      const rest = changed(next, latest.current.begin)
      latest.current = { ...latest.current, typed: rest }
      setOwn(rest)
      if (Object.keys(rest).length === 0) forget()
      // What was refused after its page was left is kept for when it is opened again.
      else if (!there.current) put(rest)
    },
    [forget, put],
  )
  /** Types something, or what follows from what stands there now. */
  const set = useCallback(
    (to: Partial<T> | ((was: T) => Partial<T>)) => {
      const { begin: from, typed: before } = latest.current
      lay({ ...before, ...(typeof to === 'function' ? to({ ...from, ...before }) : to) })
    },
    [lay],
  )
  /** It was taken or discarded: all of it, or what still stands as it was sent. */
  const drop = useCallback(
    (sent?: Partial<T>) => {
      const before: Partial<T> = latest.current.typed ?? {}
      lay(sent ? changed(before, { ...latest.current.begin, ...sent }) : {})
    },
    [lay],
  )
  return { value, set, drop }
}
