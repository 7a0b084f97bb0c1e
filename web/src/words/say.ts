// Every text that a person reads, in their language. English stands in the code and is the key of the others; what is
// not translated yet is said in English.
//
//   say('Save')                                    a text
//   say('{n} rows of {all}', { n, all })           with what differs from case to case in braces
//   say('Signed in as {who}', { who: <b>…</b> })   with markup in it
//   many(count, '{n} row', '{n} rows')             by the plural forms of the language
import { Fragment, createElement, type ReactNode } from 'react'
import { LANGUAGE, catalogue } from './language'

type Plain = string | number
type Told = Record<string, ReactNode>

/** A text of the catalogue; the spaces around it stay as they are. */
function translated(text: string): string {
  const plain = text.trim()
  const found = catalogue && plain ? catalogue.text(plain) : null
  return found === null ? text : text.replace(plain, () => found)
}

/** A word that may be declared and may be a person's own: only what the catalogue knows is said. */
export const word = (text: string) => catalogue?.word(text) ?? text

const isMarkup = (part: ReactNode) => typeof part === 'object' && part !== null

const shown = (part: ReactNode) =>
  typeof part === 'boolean' || part === null || part === undefined ? '' : String(part)

/** A text with its braces filled; markup makes a node of it. */
function filled(text: string, told: Told): ReactNode {
  const parts = text.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? told[part] : part))
  return parts.some(isMarkup) ? createElement(Fragment, null, ...parts) : parts.map(shown).join('')
}

export function say(text: string, told?: Record<string, Plain | null | undefined | false>): string
export function say(text: string, told: Told): ReactNode
export function say(text: string, told?: Told): ReactNode {
  const said = translated(text)
  return told ? filled(said, told) : said
}

const digits = new Intl.NumberFormat(LANGUAGE.locale)

/** A count with its noun, in the plural form that the language has for it; `{n}` is the count as people write it. */
export function many(count: number, one: string, other: string, told: Record<string, Plain> = {}): string {
  const form = catalogue?.plural(other, count) ?? translated(count === 1 ? one : other)
  return filled(form, { n: digits.format(count), ...told }) as string
}
