// The sizes of a product group as a table: the section down, the thickness across; a cell for each that could be.
import type { Kit, KnownSku, Mapped } from '../../core/types.gen'
import type { Texts } from './kit'

/** Codes that are of one SKU and not of its section. */
const NOT_SIZE = new Set(['LEN', 'NB', 'KGM'])
/** The codes that stand across, the first that is mapped. */
const ACROSS = ['THK', 'H']

export interface Axes {
  down: Mapped[]
  across: Mapped
}

/** What stands where; null where there is only one size property, which makes no table. */
export function axesOf(kit: Kit): Axes | null {
  const sizes = kit.properties.filter((one) => one.kind === 'number' && one.in_formula && !NOT_SIZE.has(one.code))
  const across = ACROSS.map((code) => sizes.find((one) => one.code === code)).find(Boolean) ?? sizes.at(-1)
  const down = sizes.filter((one) => one !== across)
  return across && down.length > 0 ? { down, across } : null
}

export interface Cell {
  row: string
  column: string
  texts: Texts
}
export interface Table {
  rows: { key: string; label: string; texts: Texts }[]
  columns: string[]
}

const plain = (text: string | undefined) => {
  const number = Number.parseFloat(text ?? '')
  return Number.isFinite(number) ? String(number) : ''
}

/** The rows and columns that the group's SKUs have, and those of what is being typed. */
export function tableOf(axes: Axes, skus: KnownSku[], typed: Texts): Table {
  const rows = new Map<string, Texts>()
  const columns = new Set<string>()
  for (const texts of [...skus.map(textsOfKnown), typed]) {
    const values = axes.down.map((one) => plain(texts[one.property]))
    if (values.every(Boolean))
      rows.set(values.join('×'), Object.fromEntries(axes.down.map((one, at) => [one.property, values[at]!])))
    const column = plain(texts[axes.across.property])
    if (column) columns.add(column)
  }
  const numbers = (key: string) => key.split('×').map(Number)
  const order = (a: string, b: string) => {
    const [one, two] = [numbers(a), numbers(b)]
    const at = one.findIndex((value, index) => value !== two[index])
    return at < 0 ? 0 : one[at]! - (two[at] ?? 0)
  }
  return {
    rows: [...rows]
      .sort(([a], [b]) => order(a, b))
      .map(([key, texts]) => ({ key, label: key.replaceAll('×', ' × '), texts })),
    columns: [...columns].sort((a, b) => Number(a) - Number(b)),
  }
}

export function textsOfKnown(known: KnownSku): Texts {
  return Object.fromEntries((known.values ?? []).map((row) => [row.property, row.value]))
}

/** What is typed, with a cell's size in place of its own: a nominal bore goes with the section it is the bore of. */
export function cellTexts(
  kit: Kit,
  typed: Texts,
  down: Texts,
  across: Mapped,
  column: string,
  skus: KnownSku[],
): Texts {
  const made = { ...typed, ...down, [across.property]: column }
  for (const code of ['NB', 'KGM']) {
    const one = kit.properties.find((property) => property.code === code)
    if (!one) continue
    const twin = skus
      .map(textsOfKnown)
      .find((texts) => Object.entries(down).every(([property, value]) => plain(texts[property]) === value))
    const value = twin?.[one.property]
    if (value) made[one.property] = value
  }
  return made
}

/** How far two SKUs of a group are apart: the sum of their relative differences. */
export function distance(kit: Kit, one: Texts, two: Texts): number {
  return kit.properties.reduce((sum, { kind, property }) => {
    if (kind !== 'number') return sum + (one[property] === two[property] ? 0 : 0.05)
    const [a, b] = [Number.parseFloat(one[property] ?? ''), Number.parseFloat(two[property] ?? '')]
    return Number.isFinite(a) && Number.isFinite(b) ? sum + Math.abs(a - b) / Math.max(a, b, 1) : sum + 1
  }, 0)
}
