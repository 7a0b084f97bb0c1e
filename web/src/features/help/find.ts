// Finds entries of the help by what a person asks, on the device: words that few entries have count most, and a word of
// the title more than one of the text.

export interface Findable {
  title: string
  words: string
  text: string
  /** How much more it counts than another that is found as well; 1 where it is not told. */
  weight?: number
}

/** Words that every question has, and that tell nothing of it. */
const PLAIN = new Set(
  (
    'a an and are at be been but by can cannot could do does done for from get has have how i if in is it its me my ' +
    'of on or our shall should so that the their them there they this to us was we what when where which who whom ' +
    'why will with would you your not no any some'
  ).split(' '),
)
const ENDINGS = /(?:ies|ied|ing|ed|es|e|s|y)$/
const LEAST = 3
/** Of a hit in the title, in the further words, and in the text. */
const WEIGHTS = { title: 6, words: 3, text: 1 }
/** A word that only begins like the one asked for. */
const BEGINS = 0.6

const stem = (word: string) => (word.length > LEAST + 1 ? word.replace(ENDINGS, '') : word)

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem)
}

type Indexed = { [Part in keyof typeof WEIGHTS]: Set<string> }

export interface Index<T> {
  entries: T[]
  parts: Indexed[]
  /** In how many entries a word stands. */
  held: Map<string, number>
}

export function indexOf<T extends Findable>(entries: T[]): Index<T> {
  const parts = entries.map(({ title, words, text }) => ({
    title: new Set(wordsOf(title)),
    words: new Set(wordsOf(words)),
    text: new Set(wordsOf(text)),
  }))
  const held = new Map<string, number>()
  for (const one of parts)
    for (const word of new Set([...one.title, ...one.words, ...one.text])) held.set(word, (held.get(word) ?? 0) + 1)
  return { entries, parts, held }
}

function hit(words: Set<string>, asked: string): number {
  if (words.has(asked)) return 1
  if (asked.length < LEAST) return 0
  for (const word of words) if (word.startsWith(asked)) return BEGINS
  return 0
}

/** The entries that a question finds, the best first. */
export function find<T extends Findable>({ entries, parts, held }: Index<T>, question: string): T[] {
  const all = (question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !PLAIN.has(word)).map(stem)
  const asked = [...new Set(all)]
  if (asked.length === 0) return []
  const rare = (word: string) => Math.log(1 + entries.length / (held.get(word) ?? 1))
  const scored = entries.map((entry, at) => {
    const part = parts[at]!
    let [score, found] = [0, 0]
    for (const word of asked) {
      const best = (Object.keys(WEIGHTS) as (keyof Indexed)[]).map((key) => hit(part[key], word) * WEIGHTS[key])
      const most = Math.max(...best)
      if (most > 0) found += 1
      score += most * rare(word)
    }
    // Every word that it has counts, and then that it has all of them.
    return { entry, score: score * (found / asked.length) * (entry.weight ?? 1) }
  })
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry)
}
