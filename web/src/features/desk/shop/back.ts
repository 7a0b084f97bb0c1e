// The steps of a cart: what each is called, and what takes it back.
import type { Cart, CartLine } from '../../../core/types.gen'
import { say } from '../../../words/say'

/** The changes that the shop makes of a cart. */
export type CartStep =
  | { action: 'add' | 'remove'; sku: string }
  | { action: 'change'; sku: string; pcs: number }
  | { action: 'reorder'; start: number; end: number }
  | { action: 'empty' }

/** What puts a line at the end of a cart. */
const restored = ({ sku, pcs }: CartLine): CartStep[] => [
  { action: 'add', sku },
  ...(pcs > 1 ? [{ action: 'change', sku, pcs } as const] : []),
]

/** The steps that bring a cart back to what it is before a step. */
export function backOf({ lines }: Pick<Cart, 'lines'>, step: CartStep): CartStep[] {
  if (step.action === 'reorder') return [{ ...step, start: step.end, end: step.start }]
  if (step.action === 'empty') return lines.flatMap(restored)
  const at = lines.findIndex(({ sku }) => sku === step.sku)
  const line = lines[at]
  if (!line) return step.action === 'add' ? [{ action: 'remove', sku: step.sku }] : []
  if (step.action !== 'remove') return [{ action: 'change', sku: step.sku, pcs: line.pcs }]
  const last = lines.length - 1
  return [...restored(line), ...(at < last ? [{ action: 'reorder', start: last, end: at } as const] : [])]
}

export function saidOf(step: CartStep, nameOf: (sku: string) => string): string {
  switch (step.action) {
    case 'add':
      return say('{sku} added to the cart', { sku: nameOf(step.sku) })
    case 'remove':
      return say('{sku} removed from the cart', { sku: nameOf(step.sku) })
    case 'change':
      return say('{sku}: {pcs} pieces', { sku: nameOf(step.sku), pcs: step.pcs })
    case 'reorder':
      return say('Line moved')
    case 'empty':
      return say('Cart emptied')
  }
}
