// Rows pasted from a spreadsheet: tab-separated text into what was meant as SKU, pieces, weight and rate.
// Columns are recognised by their head where there is one, and by their content where there is none.
import { typed } from '../ui/format'
import { say } from '../words/say'

export interface PastedRow {
  /** Number of the row as it came, from 1. */
  row: number
  /** What names the SKU: code, name or size. */
  sku: string
  pcs: number | null
  weightG: number | null
  ratePaise: number | null
  /** Why the row cannot be used as it stands. */
  problem: string | null
}

type Column = 'sku' | 'pcs' | 'weight' | 'tonnes' | 'rate' | 'skip'

const HEADS: [Column, RegExp][] = [
  ['skip', /^(#|s\.? ?no\.?|sr\.? ?no\.?|sl\.? ?no\.?|no\.?|amount.*|value.*|remarks?|hsn.*)$/i],
  ['pcs', /^(pcs|pieces?|nos?\.?|qty|quantity)( ?\(?(pcs|nos)\)?)?$/i],
  ['tonnes', /^(mt|tons?|tonnes?|weight ?\(?mt\)?|qty ?\(?mt\)?)$/i],
  ['weight', /^(kgs?|weight|wt\.?|weight ?\(?kgs?\)?|qty ?\(?kgs?\)?)$/i],
  ['rate', /^(rate|price|₹.*|rate ?.*)$/i],
  ['sku', /^(sku|item|size|section|goods|product|code|material|description|particulars).*$/i],
]

const TONNE_PLACES_TO_GRAMS = 1000

function headOf(cell: string): Column | null {
  const word = cell.trim()
  return HEADS.find(([, pattern]) => pattern.test(word))?.[0] ?? null
}

function isNumber(cell: string): boolean {
  return typed(cell, 'grams') !== null
}

/** Without a head: the column with words is the SKU, the first whole numbers behind it are pieces, the next a rate. */
function columnsByContent(cells: string[][]): Column[] {
  const width = Math.max(...cells.map((row) => row.length))
  const column = (at: number) => cells.map((row) => (row[at] ?? '').trim()).filter((cell) => cell !== '')
  const wordy = Array.from({ length: width }, (_, at) => column(at).filter((cell) => !isNumber(cell)).length)
  const sku = wordy.indexOf(Math.max(...wordy))
  const rest: Column[] = ['pcs', 'rate']
  return Array.from({ length: width }, (_, at) => {
    if (at === sku) return 'sku'
    const numbers = column(at)
    if (at < sku || numbers.length === 0 || !numbers.every(isNumber)) return 'skip'
    if (numbers.some((cell) => cell.includes('.')) && rest[0] === 'pcs') return 'weight'
    return rest.shift() ?? 'skip'
  })
}

const rowsOf = (clip: string) => clip.replace(/\r\n?/g, '\n').split('\n')

/** The text without some of its rows, by their numbers; its heading stays. */
export function withoutRows(clip: string, gone: ReadonlySet<number>): string {
  return rowsOf(clip)
    .filter((_, at) => !gone.has(at + 1))
    .join('\n')
}

export function readPaste(clip: string): PastedRow[] {
  const cells = rowsOf(clip)
    .map((line) => line.split('\t'))
    .map((row, at) => ({ row, at: at + 1 }))
    .filter(({ row }) => row.some((cell) => cell.trim() !== ''))
  const first = cells[0]
  if (!first) return []
  const heads = first.row.map(headOf)
  const headed =
    heads.filter((head) => head !== null).length >= 2 ||
    (first.row.length === 1 && heads[0] === 'sku' && cells.length > 1)
  const body = headed ? cells.slice(1) : cells
  const columns = headed ? heads.map((head) => head ?? 'skip') : columnsByContent(body.map(({ row }) => row))
  return body.map(({ row, at }) => readRow(row, columns, at))
}

function readRow(cells: string[], columns: Column[], row: number): PastedRow {
  const cell = (column: Column) => (cells[columns.indexOf(column)] ?? '').trim()
  const read: PastedRow = { row, sku: cell('sku'), pcs: null, weightG: null, ratePaise: null, problem: null }
  const [pcs, weight, tonnes, rate] = [cell('pcs'), cell('weight'), cell('tonnes'), cell('rate')]
  if (pcs !== '') read.pcs = typed(pcs, 'pieces')
  if (weight !== '') read.weightG = typed(weight, 'grams')
  const milli = tonnes === '' ? null : typed(tonnes, 'grams')
  if (milli !== null) read.weightG = milli * TONNE_PLACES_TO_GRAMS
  if (rate !== '') read.ratePaise = typed(rate, 'rate')
  if (read.sku === '') read.problem = say('Names no size, name or code')
  else if (pcs !== '' && (read.pcs === null || read.pcs <= 0))
    read.problem = say('“{pcs}” is not a number of pieces', { pcs })
  else if (read.pcs === null && read.weightG === null) read.problem = say('Has neither pieces nor weight')
  else if (rate !== '' && read.ratePaise === null) read.problem = say('“{rate}” is not a rate', { rate })
  return read
}
