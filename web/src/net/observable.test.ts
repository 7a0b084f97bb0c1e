import { expect, test, vi } from 'vitest'
import { observable, topic } from './observable'

test('every listener is told a new value once, and none is told the same value again', () => {
  const value = observable(1)
  const listeners = [vi.fn(), vi.fn()]
  const ends = listeners.map((listener) => value.subscribe(listener))
  value.set(1)
  for (const listener of listeners) expect(listener).not.toHaveBeenCalled()
  value.set(2)
  for (const listener of listeners) expect(listener.mock.calls).toEqual([[2]])
  ends[0]?.()
  value.set(3)
  expect(listeners.map((listener) => listener.mock.calls.length)).toEqual([1, 2])
  expect(value.get()).toBe(3)
})

test('the first listener starts the source and the last one stops it, each time anew', () => {
  const told: string[] = []
  const value = observable(0, () => {
    told.push('start')
    return () => told.push('stop')
  })
  const [one, two] = [value.subscribe(() => {}), value.subscribe(() => {})]
  one()
  expect(told).toEqual(['start'])
  two()
  two()
  value.subscribe(() => {})
  expect(told).toEqual(['start', 'stop', 'start'])
})

test('the source may set the value while it starts, and the first listener is told it', () => {
  const value = observable('idle', () => {
    value.set('loading')
    return () => {}
  })
  const listener = vi.fn()
  value.subscribe(listener)
  expect(listener.mock.calls).toEqual([['loading']])
})

test('a listener that is added or removed while others are told is not called', () => {
  const events = topic<number>()
  const [added, removed] = [vi.fn(), vi.fn()]
  let end = () => {}
  events.subscribe(() => {
    end()
    events.subscribe(added)
  })
  end = events.subscribe(removed)
  events.tell(1)
  expect([added.mock.calls, removed.mock.calls]).toEqual([[], []])
})
