// The languages there are, and the one of this browser. It is read once: another is taken up when the page loads anew.
import { pseudo } from './pseudo'

/** `pseudo` is for whoever tests the app: `localStorage['godown.language'] = 'pseudo'`. */
export type LanguageKey = 'en' | 'hi' | 'pseudo'

export interface Language {
  key: LanguageKey
  /** As the language itself calls it. */
  name: string
  /** How days, months and digits are written. */
  locale: string
  /** Of a script that Inter does not draw. */
  font?: string
}

/** A text, or its plural forms (CLDR's names). */
type Entry = string | Partial<Record<Intl.LDMLPluralRule, string>>

export interface Catalogue {
  /** A text in the language; null when it is not translated yet. */
  text(english: string): string | null
  /** The form of a text for a count; null when it is not translated yet. */
  plural(english: string, count: number): string | null
  /** The text if it stands in a list of words, where a name that nobody translates may stand as well. */
  word(english: string): string | null
}

export const LANGUAGES: Language[] = [
  { key: 'en', name: 'English', locale: 'en-IN' },
  { key: 'hi', name: 'हिन्दी', locale: 'hi-IN', font: 'Noto Sans Devanagari Variable' },
]
const PSEUDO: Language = { key: 'pseudo', name: 'Pseudo', locale: 'en-IN' }

const KEY = 'godown.language'

function languageOf(key: string | null): Language {
  const [english] = LANGUAGES as [Language]
  return [...LANGUAGES, PSEUDO].find((one) => one.key === key) ?? english
}

/** What this browser was told; workers and tests have no store and speak English. */
function stored(): string | null {
  try {
    return globalThis.localStorage?.getItem(KEY) ?? null
  } catch {
    return null
  }
}

export const LANGUAGE = languageOf(stored())

// Readers pronounce, and hyphenation and quotes follow, what the page says it is written in.
if (typeof document !== 'undefined') document.documentElement.lang = LANGUAGE.locale

/** Takes up another language: the page loads anew. Nothing happens for the one that is spoken, and for none. */
export function speak(key: string | null): void {
  const wanted = languageOf(key)
  if (!key || wanted.key === LANGUAGE.key || LANGUAGE === PSEUDO) return
  localStorage.setItem(KEY, wanted.key)
  location.reload()
}

/** The languages' texts, each a file of its own that only who speaks it loads. */
const FILES: Partial<Record<LanguageKey, () => Promise<{ default: Record<string, Entry> }>>> = {
  hi: () => import('./hi.json'),
}

const rules = new Intl.PluralRules(LANGUAGE.locale)

function catalogueOf(entries: Record<string, Entry>): Catalogue {
  // No text is called as what every object has.
  const all = new Map(Object.entries(entries))
  const text = (english: string) => {
    const entry = all.get(english)
    return typeof entry === 'string' ? entry : (entry?.other ?? null)
  }
  const plural = (english: string, count: number) => {
    const entry = all.get(english)
    return typeof entry === 'string' ? entry : (entry?.[rules.select(count)] ?? entry?.other ?? null)
  }
  return { text, plural, word: text }
}

async function load(): Promise<Catalogue | null> {
  if (LANGUAGE === PSEUDO) {
    const words = new Set((await import('./declared.txt?raw')).default.split('\n'))
    return { text: pseudo, plural: () => null, word: (text) => (text && words.has(text) ? pseudo(text) : null) }
  }
  const file = FILES[LANGUAGE.key]
  if (!file) return null
  // Without its file the app speaks English: it opens all the same.
  return file().then(
    (module) => catalogueOf(module.default),
    () => catalogueOf({}),
  )
}

/** Null for English, whose texts stand in the code. */
export const catalogue = await load()
