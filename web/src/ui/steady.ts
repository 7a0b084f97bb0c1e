// Lists that are chosen from while they are still being filled: what is looked at stays where it is, and what is
// selected stays selected by what it is.
//
//   const shown = useSteady(q, data?.rows, (row) => row.id)     late rows are added below; another question begins anew
//   const { at, select } = useSelected(q, shown, (row) => row.id)
import { useState } from 'react'

type KeyOf<T> = (row: T) => string

/** The rows shown, each as it is now and in the place it had, and below them those that came since. */
export function keepPlaces<T>(shown: readonly T[], next: readonly T[], keyOf: KeyOf<T>): T[] {
  const fresh = new Map(next.map((row) => [keyOf(row), row]))
  const here = new Set(shown.map(keyOf))
  return [...shown.map((row) => fresh.get(keyOf(row)) ?? row), ...next.filter((row) => !here.has(keyOf(row)))]
}

interface Held<T> {
  question: string
  rows: readonly T[] | undefined
  shown: readonly T[]
}

/**
 * The answers to one question as they may be shown: none moves another. `rows` is undefined until the question is
 * answered. `null` in place of a question: nobody is choosing, so the rows stand as they come.
 */
export function useSteady<T>(question: string | null, rows: readonly T[] | undefined, keyOf: KeyOf<T>): readonly T[] {
  const [held, setHeld] = useState<Held<T> | null>(null)
  if (question === null) {
    if (held) setHeld(null)
    return rows ?? []
  }
  if (held?.question === question && (held.rows === rows || !rows)) return held.shown
  const shown = held?.question === question && held.rows ? keepPlaces(held.shown, rows ?? [], keyOf) : (rows ?? [])
  setHeld({ question, rows, shown })
  return shown
}

interface Selected {
  question: string
  key: string | null
  at: number
}

/** The selected row, the first until another is chosen. Where it is gone, the one that took its place is. */
export function useSelected<T>(question: string, rows: readonly T[], keyOf: KeyOf<T>) {
  const [held, setHeld] = useState<Selected>({ question, key: null, at: 0 })
  const known = held.question === question ? held : { question, key: null, at: 0 }
  const found = rows.findIndex((row) => keyOf(row) === known.key)
  const at = found >= 0 ? found : Math.max(0, Math.min(known.at, rows.length - 1))
  const row = rows[at]
  const key = row === undefined ? null : keyOf(row)
  if (known !== held || key !== held.key || at !== held.at) setHeld({ question, key, at })
  return {
    at,
    select: (to: number) => {
      const next = Math.max(0, Math.min(to, rows.length - 1))
      const chosen = rows[next]
      if (chosen !== undefined) setHeld({ question, key: keyOf(chosen), at: next })
    },
  }
}
