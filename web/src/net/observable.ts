// A value outside React that pages and modules follow, and events that have no value.
//
//   const reach = observable(true)     reach.get(), reach.set(false), reach.subscribe(listener)
//   useObservable(reach)               its value in a component
//   const changes = topic<Change>()    changes.tell(change), changes.subscribe(listener)
import { useSyncExternalStore } from 'react'

type Listener<T> = (value: T) => void

/** `start` runs for the first listener; what it returns runs after the last one has left. */
export function topic<T>(start?: () => () => void) {
  const listeners = new Set<Listener<T>>()
  let stop: (() => void) | undefined
  return {
    subscribe(listener: Listener<T>): () => void {
      listeners.add(listener)
      if (listeners.size === 1) stop ??= start?.()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
      }
    },
    /** As with DOM events: a listener added meanwhile is not called, nor is one that was removed. */
    tell(value: T) {
      for (const listener of [...listeners]) if (listeners.has(listener)) listener(value)
    },
  }
}

/** A value with its listeners; setting the value that it has already tells nobody. */
export function observable<T>(value: T, start?: () => () => void) {
  const { subscribe, tell } = topic<T>(start)
  return {
    subscribe,
    get: () => value,
    set(next: T) {
      if (Object.is(next, value)) return
      value = next
      tell(next)
    },
  }
}

export type Observable<T> = ReturnType<typeof observable<T>>

export const useObservable = <T>({ subscribe, get }: Observable<T>): T => useSyncExternalStore(subscribe, get)
