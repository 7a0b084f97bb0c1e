// The quick order: the catalogue at the left, what was picked at the right; the same draft as the form's in the end.
import type { Cart, CatalogueRow } from '../../core/types.gen'
import ArrowForward from '@mui/icons-material/ArrowForward'
import ContentPasteOutlined from '@mui/icons-material/ContentPasteOutlined'
import Button from '@mui/material/Button'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useDraft } from '../../sync/drafts'
import { core, type CartDeed } from '../../core'
import type { LineOf, RecordOf } from '../../core/records'
import { Field } from '../../docs/fields/Field'
import { LinkPicker } from '../../docs/fields/LinkPicker'
import { paths } from '../../docs/paths'
import { mt, rupees, wholeRupees } from '../../ui/format'
import { useKeys } from '../../ui/keys'
import { Page } from '../../ui/Page'
import { useToast } from '../../ui/Toasts'
import { useOrderFacts } from './facts'
import { marginOf } from '../../kit/figures'
import { useUsualYard } from '../../kit/usualYard'
import { Card, WithRail } from '../../kit/parts'
import { PasteRows } from './PasteRows'
import { QuickCart } from './QuickCart'
import { QuickCatalogue } from './QuickCatalogue'
import { NOTHING_BESIDE, cartLines, orderOf, typedOf, without, whyNot, type Typed } from './quickTyped'
import css from './OrderQuick.module.css'
import { many, say } from '../../words/say'

export default function OrderQuick() {
  const navigate = useNavigate()
  const usual = useUsualYard()
  const notify = useToast()
  const { state, key: from } = useLocation()
  const given = (state as { record?: RecordOf<'order'> } | null)?.record
  const [typed, setTyped] = useState<Typed>(() => ({
    customer: given?.customer ?? '',
    yard: given?.yard || usual.yard || '',
    ...typedOf(given),
    from,
  }))
  useEffect(() => {
    if (usual.yard) setTyped((was) => ({ ...was, yard: was.yard || usual.yard! }))
  }, [usual.yard])
  const [dirty, setDirty] = useState(false)
  const [paste, setPaste] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const draft = useDraft<Typed>('order:quick', typed, { title: say('quick order'), dirty })
  const kept = useRef(draft.kept)
  useEffect(() => {
    const was = kept.current?.value
    if (was && (!given || was.from === from)) setTyped({ ...NOTHING_BESIDE, ...was, from })
  }, [given, from])
  const change = (next: Partial<Typed>) => {
    setDirty(true)
    setTyped((was) => ({ ...was, ...next }))
  }
  const search = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const focus = (selector: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus())
  const focusPieces = (at: number) => focus(`[data-field="lines.${at}.pcs"] input`)
  const order = useMemo(() => orderOf(typed), [typed])
  const facts = useOrderFacts(order, '')
  const { cart, beside, unfit } = typed
  const lineAt = (sku: string) => cart.lines.findIndex((line) => line.sku === sku)
  /** Every change of the cart is the core's: what it refuses is said in its words. */
  const deed = (one: CartDeed): Cart | null => {
    const next = core().cart(cart, one) as Cart | { refused: { message: string }[] }
    if ('refused' in next) {
      setRefused(next.refused[0]?.message ?? null)
      return null
    }
    setRefused(null)
    return next
  }
  const add = ({ sku }: CatalogueRow): boolean => {
    const next = deed({ deed: 'add', sku, pcs: 1 })
    if (next) change({ cart: next, unfit: without(unfit, [sku]) })
    return !!next
  }
  const take = (row: CatalogueRow) => {
    const at = lineAt(row.sku)
    if (at >= 0) {
      notify(say('{name} is already line {at}', { name: row.name, at: at + 1 }), { tone: 'info' })
      // What is typed next must not take the place of what stands in the line already.
      focus(`[data-line="${at}"]`)
    } else if (add(row)) focusPieces(cart.lines.length)
  }
  /** Lines whose pieces were left, or were to go on into the order: what is wrong with them is said. */
  const [left, setLeft] = useState<ReadonlySet<string>>(() => new Set())
  const leave = (skus: string[]) => setLeft((was) => new Set([...was, ...skus]))
  const onPcs = (sku: string, pcs: unknown) => {
    const fits = typeof pcs === 'number' && whyNot(cart, sku, pcs) === null
    const next = fits ? deed({ deed: 'change', sku, pcs }) : null
    change(next ? { cart: next, unfit: without(unfit, [sku]) } : { unfit: { ...unfit, [sku]: pcs } })
  }
  const pasted = (lines: LineOf<'order', 'lines'>[]): string | null => {
    const all = { lines: [...cart.lines, ...cartLines(lines)] }
    const next = core().cart(all, { deed: 'merge' }) as Cart | { refused: { message: string }[] }
    if ('refused' in next) return next.refused[0]?.message ?? ''
    const rates = { ...beside }
    for (const { sku = '', rate_paise: now } of lines) {
      const before = rates[sku]?.rate_paise
      if (typeof now !== 'number' || now === before) continue
      rates[sku] = { ...rates[sku], rate_paise: now }
      if (typeof before === 'number')
        notify(
          say('Line {at}: the rate is now ₹{now}, it was ₹{before}', {
            at: next.lines.findIndex((line) => line.sku === sku) + 1,
            now: rupees(now),
            before: rupees(before),
          }),
          { tone: 'info' },
        )
    }
    const skus = lines.map((line) => line.sku ?? '')
    change({ cart: next, beside: rates, unfit: without(unfit, skus) })
    return null
  }
  const go = () => {
    const open = Object.keys(unfit)
    if (open.length > 0) {
      leave(open)
      focusPieces(Math.min(...open.map(lineAt)))
      return
    }
    draft.drop()
    setDirty(false)
    void navigate(paths.add('order'), { state: { record: { ...given, ...order } } })
  }
  useKeys({ 'ctrl+enter': cart.lines.length > 0 ? go : undefined })
  const picked = new Map(cart.lines.filter(({ sku }) => !(sku in unfit)).map((line) => [line.sku, line.pcs]))
  const remove = (sku: string) => {
    const at = lineAt(sku)
    const line = cart.lines[at]
    const next = deed({ deed: 'remove', sku })
    if (next) change({ cart: next, beside: without(beside, [sku]), unfit: without(unfit, [sku]) })
    // Lines that were picked since then stay.
    const undo = () =>
      setTyped((was) => {
        if (!line || was.cart.lines.some((one) => one.sku === sku)) return was
        const kept = beside[sku] ? { ...was.beside, [sku]: beside[sku] } : was.beside
        return { ...was, cart: { ...was.cart, lines: was.cart.lines.toSpliced(at, 0, line) }, beside: kept }
      })
    notify(say('Line removed'), { undo })
  }
  return (
    <Page
      title={say('Quick order')}
      crumbs={[{ name: say('Orders'), path: paths.list('order') }]}
      actions={
        <Button startIcon={<ContentPasteOutlined />} onClick={() => setPaste('')}>
          {say('Paste rows')}
        </Button>
      }
      bar={
        <div className="bar bar-row no-print">
          <Button
            variant="contained"
            color="primary"
            endIcon={<ArrowForward />}
            aria-disabled={cart.lines.length === 0}
            onClick={() => cart.lines.length > 0 && go()}
          >
            {cart.lines.length === 0 ? say('Add an item first') : say('Continue to order')}
          </Button>
          <span className="num muted text-13">
            {cart.lines.length > 0 &&
              [
                many(facts.quote.pcs, '{n} piece', '{n} pieces'),
                say('{weight} MT', { weight: mt(facts.quote.weight_g) }),
                facts.quote.total_paise > 0 &&
                  say('₹{total} incl. GST', { total: wholeRupees(facts.quote.total_paise) }),
                marginOf(facts.quote.margin_paise, facts.quote.taxable_paise) &&
                  say('margin {margin}', { margin: marginOf(facts.quote.margin_paise, facts.quote.taxable_paise) }),
              ]
                .filter(Boolean)
                .join(' · ')}
          </span>
          {refused && (
            <span role="alert" className="danger text-13">
              {refused}
            </span>
          )}
        </div>
      }
    >
      <WithRail
        rail={
          <QuickCart
            typed={typed}
            facts={facts}
            said={(sku) => (left.has(sku) && sku in unfit ? (whyNot(cart, sku, unfit[sku]) ?? undefined) : undefined)}
            list={list}
            onPcs={onPcs}
            onLeft={(sku) => leave([sku])}
            onEnter={(sku) => {
              if (sku in unfit) return leave([sku])
              search.current?.focus()
              search.current?.select()
            }}
            onRemove={remove}
            onMove={(start, end) => {
              const next = deed({ deed: 'reorder', start, end })
              if (next) change({ cart: next })
            }}
          />
        }
      >
        <Card label={say('For whom and from where')}>
          <div className={`fields ${css.parties}`}>
            <Field label={say('Customer')} name="customer" error={null}>
              {(bound) => (
                <LinkPicker
                  bound={bound}
                  type="customer"
                  label={say('Customer')}
                  value={typed.customer || null}
                  onChange={(id) => change({ customer: id ?? '' })}
                />
              )}
            </Field>
            <Field label={say('Yard')} required name="yard" error={null}>
              {(bound) => (
                <LinkPicker
                  bound={bound}
                  type="yard"
                  label={say('Yard')}
                  value={typed.yard || null}
                  onChange={(id) => change({ yard: id ?? '' })}
                />
              )}
            </Field>
          </div>
        </Card>
        <QuickCatalogue
          yard={typed.yard}
          customer={typed.customer}
          yardCode={facts.yardCode}
          picked={picked}
          search={search}
          onAdd={add}
          onTake={take}
        />
      </WithRail>
      {paste !== null && (
        <PasteRows
          clip={paste}
          yard={typed.yard}
          customer={typed.customer}
          onTake={pasted}
          onClose={() => setPaste(null)}
        />
      )}
    </Page>
  )
}
