// The prices that a customer paid for the same goods before.
import { useDoc, useList } from '../../sync/docs'
import type { DocView } from '../../core/records'
import { paths } from '../../docs/paths'
import { Card } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import { day, rupees } from '../../ui/format'
import { say } from '../../words/say'
import css from './BmApproval.module.css'

const SALES = 6

/** Their last orders of the same SKUs. */
export function LastSales({ doc }: { doc: DocView<'order'> }) {
  const name = doc.record.customer_name ?? ''
  const { data } = useList({ type: 'order', where: [`customer:eq:${doc.record.customer ?? ''}`], limit: SALES + 1 })
  const others = (data?.rows ?? []).filter((row) => row.id !== doc.id && row.doc_no).slice(0, SALES - 1)
  if (others.length === 0) return null
  return (
    <Card title={say('Last orders of {name}', { name })} pad={0}>
      <ul>
        {others.map((row) => (
          <OldSale key={row.id} id={row.id} skus={new Set((doc.record.lines ?? []).map((line) => line.sku ?? ''))} />
        ))}
      </ul>
    </Card>
  )
}

function OldSale({ id, skus }: { id: string; skus: Set<string> }) {
  const { data } = useDoc('order', id)
  if (!data) return null
  const same = (data.record.lines ?? []).filter(
    (line) => skus.has(line.sku ?? '') && (line.rate_paise ?? null) !== null,
  )
  return (
    <li className={css.history}>
      <a href={paths.view('order', id)} className="bold">
        {data.doc_no}
      </a>
      <span className="muted">{day(data.record.date ?? '')}</span>
      <span className="num grow">
        {same.length === 0 ? (
          <span className="muted">{say('No common items')}</span>
        ) : (
          same
            .map((line) =>
              say('{links} at ₹{rate_paise}', {
                links: titleOf(data.links, 'sku', line.sku),
                rate_paise: rupees(line.rate_paise!),
              }),
            )
            .join(' · ')
        )}
      </span>
    </li>
  )
}
