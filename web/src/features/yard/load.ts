// What is taken from which batch, and what it weighs, by each batch's own weight. Order and shares are the core's.
import { core } from '../../core'
import type { Emptied, FieldOf, LineOf, RecordOf } from '../../core/records'
import type { StockRow } from '../../core/types.gen'
import type { Entry } from '../../sync/outbox'

/** What can be taken of a batch; its zone by name. */
export type Batch = {
  [Key in 'batch' | 'batch_no' | 'zone' | 'inward_date' | 'free_pcs' | 'free_g']: NonNullable<StockRow[Key]>
}

/** Pieces by batch, for one line of the order; of goods without pieces the grams. */
export type Picks = Record<string, number>

/** The pieces' part of the batch's own weight; the last pieces take all that is left of it. */
export function weightOf({ free_g, free_pcs }: Batch, pcs: number): number {
  const taken = Math.min(pcs, free_pcs)
  return core().parts(free_g, [taken, free_pcs - taken])[0] ?? 0
}

/** The first batch, as they are offered, that can still give something, and how much completes the line. */
export function nextPick(batches: Batch[], picks: Picks, left: number): { batch: Batch; pcs: number } | null {
  if (left <= 0) return null
  const batch = batches.find((one) => one.free_pcs > (picks[one.batch] ?? 0))
  return batch ? { batch, pcs: Math.min(left, batch.free_pcs - (picks[batch.batch] ?? 0)) } : null
}

export type Row = Required<Pick<LineOf<'loading', 'lines'>, 'order_line' | 'batch' | 'pcs' | 'weight_g'>> &
  Pick<LineOf<'loading', 'lines'>, 'reason'>

/** The loading's rows of what was picked, line by line, oldest batch first. */
export function rowsOf(
  picks: Record<number, Picks>,
  batchesOf: (line: number) => Batch[],
  byWeight: (line: number) => boolean,
  /** Why a batch of a line goes before a much older one, where that is asked. */
  reasonOf: (line: number, batch: string) => string | undefined = () => undefined,
): Row[] {
  return Object.entries(picks).flatMap(([line, chosen]) => {
    const at = Number(line)
    return batchesOf(at)
      .filter((batch) => (chosen[batch.batch] ?? 0) > 0)
      .map((batch): Row => {
        const amount = chosen[batch.batch]!
        const reason = reasonOf(at, batch.batch)?.trim()
        return {
          order_line: at,
          batch: batch.batch,
          pcs: byWeight(at) ? 0 : amount,
          weight_g: byWeight(at) ? amount : weightOf(batch, amount),
          ...(reason && { reason }),
        }
      })
  })
}

/** A line of the order that is closed with less than was ordered. */
export type Short = { line: number; reason: string }

type Deed = Pick<Entry, 'action' | 'state' | 'inputs'>

/** What is left of an order's lines once the loadings that wait to be sent are through. */
export function leftOf<One extends { at: number; open: number; byWeight: boolean }>(
  lines: One[],
  queued: Deed[],
): One[] {
  const taken = queued.filter(({ action, state }) => action === 'load' && state === 'waiting')
  const sent = taken.map(({ inputs }) => inputs as { loading_record?: RecordOf<'loading'>; short_close?: Short[] })
  const rows = sent.flatMap(({ loading_record }) => loading_record?.lines ?? [])
  const closed = new Set(sent.flatMap(({ short_close }) => (short_close ?? []).map(({ line }) => line)))
  if (rows.length === 0 && closed.size === 0) return lines
  return lines.map((line) => {
    const own = rows.filter((row) => (row.order_line ?? 0) === line.at)
    const loaded = own.reduce((sum, row) => sum + ((line.byWeight ? row.weight_g : row.pcs) ?? 0), 0)
    return { ...line, open: closed.has(line.at) ? 0 : Math.max(0, line.open - loaded) }
  })
}

/** The loading's record without its lines. */
export type Weighed = Omit<RecordOf<'loading'>, 'lines'>

/** Who carries the goods, and what the yard has in writing. */
export const PAPERS = [
  'vehicle',
  'driver',
  'mobile',
  'slip_no',
  'weighbridge',
  'seal',
  'gang',
] satisfies FieldOf<'loading'>[]

export const isPaper = (key: string): key is (typeof PAPERS)[number] => PAPERS.some((paper) => paper === key)

const text = (value: unknown) => JSON.stringify(value === '' ? null : (value ?? null))
const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What was typed over one state, laid value by value over the state that another has saved since. */
export function laidOver<T>(was: T, own: T, now: T): T {
  if (text(own) === text(was)) return now
  if (!isGroup(own) || !isGroup(now)) return own
  const before: Record<string, unknown> = isGroup(was) ? was : {}
  const keys = [...new Set([...Object.keys(own), ...Object.keys(now)])]
  const all = keys.map((key) => [key, laidOver(before[key], own[key], now[key])] as const)
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as T
}

/** What was weighed, with the papers as their form has them now and without what is empty. */
export function recordOf(weighed: Emptied<Weighed>, papers: Emptied<Weighed>, photos: string[]): Weighed {
  const isEmpty = (value: unknown) =>
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  const rest = Object.entries(weighed).filter(([key]) => !isPaper(key) && key !== 'lines')
  const own = PAPERS.map((key): [string, unknown] => [key, papers[key]])
  return Object.fromEntries([...rest, ...own, ['photos', photos] as const].filter(([, value]) => !isEmpty(value)))
}
