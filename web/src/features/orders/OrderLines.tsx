// The lines of an order being typed: one row each with its messages under it, and a last row that is always ready.
import type { CatalogueRow, Finding, QuoteLine, SkuFacts } from '../../core/types.gen'
import Add from '@mui/icons-material/Add'
import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import ErrorRounded from '@mui/icons-material/ErrorRounded'
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import TuneOutlined from '@mui/icons-material/TuneOutlined'
import IconButton from '@mui/material/IconButton'
import { Fragment, useRef, useState, type KeyboardEvent } from 'react'
import { core, docDef, fieldsIn } from '../../core'
import type { LineOf, RecordOf } from '../../core/records'
import type { RecordForm } from '../../docs/record'
import { FieldInput } from '../../docs/fields/FieldInput'
import { kg, pieces, rupees, wholeRupees } from '../../ui/format'
import { useToast } from '../../ui/Toasts'
import { CellNumber } from '../../kit/CellNumber'
import { marginOf } from '../../kit/figures'
import { LinkButton } from '../../kit/parts'
import { findingsAt } from '../../core/quote'
import { moved, useReorder } from '../../kit/reorder'
import { useTakenAlong } from './catalogue'
import { SkuSearch } from './SkuSearch'
import type { OrderFacts } from './facts'
import { classes } from '../../theme/classes'
import { merged } from './merge'
import { Sideways } from '../../ui/Sideways'
import css from './OrderLines.module.css'
import { say } from '../../words/say'

const UOM_SHORT: Record<string, string> = {
  MT: say('MT'),
  KG: say('kg'),
  PCS: say('pc'),
  MTR: say('m'),
  BAG: say('bag'),
}
const EXTRAS = ['rate_uom', 'discount_bp', 'make', 'remark', 'alt_ok']

type Line = LineOf<'order', 'lines'>

/** Cells that Ctrl D fills from the line above. */
const COPIED = ['sku', 'pcs', 'weight_g', 'rate_paise'] satisfies (keyof Line)[]

export function OrderLines({
  form,
  facts,
  names,
  onPaste,
  phone,
}: {
  form: RecordForm<RecordOf<'order'>>
  facts: OrderFacts
  names: Record<string, string> | undefined
  onPaste: (clip: string) => void
  phone: boolean
}) {
  const { quote, known, yardCode } = facts
  const lines = form.record.lines ?? []
  const set = (next: Line[]) => form.set('lines', next)
  const search = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const [extra, setExtra] = useState<number | null>(null)
  const notify = useToast()
  const along = useTakenAlong(form.record.yard ?? '')
  const reorder = useReorder(lines.length, (from, to) => set(moved(lines, from, to)))
  const showMargin = quote.lines.some((line) => typeof line?.margin_paise === 'number')
  const columns = 7 + (showMargin ? 1 : 0)

  const focus = (selector: string) =>
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(selector)?.focus())
  const pick = (row: CatalogueRow) => {
    const at = lines.findIndex((line) => (line.sku ?? '') === row.sku)
    if (at < 0) set([...lines, { sku: row.sku }])
    else notify(say('{name} is already line {at}', { name: row.name, at: at + 1 }), { tone: 'info' })
    const field = row.stock_mode === 'kg' ? 'weight_g' : 'pcs'
    // What is typed next must not take the place of what stands in the line already.
    if ((lines[at]?.[field] ?? null) !== null) focus(`[data-line="${at}"]`)
    else focus(`[data-field="lines.${at < 0 ? lines.length : at}.${field}"] input`)
  }
  const remove = (at: number) => {
    set(lines.filter((_, index) => index !== at))
    // What was typed in other lines since then stays.
    const back = (now: Line[] = []) => now.toSpliced(at, 0, lines[at]!)
    notify(say('Line {at} removed', { at: at + 1 }), { undo: () => form.change('lines', back) })
    search.current?.focus()
  }
  /** Everything but pieces and weight stays as it is on the first. */
  const merge = (at: number) => {
    const line = lines[at]!
    const into = lines.findIndex((one) => one.sku === line.sku)
    const first = lines[into]!
    const both = merged(first, line, core().cart)
    if ('refused' in both) return notify(both.refused, { tone: 'danger' })
    set(lines.with(into, { ...first, ...both }).filter((_, index) => index !== at))
    const back = (now: Line[] = []) =>
      now.with(into, { ...now[into], pcs: first.pcs, weight_g: first.weight_g }).toSpliced(at, 0, line)
    notify(say('Line {at} merged into line {into}', { at: at + 1, into: into + 1 }), {
      undo: () => form.change('lines', back),
    })
  }
  const onRowKey = (at: number) => (event: KeyboardEvent) => {
    reorder.onRowKey(at)(event)
    const named = (event.target as HTMLElement).closest<HTMLElement>('[data-field]')?.dataset.field?.split('.').at(-1)
    const cell = COPIED.find((key) => key === named)
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd' && at > 0 && cell) {
      event.preventDefault()
      form.set(`lines.${at}.${cell}`, lines[at - 1]?.[cell])
    }
  }
  const table = (
    <table className="stacks data-table">
      <thead>
        <tr>
          <th className={css.move}>
            <span className="visually-hidden">{say('Move')}</span>
          </th>
          <th className={css.sku} scope="col">
            {say('SKU')}
          </th>
          <th className={css.pieces} scope="col">
            {say('Pieces')}
          </th>
          <th className={css.weight} scope="col">
            {say('kg')}
          </th>
          <th className={css.rate} scope="col">
            {say('Rate ₹')}
          </th>
          {showMargin && (
            <th className="right" scope="col">
              {say('Margin')}
            </th>
          )}
          <th className="right" scope="col">
            {say('Amount ₹')}
          </th>
          <th className="right" scope="col">
            {say('Free {yardCode}', { yardCode })}
          </th>
          <th className={css.more}>
            <span className="visually-hidden">{say('More')}</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {lines.map((line, at) => {
          const sku = line.sku ?? ''
          const row = known?.skus[sku]
          // Facts are the server's; without it a line still says what it is of.
          const { name, rate_uom } = row ?? along.get(sku) ?? { name: undefined, rate_uom: undefined }
          const worked = quote.lines[at]
          const found = findingsAt(quote, at)
          const issues = form.issues.filter(
            (issue) => issue.path === `lines.${at}` || issue.path.startsWith(`lines.${at}.`),
          )
          const shownIssues = issues.filter((issue) => form.errorAt(issue.path) !== null)
          const bad = (field: string) =>
            shownIssues.some((issue) => issue.path === `lines.${at}.${field}`) ||
            found.some((one) => one.path === `lines.${at}.${field}` && one.severity === 'error' && form.submitted)
          const short = found.some((one) => one.code === 'stock_short')
          const below = found.some((one) => one.code === 'below_floor')
          const told = found.length + shownIssues.length > 0
          return (
            <Fragment key={`${sku}:${at}`}>
              <tr
                {...reorder.row(at)}
                onKeyDown={onRowKey(at)}
                className={classes(
                  css.line,
                  told && css.told,
                  (reorder.lifted === at || reorder.over === at) && css.lifted,
                )}
              >
                <td className={`row-no ${css.handle}`}>{reorder.handle(at)}</td>
                <td className={css.name} tabIndex={-1} data-line={at}>
                  <strong className="bold">{name ?? names?.[sku] ?? ''}</strong>
                  {line.back_order === true && <span className="warn">{say(' waits for stock')}</span>}
                </td>
                <td data-head={say('Pieces')}>
                  <CellNumber
                    label={say('Pieces, line {at}', { at: at + 1 })}
                    {...form.at(`lines.${at}.pcs`)}
                    unit="pieces"
                    bad={bad('pcs') || (short && row?.stock_mode !== 'kg')}
                    disabled={row?.stock_mode === 'kg'}
                    onEnter={() => search.current?.focus()}
                  />
                </td>
                <td data-head="kg">
                  <CellNumber
                    label={say('Kilograms, line {at}', { at: at + 1 })}
                    {...form.at(`lines.${at}.weight_g`)}
                    unit="grams"
                    bad={bad('weight_g')}
                    disabled={row?.stock_mode === 'pcs'}
                    placeholder={worked && worked.theo_g > 0 ? kg(worked.theo_g) : ''}
                    onEnter={() => search.current?.focus()}
                  />
                </td>
                <td data-head={say('Rate ₹')}>
                  <CellNumber
                    label={say('Rate, line {at}', { at: at + 1 })}
                    {...form.at(`lines.${at}.rate_paise`)}
                    unit="rate"
                    bad={bad('rate_paise')}
                    warn={below}
                    placeholder={typeof row?.rate_paise === 'number' ? rupees(row.rate_paise) : ''}
                    suffix={`/${UOM_SHORT[line.rate_uom || rate_uom || ''] ?? ''}`}
                    onEnter={() => search.current?.focus()}
                  />
                </td>
                {showMargin && (
                  <td data-head={say('Margin')} className="number">
                    {marginOf(worked?.margin_paise, worked?.amount_paise ?? 0)}
                  </td>
                )}
                <td data-head={say('Amount ₹')} className={`number bold ${css.figure}`}>
                  {worked && worked.amount_paise > 0 ? rupees(worked.amount_paise) : ''}
                </td>
                <td data-head={say('Free {yardCode}', { yardCode })} className={`number ${css.figure}`}>
                  {row && <FreeCell row={row} short={short} />}
                </td>
                <td className="nowrap right">
                  <IconButton
                    size="small"
                    aria-label={say('Discount, unit and remark of line {at}', { at: at + 1 })}
                    aria-expanded={extra === at}
                    onClick={() => setExtra(extra === at ? null : at)}
                  >
                    <TuneOutlined className="text-17" />
                  </IconButton>
                  <IconButton
                    size="small"
                    aria-label={say('Remove line {at}', { at: at + 1 })}
                    onClick={() => remove(at)}
                  >
                    <DeleteOutlined className="text-17" />
                  </IconButton>
                </td>
              </tr>
              {told && (
                <tr>
                  <td className="p-0" />
                  <td className={`whole ${css.issues}`} colSpan={columns}>
                    {shownIssues
                      .filter((issue) => !found.some((one) => one.path === issue.path))
                      .map((issue) => (
                        <div key={issue.path} className="danger text-13">
                          {issue.message}
                        </div>
                      ))}
                    {found.map((one) => (
                      <LineFinding
                        key={one.code + one.path}
                        found={one}
                        row={row}
                        worked={worked}
                        onFix={(field, value) => form.set(`lines.${at}.${field}`, value)}
                        onMerge={() => merge(at)}
                        submitted={form.submitted}
                      />
                    ))}
                  </td>
                </tr>
              )}
              {extra === at && <Extras form={form} at={at} columns={columns} />}
            </Fragment>
          )
        })}
        <tr className={css.newLine}>
          <td className={`row-no ${css.add}`}>
            <Add aria-hidden className="text-18 muted block" />
          </td>
          <td className={`whole ${css.search}`} colSpan={columns} data-field="lines">
            <SkuSearch
              yard={form.record.yard ?? ''}
              customer={form.record.customer ?? ''}
              onPick={pick}
              onPaste={onPaste}
              inputRef={search}
              placeholder={say('Type size, name or code: shs 72x72')}
              taken={new Set(lines.map((line) => line.sku ?? ''))}
            />
          </td>
        </tr>
      </tbody>
    </table>
  )
  return phone ? table : <Sideways>{table}</Sideways>
}

function FreeCell({ row, short }: { row: SkuFacts; short: boolean }) {
  const Icon = short ? ErrorRounded : CheckCircleOutlined
  if (!row.stock) return null
  const amount = row.stock_mode === 'kg' ? kg(row.stock.free_g) : pieces(row.stock.free_pcs)
  return (
    <span className={classes('num nowrap inline-row gap-5', short ? 'danger' : 'ink')}>
      <Icon aria-label={short ? say('Short') : say('Free')} className={classes('text-15', short ? 'danger' : 'ok')} />
      {amount}
    </span>
  )
}

function LineFinding({
  found,
  row,
  worked,
  onFix,
  onMerge,
  submitted,
}: {
  found: Finding
  row: SkuFacts | undefined
  worked: QuoteLine | undefined
  onFix: (field: 'pcs' | 'rate_paise', value: number) => void
  onMerge: () => void
  submitted: boolean
}) {
  if (found.severity === 'error' && !submitted) return null
  const ink =
    found.severity === 'error' || found.code === 'stock_short'
      ? 'danger'
      : found.severity === 'warning'
        ? 'warn'
        : 'muted'
  const floor = worked?.floor_paise
  const free = row?.stock?.free_pcs ?? 0
  return (
    <div className={`text-13 ${ink} ${css.finding}`}>
      <span>{found.message}</span>
      {found.code === 'duplicate' && <LinkButton onClick={onMerge}>{say('Merge the two')}</LinkButton>}
      {found.code === 'stock_short' && free > 0 && (
        <LinkButton onClick={() => onFix('pcs', free)}>{say('Take {free}', { free: pieces(free) })}</LinkButton>
      )}
      {found.code === 'stock_short' && (
        <a
          href={`/ViewStock?q=${encodeURIComponent(row?.name ?? '')}`}
          target="_blank"
          rel="noreferrer"
          className="bold"
        >
          {say('Other yards')}
        </a>
      )}
      {found.code === 'below_floor' && typeof floor === 'number' && (
        <LinkButton onClick={() => onFix('rate_paise', floor)}>
          {say('Use ₹{floor}', { floor: wholeRupees(floor) })}
        </LinkButton>
      )}
    </div>
  )
}

function Extras({ form, at, columns }: { form: RecordForm<RecordOf<'order'>>; at: number; columns: number }) {
  const def = docDef('order')
  const fields = def ? fieldsIn(def, 'lines') : []
  return (
    <tr>
      <td className={css.extrasMargin} />
      <td className={`whole ${css.extras}`} colSpan={columns}>
        <div className={css.extraFields}>
          {fields
            .filter((field) => EXTRAS.includes(field.key))
            .map((field) => (
              <FieldInput key={field.key} field={field} {...form.at(`lines.${at}.${field.key}`)} form={form} />
            ))}
        </div>
      </td>
    </tr>
  )
}
