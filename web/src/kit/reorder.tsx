// Moving rows by hand: the handle is dragged, or lifted with Space, moved with the arrows and dropped with Space; Esc
// returns.
import DragIndicator from '@mui/icons-material/DragIndicator'
import { useRef, useState, type KeyboardEvent } from 'react'
import { core } from '../core'
import { announce } from '../ui/announce'
import { classes } from '../theme/classes'
import css from './reorder.module.css'
import { say } from '../words/say'

/** The rows with one of them at another place, as the core moves it; the same rows where there is no such place. */
export function moved<T>(list: T[], from: number, to: number): T[] {
  const next = core().moved(list, from, to)
  return 'refused' in next ? list : (next as T[])
}

/** `what`: what the rows are called. */
export function useReorder(count: number, move: (from: number, to: number) => void, what = say('Line')) {
  const [lifted, setLifted] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const from = useRef(0)
  const handles = useRef(new Map<number, HTMLButtonElement>())
  const step = (at: number, by: -1 | 1) => {
    const to = at + by
    if (to < 0 || to >= count) return at
    move(at, to)
    announce(say('{what} {at} moved to {to}', { what, at: at + 1, to: to + 1 }))
    requestAnimationFrame(() => handles.current.get(to)?.focus())
    return to
  }
  const onHandleKey = (at: number) => (event: KeyboardEvent) => {
    const up = event.key === 'ArrowUp'
    if (event.key === ' ') {
      event.preventDefault()
      if (lifted === null) from.current = at
      setLifted(lifted === null ? at : null)
      announce(
        lifted === null
          ? say('{what} {at} lifted. Arrows move it, Space drops it, Escape returns it.', { what, at: at + 1 })
          : say('{what} dropped at {at}', { what, at: at + 1 }),
      )
    } else if ((up || event.key === 'ArrowDown') && (lifted !== null || event.altKey)) {
      event.preventDefault()
      event.stopPropagation()
      const to = step(at, up ? -1 : 1)
      if (lifted !== null) setLifted(to)
    } else if (event.key === 'Escape' && lifted !== null) {
      event.preventDefault()
      event.stopPropagation()
      move(at, from.current)
      announce(say('{what} returned to {current}', { what, current: from.current + 1 }))
      setLifted(null)
    }
  }
  return {
    lifted,
    over,
    /** Alt and the arrows move the row from any of its cells. */
    onRowKey: (at: number) => (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
      event.preventDefault()
      step(at, event.key === 'ArrowUp' ? -1 : 1)
    },
    row: (at: number) => ({
      onDragOver: (event: React.DragEvent) => {
        event.preventDefault()
        setOver(at)
      },
      onDrop: (event: React.DragEvent) => {
        event.preventDefault()
        const start = Number(event.dataTransfer.getData('text/line'))
        setOver(null)
        if (Number.isInteger(start) && start !== at) move(start, at)
      },
    }),
    handle: (at: number) => (
      <button
        type="button"
        draggable
        ref={(node) => {
          if (node) handles.current.set(at, node)
          else handles.current.delete(at)
        }}
        aria-label={say('Move {noun} {at}', { noun: what.toLowerCase(), at: at + 1 })}
        aria-pressed={lifted === at}
        title={say('Drag, or Space and arrows')}
        onDragStart={(event) => {
          event.dataTransfer.setData('text/line', String(at))
          event.dataTransfer.effectAllowed = 'move'
        }}
        onDragEnd={() => setOver(null)}
        onKeyDown={onHandleKey(at)}
        onBlur={() => lifted === at && setLifted(null)}
        className={classes(css.handle, lifted === at && css.lifted)}
      >
        <DragIndicator className="text-18" />
      </button>
    ),
  }
}
