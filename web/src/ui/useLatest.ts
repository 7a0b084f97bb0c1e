// What a component does once something that took a while has ended: as it stands then, and not as it stood before.
//
//   const change = useLatest(onChange)
//   const pick = async (file: File) => change(await upload(file))
import { useCallback, useEffect, useRef } from 'react'

/** Calls what the last render gave, so that nothing typed meanwhile is lost; nothing once the component is gone. */
export function useLatest<A extends unknown[]>(act: (...args: A) => void): (...args: A) => void {
  const latest = useRef<((...args: A) => void) | null>(null)
  useEffect(() => {
    latest.current = act
  })
  useEffect(
    () => () => {
      latest.current = null
    },
    [],
  )
  return useCallback((...args: A) => latest.current?.(...args), [])
}
