// What there is to know of an SKU at a glance: what it costs and costed, and what of it lies where.
import { Link } from 'react-router'
import { useList, useStock } from '../../sync/docs'
import { docDef } from '../../core'
import { today } from '../../core/days'
import { day, mt, pieces, wholeRupees } from '../../ui/format'
import { Skeletons } from '../../ui/states'
import { Finding } from '../../kit/parts'
import { paths } from '../../docs/paths'
import { sum, titleOf } from '../../kit/record'
import { PriceChart, type Step } from './PriceChart'
import css from './SkuCard.module.css'
import { say } from '../../words/say'

const MOST = 60

/**
 * The rates for everybody, of the SKU or else of its group: special ones of a state or class stand in the price list.
 */
export function useSteps(sku: string, group: string): { steps: Step[] | null; uom: string; refused: boolean } {
  const own = useList({ type: 'price', where: [`sku:eq:${sku}`, 'status:eq:Active'], sort: '-from', limit: MOST })
  const none = own.data?.rows.length === 0
  const shared = useList(
    { type: 'price', where: [`product_group:eq:${group}`, 'status:eq:Active'], sort: '-from', limit: MOST },
    { skip: !none || !group },
  )
  const rows = own.data && (none ? shared.data?.rows : own.data.rows)
  const plain = rows?.filter(
    (row) => !row.state && !row.region && !row.price_class && (row.rate_paise ?? null) !== null,
  )
  const steps =
    plain
      ?.map((row) => ({ from: row.from ?? '', rate_paise: row.rate_paise ?? 0 }))
      .sort((a, b) => a.from.localeCompare(b.from)) ?? null
  return { steps, uom: plain?.[0]?.rate_uom ?? '', refused: own.error?.status === 403 }
}

export function Money({ sku, group, chart = true }: { sku: string; group: string; chart?: boolean }) {
  const { steps, uom, refused } = useSteps(sku, group)
  if (refused) return <Finding tone="info">{say('Your role does not show rates.')}</Finding>
  if (!steps) return <Skeletons rows={2} />
  const now = steps.filter((step) => step.from <= today()).at(-1)
  if (!now) return <Finding tone="info">{say('No price is set.')}</Finding>
  const unit =
    docDef('price')
      ?.fields.find((field) => field.key === 'rate_uom')
      ?.choices.find((choice) => choice.key === uom)?.label ?? ''
  return (
    <>
      <p className={`num ${css.rate}`}>
        ₹{wholeRupees(now.rate_paise)}{' '}
        <span className="text-13 regular muted">{say('{unit} from {from}', { unit, from: day(now.from) })}</span>
      </p>
      {chart && (
        <PriceChart steps={steps} until={today()} label={say('The rate since {from}', { from: day(steps[0]?.from) })} />
      )}
    </>
  )
}

export function Stock({ sku }: { sku: string }) {
  const { data, error } = useStock({ skus: [sku] })
  if (error?.status === 403) return <Finding tone="info">{say('Your role does not show stock.')}</Finding>
  if (!data) return <Skeletons rows={2} />
  const yards = new Map<string, { pcs: number; g: number }>()
  for (const row of data.rows) {
    const was = yards.get(row.yard) ?? { pcs: 0, g: 0 }
    yards.set(row.yard, { pcs: was.pcs + row.free_pcs, g: was.g + row.free_g })
  }
  const all = [...yards].filter(([, held]) => held.g > 0 || held.pcs > 0).sort(([, a], [, b]) => b.g - a.g)
  const incoming = data.incoming
  if (all.length === 0 && incoming.length === 0) return <Finding tone="info">{say('None in your yards.')}</Finding>
  const most = Math.max(...all.map(([, held]) => held.g), 1)
  const WHOLE = 100
  return (
    <>
      <ul className="grid gap-6">
        {all.map(([yard, held]) => (
          <li key={yard} className="text-13">
            <div className="flex gap-8">
              <Link to={`/ViewStock?yard=${yard}`} className="grow min-0">
                {titleOf(data.links, 'yard', yard)}
              </Link>
              <span className="num nowrap">{say('{pcs} pcs', { pcs: pieces(held.pcs) })}</span>
              <strong className={`num nowrap ${css.tons}`}>{say('{g} MT', { g: mt(held.g) })}</strong>
            </div>
            <div aria-hidden className={css.share}>
              <div className={css.bar} style={{ width: `${(held.g / most) * WHOLE}%` }} />
            </div>
          </li>
        ))}
      </ul>
      {incoming.length > 0 && (
        <Finding tone="info">
          {say('{incoming} MT incoming:', { incoming: mt(sum(incoming, (row) => row.g) ?? 0) })}{' '}
          {incoming.map((row, at) => (
            <span key={at}>
              {at > 0 && ', '}
              {row.id ? <Link to={paths.view(row.doc_type, row.id)}>{row.doc_no}</Link> : day(row.date)}
            </span>
          ))}
        </Finding>
      )}
    </>
  )
}
