// Short notices above the action bar. A toast is never the only place an error stood.
import { createSlice, isAnyOf, nanoid, type PayloadAction } from '@reduxjs/toolkit'
import { noSession, sessionLost, signedOut } from '../net/auth'

export interface Toast {
  id: string
  text: string
  tone: 'ok' | 'info' | 'danger'
  undo?: string
}

const slice = createSlice({
  name: 'toasts',
  initialState: [] as Toast[],
  reducers: {
    toast: {
      reducer: (list, { payload }: PayloadAction<Toast>) => [...list.slice(-2), payload],
      prepare: (text: string, tone: Toast['tone'] = 'ok', undo?: string) => ({
        payload: { id: nanoid(8), text, tone, undo },
      }),
    },
    dismiss: (list, { payload }: PayloadAction<string>) => list.filter((one) => one.id !== payload),
  },
  // The next person is not told what the last one did.
  extraReducers: (builder) => void builder.addMatcher(isAnyOf(noSession, sessionLost, signedOut), () => []),
})

export const { toast, dismiss } = slice.actions
export const toastsReducer = slice.reducer
