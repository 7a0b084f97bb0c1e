// Keys of a scanner told from those of a hand.
import { describe, expect, it } from 'vitest'
import { Burst } from './keyboard'

/** Types a text with so long between two keys, and Enter after as long. */
function typed(text: string, gap: number, before?: (burst: Burst) => number) {
  const burst = new Burst()
  let at = before?.(burst) ?? 1_000
  for (const key of text) burst.add(key, (at += gap), null)
  return burst.end(at + gap)
}

describe('a burst of keys', () => {
  it('is a scan where no hand is as quick', () => {
    expect(typed('PUN12611-004', 8)?.text).toBe('PUN12611-004')
    expect(typed('PUN12611-004', 150)).toBeNull()
    expect(typed('12', 8)).toBeNull()
    expect(typed('jjjj', 8)).toBeNull()
  })
  it('goes on at any speed once it began as our labels do', () => {
    const burst = new Burst()
    let at = 0
    for (const key of 'GD1:') burst.add(key, (at += 10), null)
    for (const key of 'B:x:7') burst.add(key, (at += 300), null)
    expect(burst.end(at + 300)).toMatchObject({ text: 'GD1:B:x:7', ours: true })
    expect(typed('GD1:B:x:7', 300)).toBeNull()
  })
  it('begins anew after a pause', () => {
    const hand = (burst: Burst) => {
      burst.add('4', 0, null)
      burst.add('2', 200, null)
      return 5_000
    }
    expect(typed('B-17', 10, hand)?.text).toBe('B-17')
  })
  it('is nothing where Enter comes late', () => {
    const burst = new Burst()
    for (const [at, key] of [...'B-17'].entries()) burst.add(key, at * 10, null)
    expect(burst.end(2_000)).toBeNull()
  })
})
