// While a step is under way its inputs stand still: what is typed then could no longer be part of it.
//
//   <div {...useHeld(act.pending)}>…</div>      the keys go back to where they were once it is refused
import { useEffect, useRef, type FocusEvent } from 'react'

export function useHeld(held: boolean) {
  const last = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (held || document.activeElement?.matches('input, textarea, button, [role=combobox]')) return
    last.current?.focus()
  }, [held])
  return {
    inert: held,
    onFocus: (event: FocusEvent<HTMLElement>) => {
      last.current = event.target
    },
    onBlur: ({ relatedTarget }: FocusEvent<HTMLElement>) => {
      // Held, an input loses the focus to nothing; otherwise it goes on to something else.
      if (relatedTarget) last.current = null
    },
  }
}
