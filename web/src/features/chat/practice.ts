// The practice conversation: it tries the chat out, its contact answers by itself, and nothing leaves the browser.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Said } from './Talk'
import { say } from '../../words/say'

export const PRACTICE = { id: 'practice', name: say('Kavita (practice)') }
/** So long the contact takes for its answer, in milliseconds. */
export const REPLY_MS = 2_000
export const REPLY = say(
  'This is a practice conversation: nothing of it is sent. Select a colleague above to write to them.',
)

const MINUTE_MS = 60_000
const SAMPLE: [own: boolean, text: string][] = [
  [false, say('Good morning. Is the order for Ajanta Tubes loaded?')],
  [true, say('Morning. The truck is on the weighbridge now.')],
  [false, say('How many pieces of the 50 × 50 × 6 went?')],
  [true, '36 pieces, 1,020.5 kg.'],
  [false, say('And the photos of the slip?')],
  [true, say('Both are at the loading.')],
  [false, say('Then accounts can invoice it today.')],
  [true, say('Yes, they see it already.')],
]

const begun = (): Said[] =>
  SAMPLE.map(([own, text], at) => ({
    id: `sample-${at}`,
    own,
    name: own ? say('You') : PRACTICE.name,
    text,
    at: Date.now() - (SAMPLE.length - at) * MINUTE_MS,
  }))

/** The sample conversation, and how one goes on with it. */
export function usePractice() {
  const [said, setSaid] = useState(begun)
  const replies = useRef(new Set<ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const waiting = replies.current
    return () => waiting.forEach(clearTimeout)
  }, [])
  const post = useCallback((text: string) => {
    const add = (own: boolean, words: string) =>
      setSaid((was) => [
        ...was,
        { id: crypto.randomUUID(), own, name: own ? say('You') : PRACTICE.name, text: words, at: Date.now() },
      ])
    add(true, text)
    const reply = setTimeout(() => {
      replies.current.delete(reply)
      add(false, REPLY)
    }, REPLY_MS)
    replies.current.add(reply)
  }, [])
  return { said, post }
}
