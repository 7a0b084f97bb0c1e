// Says what came of a change. Of one that is only queued the outbox has said so already: it never reads as done.
//
//   const outcome = useOutcome()
//   outcome(next, `${next.doc_no} is now ${next.status}`)
import { useCallback } from 'react'
import type { DocView } from '../core/records'
import { useToast } from '../ui/Toasts'

export function useOutcome() {
  const notify = useToast()
  return useCallback(
    (doc: Pick<DocView, 'queued'>, text: string, options: { undo?: () => void } = {}) => {
      if (!doc.queued) notify(text, options)
    },
    [notify],
  )
}
