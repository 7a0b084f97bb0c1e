// While a step is under way its inputs stand still: what is typed then could no longer be part of it.
//
//   <div {...useHeld(act.pending)}>…</div>      the keys go back to where they were once it is refused
//
// Until then keys that were meant for an input are nobody's: they are no shortcuts either.
import { useEffect, useRef, type FocusEvent } from 'react'
import { isTyping } from './keys'

export function useHeld(held: boolean) {
  const last = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (!held) return
    const swallow = (event: KeyboardEvent) => {
      const letter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!letter || isTyping(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', swallow, true)
    return () => window.removeEventListener('keydown', swallow, true)
  }, [held])
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
