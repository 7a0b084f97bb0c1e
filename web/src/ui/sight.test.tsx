// A key takes no step of a document that its person has not looked at.
import { act, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSight } from './sight'

type Sight = ReturnType<typeof useSight>
function Bar({ onRender }: { onRender: (sight: Sight) => void }) {
  const sight = useSight()
  useEffect(() => onRender(sight), [onRender, sight])
  return null
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

it('a document that a step led on to is in sight a second later, and any other at once', () => {
  const root = createRoot(document.createElement('div'))
  let sight!: Sight
  const show = (doc: string) => act(() => root.render(<Bar key={doc} onRender={(now) => void (sight = now)} />))
  show('first')
  expect(sight.on).toBe(true)
  sight.leave()
  show('next')
  expect(sight.on).toBe(false)
  act(() => void vi.advanceTimersByTime(999))
  expect(sight.on).toBe(false)
  act(() => void vi.advanceTimersByTime(1))
  expect(sight.on).toBe(true)
  sight.leave()
  sight.stay()
  show('opened by hand')
  expect(sight.on).toBe(true)
  act(() => root.unmount())
})
