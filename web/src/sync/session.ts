// Signing in, restoring a session at start, and signing out.
import type { Registered, SignedIn, User, UserDetails } from '../net/answers.gen'
import { GENERIC, send, type Problem } from '../net/client'
import { token } from '../net/token'
import { loadCore } from '../core'
import { forgetRecent } from './recent'
import { forgetSeen } from './local'
import { noSession, personTold, sessionLost, signedIn, signedOut } from '../net/auth'
import { themeNamed } from '../theme/themes'
import { setSettings } from './settings'
import type { Dispatch } from './store'
import { speak } from '../words/language'
import { say } from '../words/say'

const SHOW_LESS = 'show_less_section'

/** Without a token, with an expired one, or after any failure there is no session; a failure is logged only. */
export async function restore(dispatch: Dispatch) {
  const [accessToken, id] = [token.get(), token.id()]
  if (!accessToken || !id) return void dispatch(noSession())
  // Rules that did not arrive say nothing of the token: a page left while it loads must not sign its person out.
  const core = await loadCore().catch(() => null)
  if (!core) return void dispatch(noSession())
  const known = token.person()
  let opened = false
  try {
    if (core.token_expired(accessToken, Date.now())) throw new Error('the session has expired')
    // Whoever was here before goes on at once: on a slow network the answer takes as long as the page itself.
    if (known) dispatch(signedIn(known))
    opened = known !== null
    const answer = await send({ url: '/api/masters/allMasters/getEmployeeDetails', method: 'POST', form: { id } })
    if ('error' in answer) {
      // A server that is down or away does not end a session: what is open stays, else the next start tries again.
      if (answer.error.status === 0 || answer.error.status >= 500)
        return void (opened ? undefined : dispatch(noSession()))
      throw new Error(answer.error.detail)
    }
    // They may have signed out, or another may have signed in, before it was answered.
    if (token.get() !== accessToken) return
    const { data: user } = answer.data as UserDetails
    token.keepPerson(user)
    dispatch(opened ? personTold(user) : signedIn(user))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    console.info('session not restored:', why)
    if (token.get() !== accessToken) return
    token.clear()
    // A page that closes under somebody says why.
    dispatch(opened ? sessionLost(why) : noSession())
  }
}

/** The person as the server has them now: their rights may have changed while the app was open. */
export async function refreshPerson(dispatch: Dispatch) {
  const id = token.id()
  if (!id) return
  const answer = await send({ url: '/api/masters/allMasters/getEmployeeDetails', method: 'POST', form: { id } })
  if ('error' in answer || token.id() !== id) return
  const { data: user } = answer.data as UserDetails
  token.keepPerson(user)
  dispatch(personTold(user))
}

/** While the server does not answer the core itself says when a session is over; what waits to be sent stays. */
export async function expire(dispatch: Dispatch) {
  const held = token.get()
  const core = await loadCore()
  if (!held || held !== token.get() || !core.token_expired(held, Date.now())) return
  token.clear()
  dispatch(
    sessionLost(say('Your session has ended. Sign in when the server is reached; what waits to be sent is kept.')),
  )
}

/**
 * The theme and the language that a person chose follow them to every browser they sign in at. English is what a
 * profile begins with, so it leaves the language of the browser as it is.
 */
export function chosenBy(dispatch: Dispatch, user: User) {
  if (user.theme !== null) dispatch(setSettings({ theme: themeNamed(user.theme) }))
  if (user.language !== 'en') speak(user.language)
}

export type SignInResult = { user: User } | { message: string; retryAfter: number | null }

export async function signIn(dispatch: Dispatch, emailId: string, password: string): Promise<SignInResult> {
  token.clear()
  const answer = await send({ url: '/api/login/signIn', method: 'POST', form: { emailId, password } })
  if ('error' in answer) return { message: answer.error.detail, retryAfter: answer.error.retryAfter }
  const { code, message, data, accesstoken } = answer.data as SignedIn
  const user = data[0]
  if (!code || !user || !accesstoken) return { message: message ? say(message) : GENERIC, retryAfter: null }
  token.keep(accesstoken, user.id)
  localStorage.setItem(SHOW_LESS, String(user.show_less_section))
  token.keepPerson(user)
  dispatch(signedIn(user))
  chosenBy(dispatch, user)
  return { user }
}

/** Makes an account and signs it in; why not, if the server refused. */
export async function signUp(
  dispatch: Dispatch,
  account: { email: string; username: string; password: string },
): Promise<Problem | null> {
  const answer = await send({ url: '/api/auth/register', method: 'POST', body: account })
  if ('error' in answer) return answer.error
  const { accessToken, user } = answer.data as Registered
  token.keep(accessToken, user.id)
  await restore(dispatch)
  return null
}

export async function signOut(dispatch: Dispatch) {
  const ended = send({ url: '/api/logout', method: 'POST' })
  token.clear()
  localStorage.removeItem(SHOW_LESS)
  forgetRecent()
  dispatch(signedOut())
  // What reports read is the person's own; the code comes when it is needed.
  await import('./reporter').then(({ forgetFrames }) => forgetFrames())
  await forgetSeen()
  await ended
}

export async function changePassword(old: string, next: string): Promise<Problem | null> {
  const answer = await send({ url: '/api/session/password', method: 'POST', body: { old, new: next } })
  return 'error' in answer ? answer.error : null
}
