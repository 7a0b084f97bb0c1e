// Dragging cards and lists by mouse or finger. Nothing is drawn by React meanwhile: a copy follows the pointer, and a
// mark shows where it would be dropped, so that a board of a thousand cards stays fluid.
import { useEffect, useRef, type RefObject } from 'react'

const BEGINS_PX = 5
const HELD_MS = 250
const EDGE_PX = 48
const SCROLL_PX = 14

export type Dropped =
  { kind: 'card'; id: string; from: string; to: string; end: number } | { kind: 'list'; id: string; end: number }

interface Drag {
  kind: 'card' | 'list'
  id: string
  from: string
  element: HTMLElement
  copy: HTMLElement
  mark: HTMLElement
  dx: number
  dy: number
  x: number
  y: number
  to: { list: string; end: number } | null
}

const handle = (target: EventTarget | null) => (target as Element | null)?.closest<HTMLElement>('[data-drag]') ?? null

/** Of elements one below or beside the other, how many have their middle before a point. */
function before(elements: HTMLElement[], at: number, middle: (box: DOMRect) => number): number {
  let [low, high] = [0, elements.length]
  while (low < high) {
    const half = (low + high) >> 1
    if (middle(elements[half]!.getBoundingClientRect()) < at) low = half + 1
    else high = half
  }
  return low
}

const cardsOf = (list: HTMLElement, without: HTMLElement) =>
  [...list.querySelectorAll<HTMLElement>('[data-card]')].filter((one) => one !== without)

function place(board: HTMLElement, drag: Drag) {
  const under = document.elementFromPoint(drag.x, drag.y)
  if (drag.kind === 'list') {
    const lists = [...board.querySelectorAll<HTMLElement>('[data-list]')].filter((one) => one !== drag.element)
    const end = before(lists, drag.x, (box) => box.left + box.width / 2)
    drag.to = { list: '', end }
    const next = lists[end]
    const box = (next ?? lists.at(-1) ?? drag.element).getBoundingClientRect()
    put(drag.mark, (next ? box.left : box.right) - 6, box.top, 3, box.height)
    return
  }
  const list = under?.closest<HTMLElement>('[data-list]')
  if (!list || !board.contains(list)) {
    drag.to = null
    drag.mark.hidden = true
    return
  }
  const cards = cardsOf(list, drag.element)
  const end = before(cards, drag.y, (box) => box.top + box.height / 2)
  drag.to = { list: list.dataset.list ?? '', end }
  const inside = list.querySelector<HTMLElement>('[data-cards]') ?? list
  const room = inside.getBoundingClientRect()
  const next = cards[end]?.getBoundingClientRect()
  const last = cards.at(-1)?.getBoundingClientRect()
  const top = next ? next.top - 5 : last ? last.bottom + 2 : room.top + 2
  put(drag.mark, room.left + 8, Math.max(room.top, Math.min(top, room.bottom - 3)), room.width - 16, 3)
}

function put(mark: HTMLElement, x: number, y: number, width: number, height: number) {
  mark.hidden = false
  mark.style.transform = `translate(${x}px, ${y}px)`
  mark.style.width = `${width}px`
  mark.style.height = `${height}px`
}

/** Near an edge what is below the pointer scrolls. */
function scroll(board: HTMLElement, { x, y, kind }: Drag) {
  const wide = board.getBoundingClientRect()
  if (x > wide.right - EDGE_PX) board.scrollLeft += SCROLL_PX
  else if (x < wide.left + EDGE_PX) board.scrollLeft -= SCROLL_PX
  const cards = kind === 'card' && document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-list]')
  const inside = cards ? cards.querySelector<HTMLElement>('[data-cards]') : null
  const tall = inside?.getBoundingClientRect()
  if (!inside || !tall) return
  if (y > tall.bottom - EDGE_PX) inside.scrollTop += SCROLL_PX
  else if (y < tall.top + EDGE_PX) inside.scrollTop -= SCROLL_PX
}

/** `css`: the classes of the copy, of the mark, and of what is dragged where it stood. */
export function useDragging(
  board: RefObject<HTMLElement | null>,
  css: { copy: string; mark: string; dragged: string },
  onDrop: (dropped: Dropped) => void,
) {
  const latest = useRef(onDrop)
  latest.current = onDrop
  useEffect(() => {
    const root = board.current
    if (!root) return
    let waiting: { event: PointerEvent; element: HTMLElement; timer?: ReturnType<typeof setTimeout> } | null = null
    let drag: Drag | null = null
    let frame = 0
    let clicked = false

    const begin = ({ event, element }: NonNullable<typeof waiting>) => {
      const whole = element.closest<HTMLElement>(element.dataset.drag === 'list' ? '[data-list]' : '[data-card]')!
      const box = whole.getBoundingClientRect()
      const copy = whole.cloneNode(true) as HTMLElement
      copy.className += ` ${css.copy}`
      copy.style.width = `${box.width}px`
      copy.style.height = `${Math.min(box.height, 320)}px`
      copy.setAttribute('aria-hidden', 'true')
      const mark = document.createElement('div')
      mark.className = css.mark
      mark.hidden = true
      document.body.append(copy, mark)
      whole.classList.add(css.dragged)
      const kind = element.dataset.drag === 'list' ? 'list' : 'card'
      drag = {
        kind,
        id: (kind === 'list' ? whole.dataset.list : whole.dataset.card) ?? '',
        from: whole.closest<HTMLElement>('[data-list]')?.dataset.list ?? '',
        element: whole,
        copy,
        mark,
        dx: event.clientX - box.left,
        dy: event.clientY - box.top,
        x: event.clientX,
        y: event.clientY,
        to: null,
      }
      frame = requestAnimationFrame(draw)
    }
    const draw = () => {
      if (!drag) return
      drag.copy.style.transform = `translate(${drag.x - drag.dx}px, ${drag.y - drag.dy}px)`
      scroll(root, drag)
      place(root, drag)
      frame = requestAnimationFrame(draw)
    }
    const end = (drop: boolean) => {
      clearTimeout(waiting?.timer)
      waiting = null
      cancelAnimationFrame(frame)
      if (!drag) return
      const { kind, id, from, to, copy, mark, element } = drag
      copy.remove()
      mark.remove()
      element.classList.remove(css.dragged)
      drag = null
      clicked = true
      setTimeout(() => (clicked = false))
      if (!drop || !to) return
      if (kind === 'list') latest.current({ kind, id, end: to.end })
      else latest.current({ kind, id, from, to: to.list, end: to.end })
    }
    const onDown = (event: PointerEvent) => {
      const element = handle(event.target)
      if (!element || event.button !== 0 || drag) return
      waiting = { event, element }
      if (event.pointerType !== 'mouse') {
        const held = waiting
        waiting.timer = setTimeout(() => {
          if (waiting === held) begin(held)
        }, HELD_MS)
      }
    }
    const onMove = (event: PointerEvent) => {
      if (drag) {
        drag.x = event.clientX
        drag.y = event.clientY
        return
      }
      if (!waiting) return
      const far = Math.hypot(event.clientX - waiting.event.clientX, event.clientY - waiting.event.clientY) > BEGINS_PX
      if (!far) return
      // A finger that moves at once scrolls.
      if (event.pointerType !== 'mouse') end(false)
      else begin(waiting)
    }
    const onUp = (event: PointerEvent) => {
      if (drag) {
        drag.x = event.clientX
        drag.y = event.clientY
        place(root, drag)
      }
      end(true)
    }
    const onCancel = () => end(false)
    const onTouch = (event: TouchEvent) => {
      if (drag) event.preventDefault()
    }
    const onClick = (event: MouseEvent) => {
      if (!clicked) return
      event.preventDefault()
      event.stopPropagation()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && drag) {
        event.stopPropagation()
        end(false)
      }
    }
    root.addEventListener('pointerdown', onDown)
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', onCancel)
    window.addEventListener('keydown', onKey, true)
    root.addEventListener('touchmove', onTouch, { passive: false })
    root.addEventListener('click', onClick, true)
    return () => {
      end(false)
      root.removeEventListener('pointerdown', onDown)
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', onCancel)
      window.removeEventListener('keydown', onKey, true)
      root.removeEventListener('touchmove', onTouch)
      root.removeEventListener('click', onClick, true)
    }
  }, [board, css.copy, css.mark, css.dragged])
}
