// What a page shows when its own code failed: it says so, the rest of the app goes on.
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { takeStanding } from './standing'
import { Failed } from './states'
import { say } from '../words/say'

const RELOADED = 'godown.reloaded'

/** Whether the server has another app than the one that runs here. Who cannot be reached has none. */
async function isOutdated(): Promise<boolean> {
  const runs = [...document.querySelectorAll<HTMLScriptElement>('script[type=module][src]')]
  const served = await fetch('/', { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : ''),
    () => '',
  )
  return served !== '' && runs.some((script) => !served.includes(script.getAttribute('src') ?? ''))
}

/** After a new version of the app the old one's lazy pages are gone: it is loaded anew, once. */
async function renew() {
  if (sessionStorage.getItem(RELOADED) || !(await isOutdated())) return
  sessionStorage.setItem(RELOADED, '1')
  location.reload()
}

export function PageError() {
  const error = useRouteError()
  useEffect(() => {
    console.error(error)
    takeStanding()
    if (error instanceof TypeError && /import|module/i.test(error.message)) void renew()
  }, [error])
  return (
    <main>
      <Failed problem={null} what={say('This page')} onRetry={() => location.reload()} />
    </main>
  )
}
