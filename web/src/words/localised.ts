// What the core and the server say, in the language of the page: declared words by their keys, refusals by their text
// and its parameters. Records are left alone: what people typed is theirs.
import { say } from './say'
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

interface Refused {
  message: string
  said?: { text: string; with: Record<string, string> } | null
}

const isRefused = (value: object): value is Refused =>
  'message' in value && typeof value.message === 'string' && ('code' in value || 'severity' in value)

/** A refusal, whose parameters may be declared words as well. */
function refusal({ message, said }: Refused): string {
  if (!said) return say(message)
  return say(said.text, said.with)
}

function walked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(walked)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  const entries = Object.entries(value).map(([key, inner]) => {
    if (typeof inner === 'string') return [key, DECLARED.has(key) && inner ? say(inner) : inner]
    return [key, OWN.has(key) ? inner : walked(inner)]
  })
  const made = Object.fromEntries(entries) as Record<string, unknown>
  if (isRefused(value)) made.message = refusal(value)
  const reason = (value as { why_said?: Refused['said'] }).why_said
  if (reason) made.why = say(reason.text, reason.with)
  return made
}

/** An answer as it was, for who reads English; else a copy whose words are said. */
export function localised<T>(value: T): T {
  return catalogue ? (walked(value) as T) : value
}
