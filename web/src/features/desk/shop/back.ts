// The steps of a cart: what each is called, and what takes it back.
import type { Cart, CartLine } from '../../../core/types.gen'

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
      return `${nameOf(step.sku)} added to the cart`
    case 'remove':
      return `${nameOf(step.sku)} removed from the cart`
    case 'change':
      return `${nameOf(step.sku)}: ${step.pcs} pieces`
    case 'reorder':
      return 'Line moved'
    case 'empty':
      return 'Cart emptied'
  }
}
