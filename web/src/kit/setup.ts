// What a new site still needs, as the server reads it off the documents; only those to whom the page opens are told.
import { useFacts } from '../sync/docs'
import { opens } from '../sync/rights'
import { useUser } from '../sync/store'
import { paths } from '../docs/paths'

export interface SetupStep {
  key: string
  title: string
  done: boolean
  says: string
  optional: boolean
  goes: { label: string; type: string; page: 'list' | 'add' | 'view' | 'import' }[]
}
export interface Setup {
  steps: SetupStep[]
  done: number
  of: number
  complete: boolean
}

export function useSetup() {
  const administers = opens(useUser(), 'setup')
  return { ...useFacts<Setup>(administers ? '/api/setup' : null), administers }
}

export function wayOf({ type, page }: SetupStep['goes'][number]): string {
  if (page === 'add') return paths.add(type)
  if (page === 'import') return paths.import(type)
  return page === 'view' ? paths.view(type, type) : paths.list(type)
}
