// A counting sheet as this device knows it: what the server told, what was counted here since, and what still waits.
import { useEffect, useMemo } from 'react'
import { core } from '../../core'
import type { CountingSheet, SheetEntry, CountingRow } from '../../net/answers.gen'
import { useReach } from '../../net/reach'
import { useFacts, useList } from '../../sync/docs'
import { isOpen, useOutbox, type Entry } from '../../sync/outbox'

export const sheetUrl = (audit: string) => `/api/stock/audit/${encodeURIComponent(audit)}/sheet`

/** What others count is looked for once in so long: a sheet of ten thousand batches is not told anew at every count. */
const ASKED_EVERY_MS = 60_000
/** One's own counts since the sheet was told. */
const RECENT = 50

/** A count that stands on the sheet, or waits here to be sent. */
export interface Mark extends Partial<Omit<SheetEntry, 'id'>> {
  id: string | null
  waits?: boolean
  refused?: string
}

export interface Line extends Omit<CountingRow, 'counts'> {
  counts: Mark[]
}

const ofEntry = ({ id, record, problem }: Entry): Mark => ({
  id,
  waits: true,
  ...(problem ? { refused: problem.detail } : {}),
  place: typeof record?.place === 'string' ? record.place : '',
  pcs: typeof record?.pcs === 'number' ? record.pcs : null,
  g: typeof record?.weight_g === 'number' ? record.weight_g : null,
})

export function useSheet(audit: string) {
  const answer = useFacts<CountingSheet>(sheetUrl(audit))
  const { data, refetch } = answer
  const { live } = useReach()
  const own = useList({
    type: 'stock_count',
    where: [`stock_audit:eq:${audit}`, 'status:eq:Counted'],
    sort: '-updated_at',
    limit: RECENT,
  })
  const outbox = useOutbox()
  useEffect(() => {
    if (!live) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refetch()
    }, ASKED_EVERY_MS)
    return () => clearInterval(timer)
  }, [live, refetch])
  const waiting = useMemo(
    () => outbox.filter((one) => one.doc_type === 'stock_count' && one.record?.stock_audit === audit && isOpen(one)),
    [outbox, audit],
  )
  const recent = own.data?.rows
  const lines = useMemo(() => {
    const since = new Map<string, Mark[]>()
    const add = (batch: unknown, mark: Mark) => {
      if (typeof batch === 'string') since.set(batch, [...(since.get(batch) ?? []), mark])
    }
    for (const row of recent ?? [])
      add(row.batch, { id: row.id, pcs: row.pcs ?? null, g: row.weight_g ?? null, place: row.place ?? '' })
    for (const entry of waiting) add(entry.record?.batch, ofEntry(entry))
    return (data?.rows ?? []).map((row): Line => {
      const known = new Set(row.counts.map((one) => one.id))
      // What somebody counted first is none of the second count.
      const here = (since.get(row.batch) ?? []).filter((one) => !known.has(one.id) && (one.waits || !row.others))
      return here.length > 0 ? { ...row, counts: [...row.counts, ...here] } : row
    })
  }, [data, recent, waiting])
  return { ...answer, lines, links: data?.links ?? {}, round: data?.round ?? 1 }
}

/** The batch of a sheet with exactly this number, however its letters are written. */
export function findBatch<T extends Pick<CountingRow, 'batch_no'>>(lines: T[], text: string): T | null {
  const wanted = text.trim().toLowerCase()
  return wanted ? (lines.find((line) => line.batch_no.toLowerCase() === wanted) ?? null) : null
}

/** The batches of a sheet that what was typed finds, as everywhere, the best first. */
export function batchesFound<T extends Pick<CountingRow, 'batch_no'>>(lines: T[], text: string): T[] {
  const choices = lines.map(({ batch_no }) => ({ names: [batch_no], others: [] }))
  return core()
    .ranked(text, choices)
    .flatMap(({ at }) => lines[at] ?? [])
}
