// How many a list has, at the foot of its grid: with a plus where the server counted no further.
import { pieces } from '../ui/format'

export function Counted({ page, noun }: { page: { total: number; more?: boolean } | null; noun: string }) {
  if (!page) return null
  return (
    <span>
      <strong className="num ink">
        {pieces(page.total)}
        {page.more && '+'}
      </strong>{' '}
      {noun}
    </span>
  )
}
