// What the figures of a customer's credit are called and what they say, in the language of the page.
import { BALANCES as DECLARED } from '../core/types.gen'
import { localised } from '../words/localised'

export const BALANCES = localised(DECLARED)
