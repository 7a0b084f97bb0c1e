// What scrolls sideways shows that there is more: a shadow on each side that hides columns.
//
//   <Sideways className="card" tabIndex={0}>…a wide table…</Sideways>
//   useEdges(frame, GRID)          where something else scrolls within the frame, as a grid does
import { useEffect, useRef, type HTMLAttributes, type RefObject } from 'react'
import { classes } from '../theme/classes'

/** What scrolls within a frame, and what stands still over its sides. */
export interface Scroller {
  scrolls: string
  left?: string
  right?: string
}
const OWN: Scroller = { scrolls: '.scroll-x' }
/** Less than a pixel is hidden by rounding alone. */
const ROUNDED = 1

/** The width of what stands over a side of what scrolls. */
const over = (place: HTMLElement, selector: string | undefined) =>
  selector === undefined ? 0 : (place.querySelector<HTMLElement>(selector)?.offsetWidth ?? 0)

/** Watches what scrolls within the frame; null where it is not there yet. */
function watched(place: HTMLElement, { scrolls, left, right }: Scroller): (() => void) | null {
  const within = place.querySelector<HTMLElement>(scrolls)
  if (!within) return null
  const look = () => {
    const before =
      within.getBoundingClientRect().left + within.clientLeft - place.getBoundingClientRect().left - place.clientLeft
    const after = place.clientWidth - before - within.clientWidth
    const hidden = within.scrollWidth - within.clientWidth
    const sides = [within.scrollLeft > ROUNDED && 'left', within.scrollLeft < hidden - ROUNDED && 'right']
    place.style.setProperty('--edge-left', `${before + over(place, left)}px`)
    place.style.setProperty('--edge-right', `${after + over(place, right)}px`)
    place.dataset.hides = sides.filter(Boolean).join(' ')
  }
  const sized = new ResizeObserver(look)
  for (const one of [within, ...within.children]) sized.observe(one)
  within.addEventListener('scroll', look, { passive: true })
  return () => {
    sized.disconnect()
    within.removeEventListener('scroll', look)
  }
}

/**
 * Tells the frame which sides of what scrolls within it hide something, and where those sides are: pinned columns and a
 * scroll bar are not under the shadow. A grid draws itself after the frame is there, so that it is waited for.
 */
export function useEdges(frame: RefObject<HTMLElement | null>, of: Scroller) {
  useEffect(() => {
    const place = frame.current
    if (!place) return
    let end = watched(place, of)
    const drawn = new MutationObserver(() => {
      end ??= watched(place, of)
      if (end) drawn.disconnect()
    })
    if (!end) drawn.observe(place, { childList: true, subtree: true })
    return () => {
      drawn.disconnect()
      end?.()
    }
  }, [frame, of])
}

/** `className` dresses the frame, all else is said of what scrolls. */
export function Sideways({ className, children, ...scroller }: HTMLAttributes<HTMLDivElement>) {
  const frame = useRef<HTMLDivElement>(null)
  useEdges(frame, OWN)
  return (
    <div ref={frame} className={classes('edges', className)}>
      <div {...scroller} className="scroll-x">
        {children}
      </div>
    </div>
  )
}
