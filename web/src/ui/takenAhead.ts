// An Enter that comes before what was typed is found: it is kept, and takes the first row once there is one.
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'

type Key = KeyboardEvent<HTMLDivElement> & { defaultMuiPrevented?: boolean }

/**
 * `take` is told the first row of the answer; whatever else is typed meanwhile takes the Enter back. `leads`: whether
 * somebody else leads on after an Enter; else `take` does.
 */
export function useTakenAhead<T>(waiting: boolean, rows: readonly T[], take: (row: T) => void, leads = true) {
  const [input, setInput] = useState<EventTarget | null>(null)
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    if (!input || waiting) return
    setInput(null)
    const first = rows[0]
    if (first === undefined) return
    latest.current(first)
    if (!leads) return
    // Whoever leads on after an Enter does so now.
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    requestAnimationFrame(() => input.dispatchEvent(enter))
  }, [input, leads, rows, waiting])
  return (event: Key) => {
    const plain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
    if (event.key !== 'Enter') setInput(null)
    if (event.key !== 'Enter' || !plain || !waiting) return
    event.preventDefault()
    event.defaultMuiPrevented = true
    setInput(event.target)
  }
}
