// Creates several SKUs, each its own command: what is refused is told, what was made stays made.
import { useCallback, useRef, useState } from 'react'
import type { RecordOf } from '../../core/records'
import { send, type Problem } from '../../net/client'
import { api } from '../../sync/api'
import { useAppDispatch } from '../../sync/store'
import { useToast } from '../../ui/Toasts'
import { say } from '../../words/say'

export interface Wanted {
  key: string
  name: string
  record: RecordOf<'sku'>
}
interface Refused {
  key: string
  name: string
  message: string
}

/** So many are on their way at once. */
const LANES = 4

export function useCreateMany() {
  const dispatch = useAppDispatch()
  const notify = useToast()
  const ids = useRef(new Map<string, string>())
  const [state, setState] = useState<{ pending: boolean; done: number; total: number; refused: Refused[] }>({
    pending: false,
    done: 0,
    total: 0,
    refused: [],
  })
  /** Answers the keys that were not made. A lost answer keeps its command, so that trying again makes none twice. */
  const run = useCallback(
    async (wanted: Wanted[]): Promise<ReadonlySet<string>> => {
      setState({ pending: true, done: 0, total: wanted.length, refused: [] })
      const refused: Refused[] = []
      const queue = [...wanted]
      const lane = async () => {
        for (let one = queue.shift(); one; one = queue.shift()) {
          const id = ids.current.get(one.key) ?? crypto.randomUUID()
          ids.current.set(one.key, id)
          const answer = await send({
            url: '/api/docs/sku',
            method: 'POST',
            body: { command_id: id, record: one.record },
          })
          if ('error' in answer) {
            const problem = answer.error as Problem
            refused.push({ key: one.key, name: one.name, message: problem.errors[0]?.message ?? problem.detail })
          } else ids.current.delete(one.key)
          setState((was) => ({ ...was, done: was.done + 1 }))
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane))
      setState((was) => ({ ...was, pending: false, refused }))
      dispatch(api.util.invalidateTags(['List', 'Facts']))
      const made = wanted.length - refused.length
      if (made > 0)
        notify(made === 1 ? say('{name} created', { name: wanted[0]?.name }) : say('{made} SKUs created', { made }))
      return new Set(refused.map((one) => one.key))
    },
    [dispatch, notify],
  )
  return { ...state, run }
}
