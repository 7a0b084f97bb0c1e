// A refused change that a page was opened to mend, named in its address: what is sent from there takes its place.
//
//   const entry = useMended()      as soon as it is known; null where the page mends nothing
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { isOpen, useOutbox, type Entry } from './outbox'

export const MENDS = 'unsent'

export function useMended(): Entry | null {
  const [params] = useSearchParams()
  const wanted = params.get(MENDS)
  const entries = useOutbox()
  return useMemo(
    () => (wanted ? (entries.find((one) => one.command_id === wanted && isOpen(one)) ?? null) : null),
    [entries, wanted],
  )
}

/** The id of the change that the present page was opened to mend. */
export const mending = () => new URLSearchParams(window.location.search).get(MENDS)
