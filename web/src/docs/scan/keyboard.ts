// A scanner that types: its letters come faster than any hand's, and it ends with Enter. Wherever the focus is, its
// text goes to the page, and a field that it was typed into has again what stood there before.
import { useEffect, useRef } from 'react'
import { isTyping } from '../../ui/keys'

/** Between two keys of a scanner lies less than this, of a slow one by radio too; between two of a hand mostly more. */
const GAP_MS = 100
/** Shorter is no number of a batch, and so is what has no digit. */
const SHORTEST = 4
const DIGIT = /\d/
/** What our own labels begin with: such a text is a scan at any speed. */
const OURS = /^gd1:/i

interface Key {
  key: string
  at: number
}

/** Keys as they come: a burst begins with the first after a pause. */
export class Burst {
  private keys: Key[] = []
  /** The field that was typed into, and what stood in it before. */
  private field: { input: HTMLInputElement | HTMLTextAreaElement; was: string } | null = null

  /** Whether the key goes on a burst that is under way already. */
  add(key: string, at: number, field: HTMLInputElement | HTMLTextAreaElement | null): boolean {
    const last = this.keys.at(-1)
    const goesOn = !!last && (at - last.at <= GAP_MS || OURS.test(this.text))
    if (!goesOn) {
      this.keys = []
      this.field = field && { input: field, was: field.value }
    }
    this.keys.push({ key, at })
    return goesOn
  }

  get text(): string {
    return this.keys.map(({ key }) => key).join('')
  }

  /** What was scanned when Enter comes at this time; null for what a hand typed. */
  end(at: number): { text: string; ours: boolean; field: Burst['field'] } | null {
    const [{ text, field }, last] = [this, this.keys.at(-1)]
    this.forget()
    const ours = OURS.test(text)
    const fast = !!last && at - last.at <= GAP_MS && text.length >= SHORTEST && DIGIT.test(text)
    return ours || fast ? { text, ours, field } : null
  }

  forget() {
    this.keys = []
    this.field = null
  }
}

/** Gives a field back what stood in it, as if it had been typed: React hears of it. */
function restore({ input, was }: { input: HTMLInputElement | HTMLTextAreaElement; was: string }) {
  const owner = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(owner.prototype, 'value')?.set?.call(input, was)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

const fieldOf = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : null

/** What a part of the page made of a scan: nothing, or it has it; a field keeps what a scanner typed into it. */
export type Took = 'no' | 'took' | 'kept'

interface Hearer {
  /** `sure`: no hand typed it. */
  takes: (text: string, sure: boolean) => Took
  /** The part of the page that it is in, and whether it still lacks something: a scan goes where it is wanted. */
  root?: () => HTMLElement | null
  lacks?: () => boolean
}

const hearers = new Set<Hearer>()
const burst = new Burst()
/** The keys that were kept from the page and are still down. */
const down = new Set<string>()

/** Where the focus is first, then what still lacks something, then the others; the last that came is asked first. */
function inOrder(): Hearer[] {
  const at = document.activeElement
  const rank = (one: Hearer) => (at && one.root?.()?.contains(at) ? 0 : one.lacks?.() ? 1 : 2)
  // A dialog hears alone: the page below it is not at hand.
  const dialog = document.querySelector('[role=dialog]')
  const near = [...hearers].filter((one) => !dialog || !one.root || dialog.contains(one.root()))
  return near.reverse().sort((a, b) => rank(a) - rank(b))
}

function onEnter(event: KeyboardEvent) {
  const scanned = burst.end(event.timeStamp)
  if (!scanned) return
  const sure = scanned.ours || !isTyping(event)
  for (const hearer of inOrder()) {
    const took = hearer.takes(scanned.text, sure)
    if (took === 'no') continue
    // A button below the focus is not pressed, nor a form sent.
    event.preventDefault()
    event.stopPropagation()
    if (took === 'took' && scanned.field) restore(scanned.field)
    return
  }
}

function onKey(event: KeyboardEvent) {
  // A key that is held down is a hand's.
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return burst.forget()
  if (event.key === 'Enter') return onEnter(event)
  if (event.key.length !== 1) return
  const goesOn = burst.add(event.key, event.timeStamp, fieldOf(event.target))
  // A space would press the button below the focus, a letter open what the page has under it.
  if (!goesOn || isTyping(event)) return
  down.add(event.code)
  event.preventDefault()
  event.stopPropagation()
}

/** A key that the page did not hear go down does not come up for it either. */
function onKeyUp(event: KeyboardEvent) {
  if (down.delete(event.code)) event.stopPropagation()
}

function listen() {
  window.addEventListener('keydown', onKey, true)
  window.addEventListener('keyup', onKeyUp, true)
}

function leave() {
  window.removeEventListener('keydown', onKey, true)
  window.removeEventListener('keyup', onKeyUp, true)
  down.clear()
}

/** Hears scans while its part of the page is open. */
export function useKeyboardScanner(hearer: Hearer, enabled = true) {
  const latest = useRef(hearer)
  latest.current = hearer
  useEffect(() => {
    if (!enabled) return
    const own: Hearer = {
      takes: (text, sure) => latest.current.takes(text, sure),
      root: () => latest.current.root?.() ?? null,
      lacks: () => latest.current.lacks?.() ?? false,
    }
    if (hearers.size === 0) listen()
    hearers.add(own)
    return () => {
      hearers.delete(own)
      if (hearers.size === 0) leave()
    }
  }, [enabled])
}
