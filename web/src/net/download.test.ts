import { expect, test } from 'vitest'
import { downloaded } from './download'

/** An answer that breaks off behind some texts, unless it is whole. */
function answer(status: number, tag: string, texts: string[], isWhole: boolean): Response {
  const rest = [...texts]
  const body = new ReadableStream<Uint8Array>({
    pull(stream) {
      const text = rest.shift()
      if (text !== undefined) stream.enqueue(new TextEncoder().encode(text))
      else if (isWhole) stream.close()
      else stream.error(new TypeError('network error'))
    },
  })
  const headers = new Headers({ 'accept-ranges': 'bytes', etag: tag, 'content-type': 'x/frames' })
  return { status, headers, body, blob: () => Promise.reject(new Error('not in parts')) } as unknown as Response
}

test('a download that broke off goes on behind what came, by the tag of the plain bytes', async () => {
  const asked: Record<string, string>[] = []
  const again = (headers: Record<string, string>) => {
    asked.push(headers)
    return Promise.resolve(asked.length === 1 ? answer(206, '"t"', ['de'], false) : answer(206, '"t"', ['fg'], true))
  }
  const whole = await downloaded(answer(200, '"t-br"', ['a', 'bc'], false), again)
  expect(await whole.text()).toBe('abcdefg')
  expect(whole.type).toBe('x/frames')
  expect(asked).toEqual([
    { range: 'bytes=3-', 'if-range': '"t"' },
    { range: 'bytes=5-', 'if-range': '"t"' },
  ])
})

test('where the server has other bytes by now, these come whole', async () => {
  const again = () => Promise.resolve(answer(200, '"u"', ['xyz'], true))
  const whole = await downloaded(answer(200, '"t"', ['abc'], false), again)
  expect(await whole.text()).toBe('xyz')
})

test('what breaks off again and again, or at once, fails as it broke off', async () => {
  let count = 0
  const again = () => Promise.resolve(answer(206, '"t"', [String(count++)], false))
  await expect(downloaded(answer(200, '"t"', ['a'], false), again)).rejects.toThrow('network error')
  expect(count).toBe(3)
  await expect(downloaded(answer(200, '"t"', [], false), again)).rejects.toThrow('network error')
  expect(count).toBe(3)
})
