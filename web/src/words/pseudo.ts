// A language that nobody speaks: English with accents between brackets, which shows what was never given to the
// catalogue, what is cut off, and what is put together of pieces.
const FROM = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const TO = 'àƀçđéƒĝĥîĵķļɱñôþǫŕšţûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÔÞǪŔŠŢÛṼŴẊÝŽ'

const accents = new Map([...FROM].map((letter, at) => [letter, [...TO][at] ?? letter]))

export const OPEN = '⟦'
export const CLOSE = '⟧'

/** A text with accents, except for what stands in braces. */
export function pseudo(text: string): string {
  const parts = text.split(/(\{\w+\})/)
  const said = parts.map((part, at) =>
    at % 2 ? part : [...part].map((letter) => accents.get(letter) ?? letter).join(''),
  )
  return `${OPEN}${said.join('')}${CLOSE}`
}
