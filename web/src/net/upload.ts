// A file on its way to the server, with how much of it is there: `fetch` tells nothing of what it has sent.
import type { ProblemDetails, StoredFile } from './answers.gen'
import { reached } from './reach'
import { token } from './token'
import { say } from '../words/say'

export type Uploaded = { stored: StoredFile } | { refused: string; status: number } | { away: true }

const REFUSED = say('The file was refused')

/** `onPart` is told the part that was sent, 0 to 1. */
export function upload(name: string, body: Blob, onPart?: (part: number) => void): Promise<Uploaded> {
  return new Promise((done) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/files?name=${encodeURIComponent(name)}`)
    request.setRequestHeader('authorization', `Bearer ${token.get() ?? ''}`)
    request.setRequestHeader('content-type', body.type || 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => onPart?.(total > 0 ? loaded / total : 0)
    request.onload = () => {
      reached(true)
      done(answerOf(request.status, request.responseText))
    }
    request.onerror = request.ontimeout = () => {
      reached(false)
      done({ away: true })
    }
    request.send(body)
  })
}

function answerOf(status: number, text: string): Uploaded {
  let answer: Partial<StoredFile & ProblemDetails> = {}
  try {
    answer = JSON.parse(text) as typeof answer
  } catch {
    // What stands before the server may answer anything.
  }
  if (status === 201 && answer.id) return { stored: answer as StoredFile }
  if (status === 0 || (status >= 502 && status <= 504)) return { away: true }
  return { refused: answer.detail ?? REFUSED, status }
}
