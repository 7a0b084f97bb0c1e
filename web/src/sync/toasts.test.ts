// A toast tells the person who is signed in, and nobody after them.
import { expect, it } from 'vitest'
import { sessionLost, signedOut } from '../net/auth'
import { toast, toastsReducer } from './toasts'

it.each([signedOut(), sessionLost('Your session has ended.')])(
  'the next person is not told what the last one did ($type)',
  (ends) => {
    const told = toastsReducer(undefined, toast('ORD/PN/26-27/000123 approved'))
    expect(told).toHaveLength(1)
    expect(toastsReducer(told, ends)).toEqual([])
  },
)
