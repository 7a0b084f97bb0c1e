// How many, over the corner of an icon.
import { pieces } from '../../ui/format'
import css from './Badge.module.css'

export function Badge({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <span aria-hidden className={`num ${css.count}`}>
      {pieces(count)}
    </span>
  )
}
