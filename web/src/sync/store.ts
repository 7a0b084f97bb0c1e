// The one store: session, settings, and what the server answered.
import { configureStore, type Middleware } from '@reduxjs/toolkit'
import { useDispatch, useSelector } from 'react-redux'
import { api } from './api'
import { authReducer, sessionLost, signedIn, signedOut } from '../net/auth'
import { SETTINGS_KEY, keep, setSettings, settingsReducer, storedSettings } from './settings'
import { toastsReducer } from './toasts'

/** Answers belong to the person who asked: nobody sees another's after a change of person. */
const forget: Middleware =
  ({ dispatch }) =>
  (next) =>
  (action) => {
    if (signedIn.match(action) || signedOut.match(action) || sessionLost.match(action))
      dispatch(api.util.resetApiState())
    return next(action)
  }

export const store = configureStore({
  reducer: { auth: authReducer, settings: settingsReducer, toasts: toastsReducer, [api.reducerPath]: api.reducer },
  middleware: (standard) => standard().concat(api.middleware, forget),
})

let kept = store.getState().settings
store.subscribe(() => {
  const { settings } = store.getState()
  if (settings !== kept) keep((kept = settings))
})
// The tabs of a browser share them: one that changes something must not put back what another changed before.
window.addEventListener('storage', ({ key }) => {
  if (key === SETTINGS_KEY) store.dispatch(setSettings(storedSettings()))
})

export type State = ReturnType<typeof store.getState>
export type Dispatch = typeof store.dispatch
export const useAppDispatch = useDispatch.withTypes<Dispatch>()
export const useAppSelector = useSelector.withTypes<State>()

export function useUser() {
  const user = useAppSelector((state) => state.auth.user)
  if (!user) throw new Error('a page below the shell needs a signed-in user')
  return user
}
