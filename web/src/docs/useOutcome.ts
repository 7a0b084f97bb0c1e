// Says what came of a change. Of one that is only queued the outbox has said so already: it never reads as done.
//
//   const outcome = useOutcome()
//   outcome(next, `${next.doc_no} is now ${next.status}`)
//   outcome(next, 'Draft saved', { more: true })       more was typed since it was sent
import { useCallback } from 'react'
import type { DocView } from '../core/records'
import { useToast } from '../ui/Toasts'
import { say } from '../words/say'

const MORE = say('What you typed since then is not saved yet')

interface Options {
  undo?: () => void
  more?: boolean
}

export function useOutcome() {
  const notify = useToast()
  return useCallback(
    (doc: Pick<DocView, 'queued'>, text: string, { undo, more = false }: Options = {}) => {
      const said = [...(doc.queued ? [] : [text]), ...(more ? [MORE] : [])]
      if (said.length > 0) notify(said.join('. '), { undo })
    },
    [notify],
  )
}
