// Who is signed in. The three names of the state are the specification's.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { User } from './answers.gen'

export interface AuthState {
  isAuthenticated: boolean
  isInitialised: boolean
  user: User | null
  /** Why the person must sign in again, when it was not by choice. */
  notice: string | null
  /** The person left by choice: the next one does not land on their page. */
  left: boolean
}

const start: AuthState = { isAuthenticated: false, isInitialised: false, user: null, notice: null, left: false }

const slice = createSlice({
  name: 'auth',
  initialState: start,
  reducers: {
    signedIn: (_, { payload }: PayloadAction<User>): AuthState => ({
      isAuthenticated: true,
      isInitialised: true,
      user: payload,
      notice: null,
      left: false,
    }),
    /** The same person, as the server has them now; where nothing is new, nothing is drawn anew. */
    personTold: (state, { payload }: PayloadAction<User>): AuthState =>
      JSON.stringify(payload) === JSON.stringify(state.user) ? state : { ...state, user: payload },
    signedOut: (): AuthState => ({ ...start, isInitialised: true, left: true }),
    noSession: (): AuthState => ({ ...start, isInitialised: true }),
    sessionLost: (_, { payload }: PayloadAction<string>): AuthState => ({
      ...start,
      isInitialised: true,
      notice: payload,
    }),
  },
})

export const { signedIn, personTold, signedOut, noSession, sessionLost } = slice.actions
export const authReducer = slice.reducer
