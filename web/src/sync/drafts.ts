// What a person typed and did not send yet: kept in this browser per person, so that a lost session, a closed tab
// or a lost network loses nothing.
//
//   const draft = useDraft('order:new', record, { title: 'order for Omkar Builders', dirty })
//   draft.kept        what was kept when the page opened, or null     draft.savedAt   when it was last kept
//   draft.drop()      after saving, or when the person discards it
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
  const latest = useRef({ value, title, dirty })
  latest.current = { value, title, dirty }
  const keep = useCallback(() => {
    const { value: now, title: name, dirty: changed } = latest.current
    if (!changed) return
    const at = Date.now()
    if (write(full, { title: name, at, path: location.pathname + location.search, value: now })) setSavedAt(at)
  }, [full])
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
  return { kept, savedAt, drop }
}
