// Keyboard shortcuts: single letters work only outside inputs, and can be switched off by the person.
import { useEffect, useRef } from 'react'
import { useAppSelector } from '../sync/store'

export function isTyping(event: KeyboardEvent): boolean {
  const at = event.target as HTMLElement | null
  return !!at?.closest?.(
    'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true], [role=combobox]',
  )
}

/** 'ctrl+k', 'n', '?', 'alt+1', 'ctrl+enter', 'escape' */
function nameOf(event: KeyboardEvent): string {
  const key = event.key.toLowerCase()
  return `${event.ctrlKey || event.metaKey ? 'ctrl+' : ''}${event.altKey ? 'alt+' : ''}${key}`
}

type Handlers = Record<string, ((event: KeyboardEvent) => void | boolean) | undefined>

/**
 * useKeys({ 'ctrl+enter': save, n: add })  Later components win; a handler that returns false lets the key pass.
 * Keys for entry write a value that the page shows, and are no shortcuts that a person switches off.
 */
export function useKeys(keys: Handlers, enabled = true, use: 'shortcut' | 'entry' = 'shortcut') {
  const shortcuts = useAppSelector((state) => state.settings.keys)
  const letters = shortcuts || use === 'entry'
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    if (!enabled) return
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const name = nameOf(event)
      const handler = latest.current[name]
      const single = !name.includes('+') && name.length === 1
      if (!handler || (single && (!letters || isTyping(event)))) return
      // A dialog has its own keys: those of the page below must not work through it.
      if (single && document.querySelector('[role=dialog]')) return
      if (handler(event) !== false) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [enabled, letters])
}
