// What a page shows when its own code failed: it says so, the rest of the app goes on.
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { takeStanding } from './standing'
import { Failed } from './states'
import { say } from '../words/say'

const RELOADED = 'godown.reloaded'

export function PageError() {
  const error = useRouteError()
  useEffect(() => {
    console.error(error)
    takeStanding()
    // After a new version of the app the old one's lazy pages are gone: load anew, once.
    const gone = error instanceof TypeError && /import|module/i.test(error.message)
    if (gone && !sessionStorage.getItem(RELOADED)) {
      sessionStorage.setItem(RELOADED, '1')
      location.reload()
    }
  }, [error])
  return (
    <main>
      <Failed problem={null} what={say('This page')} onRetry={() => location.reload()} />
    </main>
  )
}
