// The service worker: it keeps the app itself in this browser, so that it opens without the server. Never data.
import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, getCacheKeyForURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

const SHELL = '/index.html'
const POLICY = 'content-security-policy'
/** What the server answers itself, and what says whether it does. */
const SERVER = [/^\/api(\/|$)/, /^\/(healthz|readyz|metrics)$/]

// A file is named by its content; what stands behind the name only gives a module a new instance.
precacheAndRoute(self.__WB_MANIFEST, { ignoreURLParametersMatching: [/.*/], directoryIndex: '', cleanURLs: false })
cleanupOutdatedCaches()
// The page that it was first installed from opens its other pages without the server, too.
clientsClaim()

/** The kept page with a nonce of its own for every load, in the page and in its policy: as the server gives it. */
async function shell(): Promise<Response> {
  const kept = await caches.match(getCacheKeyForURL(SHELL) ?? SHELL)
  if (!kept) return fetch(SHELL)
  const [page, policy] = [await kept.text(), kept.headers.get(POLICY) ?? '']
  const before = /name="csp-nonce" content="([^"]+)"/.exec(page)?.[1]
  const headers = new Headers(kept.headers)
  if (!before) return new Response(page, { headers })
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))).replaceAll('=', '')
  headers.set(POLICY, policy.replaceAll(before, nonce))
  return new Response(page.replaceAll(before, nonce), { headers })
}

registerRoute(new NavigationRoute(shell, { denylist: SERVER }))

// A new version waits until the person says so: what they type now is not lost.
self.addEventListener('message', (event) => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})

// A notification of the device leads to its page, in the tab that is open or in a new one.
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { page } = event.notification.data as { page: string }
  const open = async () => {
    const [tab] = await self.clients.matchAll({ type: 'window' })
    if (!tab) return self.clients.openWindow(page)
    await tab.focus()
    return tab.navigate(page)
  }
  event.waitUntil(open())
})
