// Picking from batches and sharing what the weighbridge says.
import { describe, expect, it, vi } from 'vitest'
import { laidOver, leftOf, nextPick, recordOf, rowsOf, weightOf, type Batch } from './load'

// What pieces weigh is the core's to say: here 1 kg each, and a whole batch what it weighs.
vi.mock('../../core', () => ({
  core: () => ({ parts: (whole: number, [taken, rest]: number[]) => [rest === 0 ? whole : taken! * 1_000] }),
}))

const batch = (batch: string, inward_date: string, free_pcs: number, free_g: number): Batch => ({
  batch,
  batch_no: batch,
  zone: '',
  inward_date,
  free_pcs,
  free_g,
})
const old = batch('B1', '2026-09-11', 72, 1_912_400)
const young = batch('B2', '2026-10-08', 140, 3_718_500)

describe('pieces of a batch', () => {
  it('weigh their part of its own weight, and the last ones all that is left', () => {
    expect(weightOf(young, 18)).toBe(18_000)
    expect(weightOf(old, 72)).toBe(1_912_400)
    expect(weightOf(old, 90)).toBe(1_912_400)
    expect(weightOf(old, 0)).toBe(0)
  })
  it('are taken from the first that still has some', () => {
    const sorted = [old, young]
    expect(nextPick(sorted, {}, 90)).toEqual({ batch: old, pcs: 72 })
    expect(nextPick(sorted, { B1: 72 }, 18)).toEqual({ batch: young, pcs: 18 })
    expect(nextPick(sorted, { B1: 72, B2: 18 }, 0)).toBeNull()
  })
})

describe('the rows of a loading', () => {
  it('name line, batch, pieces and weight of what was picked alone', () => {
    const rows = rowsOf(
      { 1: { B1: 72, B2: 18 }, 2: { B1: 0 } },
      () => [old, young],
      () => false,
    )
    expect(rows).toEqual([
      { order_line: 1, batch: 'B1', pcs: 72, weight_g: 1_912_400 },
      { order_line: 1, batch: 'B2', pcs: 18, weight_g: 18_000 },
    ])
  })
})

describe('the reason for a newer batch', () => {
  it('goes with the batches that want one, and without the spaces around it', () => {
    const rows = rowsOf(
      { 1: { B1: 1, B2: 18 } },
      () => [old, young],
      () => false,
      (_, batch) => (batch === 'B2' ? ' lies in front ' : undefined),
    )
    expect(rows.map((row) => row.reason)).toEqual([undefined, 'lies in front'])
  })
})

describe('the record of a loading', () => {
  it('has the weights as they are now and the papers of the form', () => {
    const papers = { vehicle: 'V1', tare_g: 8_000_000, seal: null }
    expect(recordOf({ tare_g: 8_100_000, gross_g: null, seal: 'S1', in_at: 1 }, papers, [])).toEqual({
      tare_g: 8_100_000,
      in_at: 1,
      vehicle: 'V1',
    })
  })
})

describe('what was typed over a loading that another has saved since', () => {
  const was = { picks: { 0: { B1: 10 } }, weighed: { slip_no: 'W1', tare_g: 8_000, photos: ['a'] } }
  it('keeps what each of both changed', () => {
    const own = { picks: { 0: { B1: 10, B2: 5 } }, weighed: { ...was.weighed, slip_no: 'W2', seal: null } }
    const now = { picks: { 0: { B1: 12 }, 1: { B3: 1 } }, weighed: { ...was.weighed, tare_g: 9_000, seal: 'S' } }
    expect(laidOver(was, own, now)).toEqual({
      picks: { 0: { B1: 12, B2: 5 }, 1: { B3: 1 } },
      weighed: { slip_no: 'W2', tare_g: 9_000, photos: ['a'], seal: 'S' },
    })
  })
  it('stands where both changed one value', () => {
    expect(laidOver({ slip_no: 'W1' }, { slip_no: 'mine' }, { slip_no: 'theirs' })).toEqual({ slip_no: 'mine' })
    expect(laidOver({ photos: ['a'] }, { photos: [] }, { photos: ['a', 'b'] })).toEqual({ photos: [] })
  })
})

describe('the lines of an order', () => {
  const lines = [
    { at: 0, open: 36, byWeight: false },
    { at: 1, open: 500_000, byWeight: true },
    { at: 2, open: 9, byWeight: false },
  ]
  const load = (state: 'waiting' | 'refused') => ({
    action: 'load',
    state,
    inputs: {
      loading_record: {
        lines: [
          { order_line: 0, pcs: 20, weight_g: 9 },
          { order_line: 1, weight_g: 200_000 },
        ],
      },
      short_close: [{ line: 2, reason: 'SHORT' }],
    },
  })
  it('are open for what no queued loading takes', () => {
    expect(leftOf(lines, [load('waiting')]).map(({ open }) => open)).toEqual([16, 300_000, 0])
  })
  it('are open again for what was refused', () => {
    expect(leftOf(lines, [load('refused')])).toEqual(lines)
  })
})
