// A refused change that a page was opened to mend, named in its address: what is sent from there takes its place.
//
//   const { mended, known } = useMended()      null where the page mends nothing, or while that is not known yet
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Problem } from '../net/client'
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

/** What the server said of a change that is mended here, until it is sent again; whoever was first is met by then. */
export function useRefusal(): { refusal: Problem | null; met: () => void } {
  const { mended } = useMended()
  const [sent, setSent] = useState(false)
  const refusal = sent || mended?.problem?.status === 409 ? null : (mended?.problem ?? null)
  return { refusal, met: useCallback(() => setSent(true), []) }
}

/** The id of the change that the present page was opened to mend. */
export const mending = () => new URLSearchParams(window.location.search).get(MENDS)
