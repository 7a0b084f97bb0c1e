// What was typed into the boxes of steps and not sent: a box that is closed is opened with it again.
//
//   const left = useLeft()
//   start={left.of('hold')}   onClose={(typed) => left.keep('hold', typed)}   left.drop('hold') once it is done
import { useMemo, useRef } from 'react'

type Inputs = Record<string, unknown>

export function useLeft() {
  const typed = useRef(new Map<string, Inputs>())
  return useMemo(
    () => ({
      of: (action: string): Inputs | undefined => typed.current.get(action),
      keep: (action: string, inputs: Inputs) => void typed.current.set(action, inputs),
      drop: (action: string) => void typed.current.delete(action),
    }),
    [],
  )
}
