// The Hindi that pages say, by the English of the code.
import hindi from '../../src/words/hi.json' with { type: 'json' }

const ALL = hindi as Record<string, string | { one: string; other: string }>

/** A text in Hindi with what stands in its braces; one that is not translated fails the test. */
export function hi(english: string, told: Record<string, string> = {}): string {
  const found = ALL[english]
  if (typeof found !== 'string') throw new Error(`not in Hindi: ${english}`)
  return found.replace(/\{(\w+)\}/g, (_, name: string) => told[name] ?? '')
}
