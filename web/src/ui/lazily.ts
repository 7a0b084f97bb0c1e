// Parts of a page whose code is loaded when they are opened, and whose page must not fall when the network does.
import { lazy, type ComponentType } from 'react'
import { onReach, ping } from '../net/reach'

/** Until the server is there again; `false` where it was all the time. */
async function whenBack(): Promise<boolean> {
  if (await ping()) return false
  await new Promise<void>((back) => {
    const leave = onReach((reach) => {
      if (!reach.live) return
      leave()
      back()
    })
  })
  return true
}

/** A browser remembers that a module failed and asks no second time: so it is asked for by another address. */
async function again<T>(error: unknown, load: () => Promise<T>): Promise<T> {
  const [address] = /https?:\S+\.js/.exec(String(error)) ?? []
  return address ? ((await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)) as T) : load()
}

/**
 * Code that could not be read for want of the server is read once it is back. It may have come back between the failure
 * and the question: so what fails twice beside a server that answers is not there, as after a new version of the app.
 */
export async function read<T>(load: () => Promise<T>): Promise<T> {
  let failed: unknown
  for (let beside = 0; ;)
    try {
      return await (failed ? again(failed, load) : load())
    } catch (error) {
      failed ??= error
      if (await whenBack()) beside = 0
      else {
        beside += 1
        if (beside === 2) throw error
      }
    }
}

/**
 * React's `lazy` for what stands within a page on which somebody types: without the server it waits. `load` is the bare
 * import of a module whose default is the component, as that is what is asked for again.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- React's own bound.
export const lazily = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>) => lazy(() => read(load))
