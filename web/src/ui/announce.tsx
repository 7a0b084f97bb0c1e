// The one polite live region of the app: status changes, saves and results are said here.
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { observable, useObservable } from '../net/observable'

const said = observable('')

export function announce(text: string) {
  // The same words twice in a row are still news: a no-break space makes them another text.
  said.set(text === said.get() ? `${text}\u00a0` : text)
}

/** Beside the app, not in it: an open dialog hides the app from readers, and what it did must still be heard. */
export function Announcer() {
  const text = useObservable(said)
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => region.current?.removeAttribute('aria-hidden'), [text])
  return createPortal(
    <div ref={region} className="visually-hidden" role="status" aria-live="polite">
      {text}
    </div>,
    document.body,
  )
}
