// The machines of what is sold and paid, held to the core's matrices on the server, in WebAssembly and in the page.
import { matrices } from './support/matrix'
import { hold, MONEY } from './support/machines'
import { expect, test } from './support/test'

test('every machine of what is sold and paid has a matrix that is written down', () => {
  expect(MONEY.filter((one) => !matrices().includes(one))).toEqual([])
})

hold(MONEY)
