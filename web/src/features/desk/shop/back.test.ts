// Every step of a cart can be taken back: the steps after it leave the cart as it was.
import { expect, it } from 'vitest'
import { backOf, type CartStep } from './back'

type Line = { sku: string; pcs: number }

/** A cart as the core changes it. */
function after(lines: Line[], step: CartStep): Line[] {
  if (step.action === 'empty') return []
  if (step.action === 'reorder') {
    const rest = lines.filter((_, at) => at !== step.start)
    return rest.toSpliced(step.end, 0, lines[step.start]!)
  }
  const { sku } = step
  if (step.action === 'remove') return lines.filter((line) => line.sku !== sku)
  const held = lines.find((line) => line.sku === sku)
  if (!held) return [...lines, { sku, pcs: 1 }]
  const pcs = step.action === 'change' ? step.pcs : held.pcs + 1
  return lines.map((line) => (line.sku === sku ? { sku, pcs } : line))
}

const CART: Line[] = [
  { sku: 'a', pcs: 1 },
  { sku: 'b', pcs: 12 },
  { sku: 'c', pcs: 3 },
]

it.each<CartStep>([
  { action: 'add', sku: 'new' },
  { action: 'add', sku: 'b' },
  { action: 'remove', sku: 'a' },
  { action: 'remove', sku: 'b' },
  { action: 'remove', sku: 'c' },
  { action: 'change', sku: 'c', pcs: 9 },
  { action: 'reorder', start: 0, end: 2 },
  { action: 'reorder', start: 2, end: 1 },
  { action: 'empty' },
])('%o is taken back', (step) => {
  expect(backOf({ lines: CART }, step).reduce(after, after(CART, step))).toEqual(CART)
})
