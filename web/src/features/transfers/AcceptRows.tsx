// The from-yard picks batches line by line, the oldest first, or by their labels.
import Button from '@mui/material/Button'
import { useEffect, useMemo, useRef } from 'react'
import { usePreviews } from '../../core'
import type { DocView } from '../../core/records'
import type { ScanAnswer, StockRow } from '../../core/types.gen'
import { Scan } from '../../docs/scan/Scan'
import { lotOf } from '../../docs/scan/place'
import { useStock } from '../../sync/docs'
import { day, kg, pieces } from '../../ui/format'
import { Failed, Skeletons } from '../../ui/states'
import { CellNumber } from '../../kit/CellNumber'
import { Finding, LinkButton } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import type { StepRecord } from '../../kit/StepForm'
import css from './Transfer.module.css'
import { say } from '../../words/say'

interface Pick {
  line: number
  batch: string
  pcs?: number
  weight_g?: number
}

/** The batches that were free once, as they are now: nothing is left of those that are no longer told. */
function useSeen(rows: StockRow[] | undefined): StockRow[] {
  const seen = useRef(new Map<string, StockRow>())
  if (rows) {
    const told = new Set(rows.map((row) => row.batch))
    for (const row of rows) seen.current.set(row.batch, row)
    for (const [batch, row] of seen.current)
      if (!told.has(batch)) seen.current.set(batch, { ...row, free_pcs: 0, free_g: 0 })
  }
  return [...seen.current.values()]
}

export function AcceptRows({ doc, form }: { doc: DocView<'transfer'>; form: StepRecord }) {
  const lines = doc.record.lines ?? []
  const yard = doc.record.from_yard ?? ''
  const { data, error, refetch } = useStock({ yard, skus: lines.map((line) => line.sku ?? '') })
  const seen = useSeen(data?.rows)
  const core = usePreviews()
  const picking = useMemo(() => (core && data ? core.picking(data.rows) : null), [core, data])
  useEffect(() => () => picking?.free(), [picking])
  if (error && !data)
    return <Failed problem={error} what={say('The stock of the yard')} onRetry={() => void refetch()} />
  if (!data || !picking) return <Skeletons rows={3} />
  const picks = (form.record.batches ?? []) as Pick[]
  const amount = (pick: Pick, counted: boolean) => (counted ? pick.pcs : pick.weight_g) ?? 0
  const of = (line: number, batch: string) => picks.find((one) => one.line === line && one.batch === batch)
  const set = (line: number, batch: string, counted: boolean, value: number | null) => {
    const others = picks.filter((one) => one.line !== line || one.batch !== batch)
    const next = value === null ? others : [...others, { line, batch, [counted ? 'pcs' : 'weight_g']: value }]
    form.set('batches', next)
  }
  const wanted = (at: number, counted: boolean, asked: number) => {
    const [sku, pcs, weight] = [lines[at]?.sku ?? '', lines[at]?.pcs ?? 0, lines[at]?.weight_g ?? 0]
    return { sku, open: asked, by_weight: !counted, g_per_pc: pcs && weight ? Math.round(weight / pcs) : null }
  }
  const take = (at: number, counted: boolean, asked: number) => {
    const [suggested = []] = picking.suggest([wanted(at, counted, asked)], 'oldest')
    const taken = suggested.map(({ batch, amount }): Pick => ({
      line: at,
      batch,
      [counted ? 'pcs' : 'weight_g']: amount,
    }))
    form.set('batches', [...picks.filter((one) => one.line !== at), ...taken])
  }
  /** As the core offers them; what is gone meanwhile stands behind. */
  const ranked = (at: number, counted: boolean, asked: number, rows: StockRow[]) => {
    const places = new Map(picking.ranked(wanted(at, counted, asked), 'oldest').map((batch, place) => [batch, place]))
    const place = (row: StockRow) => places.get(row.batch) ?? rows.length
    return [...rows].sort((a, b) => place(a) - place(b))
  }
  const place = () => ({
    yard,
    yard_name: titleOf(doc.links, 'yard', yard),
    what: say('this transfer'),
    spares_reserved: true,
    lines: lines.map((line, at) => {
      const counted = (line.pcs ?? 0) > 0
      const own = picks.filter((one) => one.line === at).map((one) => [one.batch, amount(one, counted)] as const)
      const asked = (counted ? line.pcs : line.weight_g) ?? 0
      const [sku, name] = [line.sku ?? '', titleOf(doc.links, 'sku', line.sku)]
      return { at, sku, name, batch: '', open: asked, by_weight: !counted, picked: Object.fromEntries(own) }
    }),
    lots: data.rows.map((row) => lotOf(row, data.links)),
  })
  const scanned = (answer: ScanAnswer) => {
    const { line, batch } = answer
    if (line === null || !batch || answer.amount === null) return
    set(line, batch, (lines[line]?.pcs ?? 0) > 0, answer.amount)
  }
  return (
    <div className="grid gap-12">
      <Scan place={place} onScan={scanned} />
      {lines.map((line, at) => {
        const counted = (line.pcs ?? 0) > 0
        const asked = counted ? (line.pcs ?? 0) : (line.weight_g ?? 0)
        const unit = (value: number) =>
          counted ? say('{value} pcs', { value: pieces(value) }) : say('{value} kg', { value: kg(value) })
        // What was picked stays in sight where another took the rest of it meanwhile.
        const shown = seen.filter(
          (row) => row.sku === line.sku && (row.free_pcs > 0 || row.free_g > 0 || !!of(at, row.batch)),
        )
        const rows = ranked(at, counted, asked, shown)
        const gone = picks.filter((one) => one.line === at && !rows.some((row) => row.batch === one.batch))
        const picked = picks.filter((one) => one.line === at).reduce((sum, one) => sum + amount(one, counted), 0)
        const sku = titleOf(doc.links, 'sku', line.sku)
        return (
          <section key={at} aria-label={sku} className="ruled rounded">
            <div className="flex between gap-12 wrap p-12-16 rule-below">
              <strong className="bold break">{sku}</strong>
              <span className="num nowrap">
                {say('{picked} of {asked}', { picked: unit(picked), asked: unit(asked) })}
              </span>
            </div>
            {gone.length > 0 && (
              <div className="p-12-16">
                <Finding
                  tone="warn"
                  action={
                    <LinkButton
                      onClick={() =>
                        form.set(
                          'batches',
                          picks.filter((one) => !gone.includes(one)),
                        )
                      }
                    >
                      {say('Leave them out')}
                    </LinkButton>
                  }
                >
                  {say('{value} were picked from batches that are not in this yard any more', {
                    value: unit(gone.reduce((sum, one) => sum + amount(one, counted), 0)),
                  })}
                </Finding>
              </div>
            )}
            {rows.length === 0 && <p className="p-16 muted">{say('No free batch in this yard.')}</p>}
            {rows.map((row) => {
              const pick = of(at, row.batch)
              const place = pick ? picks.indexOf(pick) : -1
              const wrong = ['batch', 'pcs', 'weight_g', 'line']
                .map((key) => (place < 0 ? null : form.errorAt(`batches.${place}.${key}`)))
                .find(Boolean)
              return (
                <div key={row.batch} className={`divided ${css.pick}`}>
                  <div>
                    <strong className="bold nowrap">{row.batch_no}</strong>
                    <div className="text-13 muted num">
                      {say('{value} free', { value: unit(counted ? row.free_pcs : row.free_g) })}
                      {row.inward_date && (
                        <>
                          ,{' '}
                          <span className="nowrap">
                            {say('in since {inward_date}', { inward_date: day(row.inward_date) })}
                          </span>
                        </>
                      )}
                    </div>
                  </div>
                  <CellNumber
                    label={say('{value} from {batch_no}', {
                      value: counted ? say('Pieces') : say('Kilograms'),
                      batch_no: row.batch_no ?? say('the batch'),
                    })}
                    name={`batches.${place < 0 ? 'new' : place}`}
                    unit={counted ? 'pieces' : 'grams'}
                    value={pick ? amount(pick, counted) : null}
                    onChange={(value) => set(at, row.batch, counted, typeof value === 'number' ? value : null)}
                    suffix={counted ? 'pcs' : 'kg'}
                    error={wrong}
                  />
                  {wrong && <p className="danger text-12 span-all">{wrong}</p>}
                </div>
              )
            })}
            {rows.length > 0 && picked < asked && (
              <div className="p-12-16 rule-above">
                <Button onClick={() => take(at, counted, asked)}>{say('Take the oldest first')}</Button>
              </div>
            )}
            {picked > asked && (
              <div className="p-12-16">
                <Finding tone="danger">{say('{picked} more than requested', { picked: unit(picked - asked) })}</Finding>
              </div>
            )}
          </section>
        )
      })}
    </div>
  )
}
