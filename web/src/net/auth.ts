// Who is signed in. The three names of the state are the specification's.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

export interface User {
  id: string
  name: string
  /** The type of the document by which the person signs in. */
  account: string
  roles: string[]
  /** What these roles allow on each type of document, by the verbs' names. */
  rights: Record<string, string[]>
  show_less_section: boolean
  branches?: string[]
  yards?: string[]
  must_change_password?: boolean
  [key: string]: unknown
}

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
    /** The same person, as the server has them now. */
    personTold: (state, { payload }: PayloadAction<User>): AuthState => ({ ...state, user: payload }),
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
