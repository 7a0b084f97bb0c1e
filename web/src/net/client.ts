// Every call to the server goes through here: the Bearer token, JSON, and refusals as `Problem`.
import type { Issue } from '../core/types.gen'
import type { ProblemDetails, TemplateProblem } from './answers.gen'
import { began } from './commits'
import { downloaded } from './download'
import { takeRead } from './early'
import { reached } from './reach'
import { token } from './token'
import { localised, phrase } from '../words/localised'
import { say } from '../words/say'

export interface Call {
  url: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  /** Sent as application/x-www-form-urlencoded. */
  form?: Record<string, string>
  /** Sent as it is. */
  file?: Blob
  /** Another kind of answer than JSON; it comes as a Blob. */
  accept?: string
}

/** What went wrong, in one shape: `status` 0 means that the server was not reached. */
export interface Problem {
  status: number
  code: string
  title: string
  detail: string
  errors: Issue[]
  reference: string | null
  retryAfter: number | null
}

export const GENERIC = say('Something went wrong!')

function problem(part: Partial<Problem>): Problem {
  return {
    status: 0,
    code: 'offline',
    title: GENERIC,
    detail: '',
    errors: [],
    reference: null,
    retryAfter: null,
    ...part,
  }
}

export function unreached(): Problem {
  return problem({
    title: say('The server was not reached'),
    detail: say('The server was not reached. Nothing was lost; try again.'),
  })
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** What a problem is, in the language of the page: by its issues where it is what they say, else by its own words. */
function detailOf(body: Partial<ProblemDetails & TemplateProblem>, errors: Issue[]): string {
  const first = body.errors?.[0]?.message
  if (first && body.detail === first) return errors[0]!.message
  const more = errors.length - 1
  if (first && more > 0 && body.detail === `${first} (and ${more} more)`)
    return say('{first} (and {n} more)', { first: errors[0]!.message, n: more })
  if (body.said) return phrase(body.said)
  const own = text(body.detail) ?? first ?? text(body.message)
  return own ? say(own) : GENERIC
}

async function problemOf(response: Response): Promise<Problem> {
  // What stands before the server may answer anything.
  const body: Partial<ProblemDetails & TemplateProblem> = await response.json().then(
    (json: unknown) => (typeof json === 'object' && json ? json : {}),
    () => ({}),
  )
  const errors = Array.isArray(body.errors) ? localised(body.errors) : []
  const retry = Number(response.headers.get('retry-after'))
  return problem({
    status: response.status,
    code: text(body.code) ?? 'server',
    title: text(body.title) ?? GENERIC,
    detail: detailOf(body, errors),
    errors,
    reference: text(body.reference) ?? response.headers.get('x-request-id'),
    retryAfter: Number.isFinite(retry) && retry > 0 ? retry : null,
  })
}

const isCommand = ({ url, method = 'GET' }: Call) => method !== 'GET' && url.startsWith('/api/docs/')

export async function send(call: Call, signal?: AbortSignal): Promise<{ data: unknown } | { error: Problem }> {
  const headers: Record<string, string> = { accept: call.accept ?? 'application/json' }
  const bearer = token.get()
  if (bearer) headers.authorization = `Bearer ${bearer}`
  let body: BodyInit | undefined
  if (call.file) {
    headers['content-type'] = call.file.type || 'application/octet-stream'
    body = call.file
  } else if (call.form) {
    headers['content-type'] = 'application/x-www-form-urlencoded'
    body = new URLSearchParams(call.form).toString()
  } else if (call.body !== undefined) {
    headers['content-type'] = 'application/json'
    body = JSON.stringify(call.body)
  }
  const ended = isCommand(call) ? began() : null
  let answered: Response | null = null
  try {
    const ask = (more?: Record<string, string>) =>
      fetch(call.url, {
        method: call.method ?? 'GET',
        headers: { ...headers, ...more },
        body,
        signal,
        cache: 'no-store',
      })
    const isRead = (call.method ?? 'GET') === 'GET' && !call.accept
    const response = (isRead && (await takeRead(call.url, bearer))) || (await ask())
    answered = response
    reached(true)
    if (!response.ok) return { error: await problemOf(response) }
    if (call.accept) return { data: await downloaded(response, ask) }
    const answer = await response.text()
    return { data: answer === '' ? null : localised(JSON.parse(answer) as unknown) }
  } catch (error) {
    if (error instanceof SyntaxError) return { error: problem({ status: 500, code: 'server', detail: GENERIC }) }
    if (!signal?.aborted) reached(false)
    return { error: unreached() }
  } finally {
    ended?.(answered)
  }
}

export type FramesAnswer = { kind: 'whole' | 'changes'; bytes: ArrayBuffer } | { kind: 'current' } | { error: Problem }

/** The person's frames: a snapshot, or what changed since the one they have. */
export async function fetchFrames(known: { scope: string; seq: number } | null): Promise<FramesAnswer> {
  const query = known ? `?${new URLSearchParams({ scope: known.scope, since: String(known.seq) }).toString()}` : ''
  const answer = await send({ url: `/api/frames${query}`, accept: 'application/vnd.godown.frames' })
  if ('error' in answer) return answer
  const blob = answer.data as Blob
  if (blob.size === 0) return { kind: 'current' }
  return { kind: blob.type.includes('changes') ? 'changes' : 'whole', bytes: await blob.arrayBuffer() }
}

/** No answer at all, or that of whatever stands before a server that is away. */
export const isAway = (problem: Problem) => problem.status === 0 || (problem.status >= 502 && problem.status <= 504)
