// What the person has to do: one document of theirs, made with its first to-do.
import { useCallback } from 'react'
import type { DocView } from '../core/records'
import { docsApi } from './docs'
import { useSteps } from './steps'
import { useUser } from './store'

export function useTodos(options: { skip?: boolean } = {}) {
  const { id } = useUser()
  const [save] = docsApi.useSaveMutation()
  const make = useCallback(async () => {
    const made = await save({
      type: 'todo_list',
      id: null,
      named: id,
      command_id: crypto.randomUUID(),
      record: { person: id },
    })
    return (made.data as unknown as DocView<'todo_list'> | undefined) ?? null
  }, [save, id])
  return useSteps('todo_list', id, { ...options, make })
}
