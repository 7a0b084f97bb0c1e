// One deed at a time: the second of two presses comes before anything is drawn of the first, and does nothing.
//
//   const once = useOnce()
//   useKeys({ 'ctrl+enter': () => void once(submit) })
import { useCallback, useRef } from 'react'

export function useOnce() {
  const under = useRef(false)
  return useCallback(async (deed: () => Promise<void>) => {
    if (under.current) return
    under.current = true
    await deed().finally(() => {
      under.current = false
    })
  }, [])
}
