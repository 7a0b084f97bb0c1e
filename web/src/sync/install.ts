// The app itself kept in this browser, so that it opens without the server; and a new version, which asks first.
import { registerSW } from 'virtual:pwa-register'
import { observable, useObservable } from '../net/observable'
import { onReach } from '../net/reach'
import { say } from '../words/say'

/** `why`: what keeps this browser from opening the app offline. `reload`: there, when a new version waits. */
export interface Install {
  why: string | null
  ready: boolean
  reload: (() => void) | null
}

const INSECURE = say(
  'This address is plain HTTP: browsers keep an app for offline use only over HTTPS or on the machine itself.',
)
const UNABLE = say('This browser cannot keep the app for offline use.')

const state = observable<Install>({ why: null, ready: false, reload: null })

const change = (part: Partial<Install>) => state.set({ ...state.get(), ...part })

export function install() {
  if (!window.isSecureContext) return change({ why: INSECURE })
  if (!('serviceWorker' in navigator)) return change({ why: UNABLE })
  const update = registerSW({
    onNeedRefresh: () => change({ reload: () => void update(true) }),
    // A server that comes back may have brought a new version.
    onRegisteredSW: (_, registration) =>
      void onReach((reach) => {
        if (reach.live) void registration?.update().catch(() => undefined)
      }),
    onRegisterError: () => change({ why: UNABLE }),
  })
  void navigator.serviceWorker.ready.then(() => change({ ready: true }))
}

export const useInstall = () => useObservable(state)
