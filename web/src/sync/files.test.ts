// Files wait under the hash of their content, and are sent once before the change that names them.
import 'fake-indexeddb/auto'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Uploaded } from '../net/upload'

const upload = vi.fn<(name: string, body: Blob) => Promise<Uploaded>>()
vi.mock('../net/upload', () => ({ upload: (name: string, body: Blob) => upload(name, body) }))

const { addFile, fileHere, filesIn, sendFiles, tidyFiles } = await import('./files')
const { local } = await import('./local')
const { reached } = await import('../net/reach')
const { token } = await import('../net/token')

const stored = (id: string): Uploaded => ({ stored: { id, name: 'a.jpg', type: 'jpg', size: 3 } })
const slip = () => new File(['slip'], 'slip.pdf', { type: 'application/pdf' })
/** SHA-256 of `slip`. */
const SLIP = '1c1480e67eee52c17293f3628a94874948eae6a2481044b13b6778db6c7dbeab'

beforeEach(async () => {
  upload.mockReset()
  token.keep('t', 'yard')
  reached(false)
  await local((database) => database.clear('files'))
})

it('a file has the name that the server will give it, and the same one twice is one', async () => {
  const [one, two] = [await addFile(slip()), await addFile(slip())]
  expect(one).toEqual(two)
  if (!('id' in one)) throw new Error(one.refused)
  expect(one.id).toBe(SLIP)
  expect(await (await fileHere(one.id))?.text()).toBe('slip')
  expect(await filesIn({ photos: [one.id], seal: 'x' })).toEqual([one.id])
  expect(await filesIn({ photos: [] })).toEqual([])
  expect(upload).not.toHaveBeenCalled()
})

it('what waits is sent once, however many want it sent', async () => {
  const added = await addFile(slip())
  if (!('id' in added)) throw new Error(added.refused)
  upload.mockResolvedValue(stored(added.id))
  expect(await Promise.all([sendFiles([added.id]), sendFiles([added.id])])).toEqual(['sent', 'sent'])
  expect(await sendFiles([added.id])).toBe('sent')
  expect(upload).toHaveBeenCalledTimes(1)
})

it('what the server is too far away for waits on, and what it refuses says why', async () => {
  const added = await addFile(slip())
  if (!('id' in added)) throw new Error(added.refused)
  upload.mockResolvedValueOnce({ away: true }).mockResolvedValueOnce({ refused: 'Busy', status: 503 })
  expect(await sendFiles([added.id])).toBe('away')
  expect(await sendFiles([added.id])).toBe('away')
  upload.mockResolvedValueOnce({ refused: 'Only PDF', status: 415 })
  expect(await sendFiles([added.id])).toEqual({ refused: 'slip.pdf: Only PDF' })
})

it('what nothing names is let go after its time, and what a waiting change names stays', async () => {
  const added = await addFile(slip())
  if (!('id' in added)) throw new Error(added.refused)
  await local(async (database) => {
    const file = await database.get('files', ['yard', added.id])
    await database.put('files', { ...file!, at: 0 })
  })
  await tidyFiles([{ record: { photos: [added.id] } }])
  expect(await fileHere(added.id)).not.toBeNull()
  await tidyFiles([])
  expect(await fileHere(added.id)).toBeNull()
})
