// Dragging events by mouse or finger: to another day, to another time, and at their end to another length.
import { useEffect, useRef, type RefObject } from 'react'

const BEGINS_PX = 5
const HELD_MS = 250
const STEP_MINUTES = 15

export interface EventDropped {
  id: string
  days: number
  minutes: number
  /** The end alone. */
  resized: boolean
}

interface Held {
  element: HTMLElement
  id: string
  resized: boolean
  day: string
  x: number
  y: number
  begun: boolean
  timer?: ReturnType<typeof setTimeout>
}

/** The day under the pointer; what is dragged itself stands in the day that it comes from. */
const dayAt = (x: number, y: number, dragged: HTMLElement) =>
  document
    .elementsFromPoint(x, y)
    .find((one) => !dragged.contains(one) && one.closest('[data-day]'))
    ?.closest<HTMLElement>('[data-day]') ?? null

interface Look {
  /** The height of an hour in pixels; 0 where times do not show. */
  perHour: number
  /** The class of the day that an event's end is over. */
  reaching: string
}

export function useEventDragging(
  root: RefObject<HTMLElement | null>,
  { perHour, reaching }: Look,
  onDrop: (dropped: EventDropped) => void,
) {
  const latest = useRef(onDrop)
  latest.current = onDrop
  useEffect(() => {
    const board = root.current
    if (!board) return
    let held: Held | null = null
    let clicked = false
    const minutes = (dy: number) =>
      perHour === 0 ? 0 : Math.round((dy / perHour) * (60 / STEP_MINUTES)) * STEP_MINUTES
    const begin = (one: Held) => {
      one.begun = true
      one.element.style.zIndex = '5'
      one.element.style.opacity = '0.85'
    }
    let over: HTMLElement | null = null
    const reach = (day: HTMLElement | null) => {
      over?.classList.remove(reaching)
      over = day
      over?.classList.add(reaching)
    }
    const draw = (one: Held, x: number, y: number) => {
      if (one.resized && perHour === 0) return reach(dayAt(x, y, one.element))
      if (one.resized) one.element.style.marginBottom = `${-(y - one.y)}px`
      else one.element.style.transform = `translate(${x - one.x}px, ${y - one.y}px)`
      if (one.resized) one.element.style.paddingBottom = `${Math.max(0, y - one.y)}px`
    }
    const end = (drop: { x: number; y: number } | null) => {
      const one = held
      held = null
      if (!one) return
      clearTimeout(one.timer)
      reach(null)
      for (const key of ['transform', 'zIndex', 'opacity', 'marginBottom', 'paddingBottom'] as const)
        one.element.style[key] = ''
      if (!one.begun) return
      clicked = true
      setTimeout(() => (clicked = false))
      if (!drop) return
      const stays = one.resized && perHour > 0
      const to = stays ? one.day : dayAt(drop.x, drop.y, one.element)?.dataset.day
      if (!to) return
      const days = Math.round((Date.parse(to) - Date.parse(one.day)) / 86_400_000)
      const by = minutes(drop.y - one.y)
      if (days !== 0 || by !== 0) latest.current({ id: one.id, days, minutes: by, resized: one.resized })
    }
    const onDown = (event: PointerEvent) => {
      const target = event.target as Element
      const element = target.closest<HTMLElement>('[data-event]')
      const day = element?.closest<HTMLElement>('[data-day]')?.dataset.day
      if (!element || !day || event.button !== 0) return
      const one: Held = {
        element,
        id: element.dataset.event ?? '',
        resized: !!target.closest('[data-resize]'),
        day,
        x: event.clientX,
        y: event.clientY,
        begun: false,
      }
      held = one
      if (event.pointerType !== 'mouse') one.timer = setTimeout(() => held === one && begin(one), HELD_MS)
    }
    const onMove = (event: PointerEvent) => {
      if (!held) return
      if (!held.begun) {
        if (Math.hypot(event.clientX - held.x, event.clientY - held.y) <= BEGINS_PX) return
        // A finger that moves at once scrolls.
        if (event.pointerType !== 'mouse') return end(null)
        begin(held)
      }
      draw(held, event.clientX, event.clientY)
    }
    const onUp = (event: PointerEvent) => end({ x: event.clientX, y: event.clientY })
    const onCancel = () => end(null)
    const onTouch = (event: TouchEvent) => {
      if (held?.begun) event.preventDefault()
    }
    const onClick = (event: MouseEvent) => {
      if (!clicked) return
      event.preventDefault()
      event.stopPropagation()
    }
    board.addEventListener('pointerdown', onDown)
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', onCancel)
    board.addEventListener('touchmove', onTouch, { passive: false })
    board.addEventListener('click', onClick, true)
    return () => {
      end(null)
      board.removeEventListener('pointerdown', onDown)
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', onCancel)
      board.removeEventListener('touchmove', onTouch)
      board.removeEventListener('click', onClick, true)
    }
  }, [root, perHour, reaching])
}
