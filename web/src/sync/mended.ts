// A refused change that a page was opened to mend, named in its address: what is sent from there takes its place.
//
//   const { mended, known } = useMended()      null where the page mends nothing, or while that is not known yet
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { isOpen, useOutbox, useOutboxRead, type Entry } from './outbox'

export const MENDS = 'unsent'

export function useMended(): { mended: Entry | null; known: boolean } {
  const [params] = useSearchParams()
  const wanted = params.get(MENDS)
  const entries = useOutbox()
  const read = useOutboxRead()
  const mended = useMemo(
    () => (wanted ? (entries.find((one) => one.command_id === wanted && isOpen(one)) ?? null) : null),
    [entries, wanted],
  )
  return { mended, known: !wanted || read }
}

/** The id of the change that the present page was opened to mend. */
export const mending = () => new URLSearchParams(window.location.search).get(MENDS)
