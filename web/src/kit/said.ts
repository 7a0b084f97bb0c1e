// What came of a step of the desk: a notice with its way back, or why it was refused.
import { useCallback } from 'react'
import type { RecordValue } from '../core/records'
import type { Refused } from '../sync/steps'
import { useToast } from '../ui/Toasts'

type Run = (action: string, inputs: RecordValue) => Promise<{ doc: { queued?: true } } | { refused: Refused }>

export interface Step {
  action: string
  inputs: RecordValue
  /** What is said once it is taken; nothing where the page shows it plainly. */
  said?: string
  /** The step that takes it back. */
  back?: { action: string; inputs: RecordValue }
}

/** Takes a step; whether it was taken. What is refused is said, unless the caller shows it at its place. */
export function useSaid(run: Run) {
  const notify = useToast()
  return useCallback(
    async ({ action, inputs, said, back }: Step, onRefused?: (message: string) => void): Promise<boolean> => {
      const answer = await run(action, inputs)
      if ('refused' in answer) {
        if (onRefused) onRefused(answer.refused.message)
        else notify(answer.refused.message, { tone: 'danger' })
        return false
      }
      // What is queued says so itself.
      if (said && !answer.doc.queued) {
        notify(said, {
          undo:
            back &&
            (() =>
              void run(back.action, back.inputs).then((undone) => {
                if ('refused' in undone) notify(undone.refused.message, { tone: 'danger' })
              })),
        })
      }
      return true
    },
    [run, notify],
  )
}
