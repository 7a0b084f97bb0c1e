// The cache of what the server answered: asked through the client, kept in this browser, given again while it is away.
import { createApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react'
import { sessionLost } from '../net/auth'
import { isAway, send, type Call, type Problem } from '../net/client'
import { isLive } from '../net/reach'
import { token } from '../net/token'
import { keepAnswer, keptAnswer, keyOf, shown } from './answers'

async function kept(key: string): Promise<{ data: unknown } | null> {
  const found = await keptAnswer(key)
  if (found) shown(found.at)
  return found && { data: found.data }
}

/** What was answered last stands in while the server does not answer. */
async function ask(call: Call, signal: AbortSignal): Promise<{ data: unknown } | { error: Problem }> {
  const key = keyOf(call)
  if (key && !isLive()) {
    const known = await kept(key)
    if (known) return known
  }
  const answer = await send(call, signal)
  if (!key) return answer
  if ('data' in answer) void keepAnswer(key, answer.data)
  else if (isAway(answer.error)) return (await kept(key)) ?? answer
  return answer
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
