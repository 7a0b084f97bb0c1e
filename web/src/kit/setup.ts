// What a new site still needs, as the server reads it off the documents; only those to whom the page opens are told.
import type { Setup, SetupPage } from '../core/types.gen'
import { useFacts } from '../sync/docs'
import { opens } from '../sync/rights'
import { useUser } from '../sync/store'
import { paths } from '../docs/paths'

export function useSetup() {
  const administers = opens(useUser(), 'setup')
  return { ...useFacts<Setup>(administers ? '/api/setup' : null), administers }
}

export function wayOf({ type, page, given }: SetupPage): string {
  if (page === 'add') return `${paths.add(type)}${given && (paths.isDrawer(type) ? '&' : '?')}${given}`
  if (page === 'import') return paths.import(type)
  return page === 'view' ? paths.view(type, type) : paths.list(type)
}
