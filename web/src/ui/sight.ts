// A key that takes a step counts only for what its person has had in sight: after a step the page may show the next.
//
//   const sight = useSight()
//   sight.leave() when a step is taken, sight.stay() when it was refused; sight.on once a key may take one here
import { useEffect, useMemo, useState } from 'react'

/** As long as a person needs to see that it is another document. */
const LOOK_MS = 1000

/** A step was taken, and what comes next is not drawn yet. */
let left = false

export function useSight() {
  const [on, setOn] = useState(() => !left)
  useEffect(() => {
    left = false
    if (on) return
    const timer = setTimeout(() => setOn(true), LOOK_MS)
    return () => clearTimeout(timer)
  }, [on])
  return useMemo(() => ({ on, leave: () => void (left = true), stay: () => void (left = false) }), [on])
}
