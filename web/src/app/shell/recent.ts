// Notes the documents and reports that a person leaves, for the palette.
import { useEffect } from 'react'
import { matchPath, useLocation } from 'react-router'
import { ROUTES } from '../../kit/routes'
import { noteOpened } from '../../sync/recent'
import { say } from '../../words/say'

const SUFFIX = ' · Godown'
/** Pages of nothing that could be opened again. */
const NOTHING = new Set([say('Not found'), say('No access')])

function isKept(pathname: string): boolean {
  const row = ROUTES.find(({ path }) => matchPath(path, pathname))
  return row?.kind === 'view' || row?.kind === 'report' || (row?.kind === 'own' && /\/view\/|\/:id$/.test(row.path))
}

export function useRecent(account: string): void {
  const { pathname } = useLocation()
  useEffect(
    () => () => {
      // The next page has not named itself yet.
      const title = document.title.endsWith(SUFFIX) ? document.title.slice(0, -SUFFIX.length) : ''
      if (title && !NOTHING.has(title) && isKept(pathname)) noteOpened(account, { path: pathname, title })
    },
    [account, pathname],
  )
}
