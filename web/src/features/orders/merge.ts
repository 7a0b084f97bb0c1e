// Two lines of an order for the same goods as one: the core adds up what both say.
import type { CartDeed } from '../../core'
import type { Cart } from '../../core/types.gen'
import type { LineOf } from '../../core/records'
import { say } from '../../words/say'

type Line = LineOf<'order', 'lines'>
type Said = Pick<Line, 'pcs' | 'weight_g'>
type Add = (cart: Cart, deed: CartDeed) => unknown

const isSaid = ({ pcs, weight_g }: Said) => typeof pcs === 'number' || typeof weight_g === 'number'

/** The pieces and the weight of both; why not, where the core refuses. */
export function merged(first: Line, second: Line, add: Add): Said | { refused: string } {
  // What is not filled in yet adds nothing and takes nothing away.
  const said = [first, second].filter(isSaid)
  if (said.length < 2) return { pcs: said[0]?.pcs, weight_g: said[0]?.weight_g }
  const counted = said.filter(({ pcs }) => typeof pcs === 'number').length
  if (counted === 1) return { refused: say('Enter pieces on both lines, or weight on both') }
  // Goods sold by weight have no pieces, which a cart counts: one for each, and none is told.
  const lines = said.map(({ sku, pcs, weight_g }) => ({
    sku: sku ?? '',
    pcs: pcs ?? 1,
    ...(typeof weight_g === 'number' ? { weight_g } : null),
  }))
  const made = add({ lines }, { deed: 'merge' }) as Cart | { refused: { message: string }[] }
  if ('refused' in made) return { refused: made.refused[0]?.message ?? '' }
  const { pcs, weight_g } = made.lines[0]!
  return { pcs: counted > 0 ? pcs : undefined, weight_g: weight_g ?? undefined }
}
