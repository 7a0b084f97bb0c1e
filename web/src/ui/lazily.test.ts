// Code that fails to come: read again where the server was away, and told of where it is there without it.
import { afterEach, expect, test, vi } from 'vitest'
import { reached } from '../net/reach'
import { read } from './lazily'

const answers = (...there: boolean[]) => {
  const fetched = vi.fn<typeof fetch>()
  for (const ok of there)
    if (ok) fetched.mockResolvedValueOnce(new Response('{}'))
    else fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', fetched)
}

/** Fails so often before it comes. */
const coming = (failures: number) => {
  const load = vi.fn<() => Promise<string>>()
  for (let at = 0; at < failures; at++) load.mockRejectedValueOnce(new TypeError('no module'))
  return load.mockResolvedValue('the code')
}

afterEach(() => {
  reached(true)
  vi.unstubAllGlobals()
})

test('what failed while the server was coming back is read again', async () => {
  answers(true)
  expect(await read(coming(1))).toBe('the code')
})

test('what a server that answers does not have is told of', async () => {
  answers(true, true)
  const load = coming(2)
  await expect(read(load)).rejects.toThrow('no module')
  expect(load).toHaveBeenCalledTimes(2)
})

test('what failed without the server waits until it is back', async () => {
  answers(false)
  const load = coming(1)
  const code = read(load)
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(1))
  expect(load).toHaveBeenCalledTimes(1)
  reached(true)
  expect(await code).toBe('the code')
})
