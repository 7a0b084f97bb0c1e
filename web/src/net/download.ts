// The body of a large answer: where the connection breaks off, the download goes on behind what came.

/** So often one download goes on. */
const RESUMED = 3

/** The tag of the plain bytes, which is what a browser has: the server tells packed ones apart by an ending. */
const plain = (tag: string | null) => tag?.replace(/-br"$/, '"') ?? null

/**
 * The whole body of an answer. `again` asks the same once more with further headers. What breaks off with nothing come,
 * or of a server that gives no parts, fails as it broke off.
 */
export async function downloaded(
  first: Response,
  again: (headers: Record<string, string>) => Promise<Response>,
): Promise<Blob> {
  if (first.headers.get('accept-ranges') !== 'bytes' || !first.body) return first.blob()
  let answer = first
  let tag = plain(first.headers.get('etag'))
  let parts: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for (let left = RESUMED; ; left--) {
    try {
      const reader = answer.body!.getReader()
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        parts.push(part.value)
        length += part.value.length
      }
      return new Blob(parts, { type: first.headers.get('content-type') ?? '' })
    } catch (error) {
      if (left === 0 || length === 0 || !tag) throw error
      answer = await again({ range: `bytes=${length}-`, 'if-range': tag })
      if (!answer.body || (answer.status !== 200 && answer.status !== 206)) throw error
      if (answer.status === 200) {
        // Others by now: they come whole.
        tag = plain(answer.headers.get('etag'))
        parts = []
        length = 0
      }
    }
  }
}
