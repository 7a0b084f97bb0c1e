// Ctrl Enter and Cmd Enter decide a form: they never open the list of a select that has the focus.
//
//   passOverSelects()            once, before anything is drawn
//   isCtrlEnter(event)           in the form's own onKeyDown
interface Key {
  key: string
  ctrlKey: boolean
  metaKey: boolean
}

export const isCtrlEnter = ({ key, ctrlKey, metaKey }: Key) => key === 'Enter' && (ctrlKey || metaKey)

/** A select opens at any Enter and cannot be told otherwise: its form is given the key in its place. */
export function passOverSelects() {
  const onKey = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement | null
    if (!isCtrlEnter(event) || !target?.matches?.('[role=combobox][aria-haspopup=listbox]:not(input)')) return
    event.stopImmediatePropagation()
    const { key, ctrlKey, metaKey, shiftKey, altKey, repeat } = event
    const passed = { key, ctrlKey, metaKey, shiftKey, altKey, repeat, bubbles: true, cancelable: true }
    if (!target.parentElement?.dispatchEvent(new KeyboardEvent('keydown', passed))) event.preventDefault()
  }
  window.addEventListener('keydown', onKey, true)
  return () => window.removeEventListener('keydown', onKey, true)
}
