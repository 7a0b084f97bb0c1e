// The cache of what the server answered: asked through the client, kept in this browser, given again while it is away.
import { createApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react'
import { sessionLost } from '../net/auth'
import { isAway, send, type Call, type Problem } from '../net/client'
import { noteRead } from '../net/early'
import { isLive } from '../net/reach'
import { token } from '../net/token'
import { keepAnswer, keptAnswer, keyOf, shown } from './answers'

type Told = { data: unknown } | { error: Problem }

async function told(call: Call, key: string, signal: AbortSignal): Promise<Told> {
  if ((call.method ?? 'GET') === 'GET') noteRead(call.url, token.id())
  const answer = await send(call, signal)
  if ('data' in answer) void keepAnswer(key, answer.data)
  return answer
}

/** What was answered last stands in while the server does not answer. */
async function ask(call: Call, signal: AbortSignal): Promise<Told> {
  const key = keyOf(call)
  if (!key) return send(call, signal)
  const answer = isLive() ? await told(call, key, signal) : null
  if (answer && ('data' in answer || !isAway(answer.error))) return answer
  const found = await keptAnswer(key)
  // A server that came back while this was looked up is asked: nobody else would ask it again.
  if (isLive() || !found) {
    const again = isLive() || !answer ? await told(call, key, signal) : answer
    if ('data' in again || !isAway(again.error) || !found) return again
  }
  shown(found.at)
  return { data: found.data }
}

const baseQuery: BaseQueryFn<Call, unknown, Problem> = async (call, { dispatch, signal }) => {
  const sentWith = token.get()
  const answer = await ask(call, signal)
  // The token of this call may have been replaced meanwhile: only the present one can be lost.
  if ('error' in answer && answer.error.status === 401 && sentWith && sentWith === token.get()) {
    token.clear()
    dispatch(sessionLost(answer.error.detail))
  }
  return answer
}

export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: ['Menu', 'Doc', 'List', 'Facts'],
  keepUnusedDataFor: 60,
  refetchOnReconnect: true,
  endpoints: () => ({}),
})
