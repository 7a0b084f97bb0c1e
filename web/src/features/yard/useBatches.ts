// What a yard can load of an order's lines: the free batches and the dump, ranked by the core.
import { useEffect, useMemo } from 'react'
import { usePreviews, type Picking } from '../../core'
import type { DocView } from '../../core/records'
import type { Newer, PickOrder, StockRow } from '../../core/types.gen'
import { titleOf } from '../../kit/record'
import { useStock } from '../../sync/docs'
import { lotsOf } from '../../sync/stock'
import type { Batch, Picks } from './load'
import type { YardLine } from './PickLine'

/** What may be loaded of a batch, with where it is found. */
type Lot = StockRow & { zone_name?: string | null }

/** Asked for only where something can be loaded: who carries the goods sees no stock. */
export function useBatches(doc: DocView<'order'>, lines: YardLine[], wanted: boolean) {
  const { record } = doc
  const asked = useMemo(() => (wanted ? lotsOf(record) : { free: null, dump: null }), [record, wanted])
  const { data, error, refetch } = useStock(asked.free)
  const dump = useStock(asked.dump)
  const lots = useMemo((): Lot[] => {
    const named = (data?.rows ?? []).map((row) => ({ ...row, zone_name: titleOf(data?.links, 'zone', row.zone) }))
    // Scrap is whatever lies in the dump, of any SKU, and is told by what it is of.
    const dumped = (dump.data?.rows ?? []).map((row) => ({
      ...row,
      free_pcs: 0,
      free_g: row.dump_g,
      zone_name: row.name,
    }))
    const of = (line: YardLine) => dumped.map((row) => ({ ...row, sku: line.sku }))
    return [...named, ...lines.filter((line) => line.dump).flatMap(of)]
  }, [data, dump.data, lines])
  const loaded = (!asked.free || !!data) && (!asked.dump || !!dump.data)
  const core = usePreviews()
  const picking = useMemo(() => (core && loaded ? core.picking(lots) : null), [core, loaded, lots])
  useEffect(() => () => picking?.free(), [picking])
  const ranked = useMemo(() => (picking ? rankedOf(picking, lots) : () => []), [picking, lots])
  /** Of what all lines take of a line's SKU, whatever goes before a much older batch. */
  const newer = (line: YardLine | undefined, picks: Record<number, Picks>): Newer[] => {
    if (!line || !picking || line.dump) return []
    const { sku, open, byWeight, gPerPc } = line
    const taken = new Map<string, number>()
    for (const { at } of lines.filter((one) => one.sku === sku && !one.dump))
      for (const [batch, amount] of Object.entries(picks[at] ?? {})) taken.set(batch, (taken.get(batch) ?? 0) + amount)
    const all = picking.newer({ sku, open, by_weight: byWeight, g_per_pc: gPerPc }, Object.fromEntries(taken))
    return all.filter(({ batch }) => (picks[line.at]?.[batch] ?? 0) > 0)
  }
  const again = () => {
    if (asked.free) void refetch()
    if (asked.dump) void dump.refetch()
  }
  return { ranked, newer, stock: data, error: error ?? dump.error, refetch: again, loaded: !!picking }
}

/** The batches of a line as they are offered. They do not depend on what is picked, so each line is asked for once. */
function rankedOf(picking: Picking, lots: Lot[]): (line: YardLine | undefined, order: PickOrder) => Batch[] {
  const asked = { oldest: new Map<YardLine, Batch[]>(), nearest: new Map<YardLine, Batch[]>() }
  return (line, order) => {
    if (!line) return []
    const before = asked[order].get(line)
    if (before) return before
    const { sku, open, byWeight, gPerPc } = line
    const known = new Map(lots.filter((lot) => lot.sku === sku).map((lot) => [lot.batch, batchOf(lot)]))
    const ids = picking.ranked({ sku, open, by_weight: byWeight, g_per_pc: gPerPc }, order)
    const batches = ids.flatMap((id) => known.get(id) ?? [])
    asked[order].set(line, batches)
    return batches
  }
}

const batchOf = (lot: Lot): Batch => ({
  batch: lot.batch,
  batch_no: lot.batch_no ?? '',
  zone: lot.zone_name ?? '',
  inward_date: lot.inward_date ?? '',
  free_pcs: lot.free_pcs,
  free_g: lot.free_g,
})
