// What the core and the server say, in the language of the page: declared words by their keys, refusals by their text
// and its parameters. Records are left alone: what people typed is theirs.
import { say, word } from './say'
import { catalogue } from './language'

/** Keys of declared words. `title` and `text` may be a person's own, and are said where they are shown. */
const DECLARED = new Set([
  'label',
  'plural',
  'help',
  'head',
  'why',
  'says',
  'type_label',
  'doc_label',
  'hint',
  'unit_label',
])
/** Keys below which a person's own words stand. */
const OWN = new Set(['record', 'rows', 'lines', 'links', 'docs', 'doc'])

/** What the core's type of the same name is. */
interface Phrase {
  text: string
  with: Record<string, string>
}

interface Refused {
  message: string
  said?: Phrase | null
}

const isRefused = (value: object): value is Refused =>
  'message' in value && typeof value.message === 'string' && ('code' in value || 'severity' in value || 'said' in value)

/** A text of the core with its parameters, of which some are declared words. */
export function phrase({ text, with: told }: Phrase): string {
  return say(text, Object.fromEntries(Object.entries(told).map(([name, value]) => [name, word(value)])))
}

const refusal = ({ message, said }: Refused): string => (said ? phrase(said) : say(message))

const SAID = '_said'
const isPhrase = (value: unknown): value is Phrase =>
  typeof value === 'object' && value !== null && 'text' in value && 'with' in value

function walked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(walked)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  const entries = Object.entries(value).map(([key, inner]) => {
    // Above the columns of a pivot stands a value, which may be the kernel's own word.
    if (key === 'under' && typeof inner === 'string') return [key, word(inner)]
    if (typeof inner === 'string') return [key, DECLARED.has(key) && inner ? say(inner) : inner]
    return [key, OWN.has(key) ? inner : walked(inner)]
  })
  const made = Object.fromEntries(entries) as Record<string, unknown>
  if (isRefused(value)) made.message = refusal(value)
  for (const [key, inner] of Object.entries(value)) {
    // Beside a sentence in English stands what it was made of: `why` and `why_said`.
    if (key.endsWith(SAID) && isPhrase(inner)) made[key.slice(0, -SAID.length)] = phrase(inner)
  }
  return made
}

/** An answer as it was, for who reads English; else a copy whose words are said. */
export function localised<T>(value: T): T {
  return catalogue ? (walked(value) as T) : value
}
