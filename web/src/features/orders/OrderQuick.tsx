// The quick order: the catalogue at the left, what was picked at the right; the same draft as the form's in the end.
import type { Cart } from '../../core/types.gen'
import Add from '@mui/icons-material/Add'
import ArrowForward from '@mui/icons-material/ArrowForward'
import ContentPasteOutlined from '@mui/icons-material/ContentPasteOutlined'
import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useDraft } from '../../sync/drafts'
import { core, type CartDeed } from '../../core'
import type { LineOf, RecordOf } from '../../core/records'
import { SearchBox } from '../../docs/FilterBar'
import { Field } from '../../docs/fields/Field'
import { LinkPicker } from '../../docs/fields/LinkPicker'
import { paths } from '../../docs/paths'
import { kg, mt, pieces, rupees, wholeRupees } from '../../ui/format'
import { useKeys } from '../../ui/keys'
import { Page } from '../../ui/Page'
import { Empty, Failed, Filtered, Skeletons } from '../../ui/states'
import { useToast } from '../../ui/Toasts'
import { CellNumber } from '../../kit/CellNumber'
import { useCatalogue } from './catalogue'
import { useOrderFacts } from './facts'
import { marginOf } from '../../kit/figures'
import { useUsualYard } from '../../kit/usualYard'
import { Card, Finding, Scroll, WithRail } from '../../kit/parts'
import { PasteRows } from './PasteRows'
import { useReorder } from '../../kit/reorder'
import { free } from './SkuSearch'
import { classes } from '../../theme/classes'
import css from './OrderQuick.module.css'
import { many, say } from '../../words/say'

interface Typed {
  customer: string
  yard: string
  cart: Cart
  /** The visit that brought an order here to be picked for. */
  from?: string
}

const CATALOGUE_ROWS = 100

/** What a line has beside the cart's own keys comes back with it. */
function cartOf(record: RecordOf<'order'> | undefined): Cart {
  return {
    lines: (record?.lines ?? [])
      .filter((line) => typeof line.pcs === 'number')
      .map((line) => ({
        sku: line.sku ?? '',
        pcs: line.pcs as number,
        ...(typeof line.weight_g === 'number' ? { weight_g: line.weight_g } : null),
      })),
  }
}

export default function OrderQuick() {
  const navigate = useNavigate()
  const usual = useUsualYard()
  const notify = useToast()
  const { state, key: from } = useLocation()
  const given = (state as { record?: RecordOf<'order'> } | null)?.record
  const [typed, setTyped] = useState<Typed>(() => ({
    customer: given?.customer ?? '',
    yard: given?.yard || usual.yard || '',
    cart: cartOf(given),
    from,
  }))
  useEffect(() => {
    if (usual.yard) setTyped((was) => ({ ...was, yard: was.yard || usual.yard! }))
  }, [usual.yard])
  const [dirty, setDirty] = useState(false)
  const [q, setQ] = useState('')
  const [paste, setPaste] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const draft = useDraft<Typed>('order:quick', typed, { title: say('quick order'), dirty })
  const kept = useRef(draft.kept)
  useEffect(() => {
    const was = kept.current?.value
    if (was && (!given || was.from === from)) setTyped({ ...was, from })
  }, [given, from])
  const change = (next: Partial<Typed>) => {
    setDirty(true)
    setTyped((was) => ({ ...was, ...next }))
  }
  const [group, setGroup] = useState('')
  const [inStock, setInStock] = useState(false)
  const catalogue = useCatalogue({ yard: typed.yard, customer: typed.customer, group, inStock }, q, CATALOGUE_ROWS)
  const order = useMemo(
    () =>
      core().cart(typed.cart, { deed: 'to_order', customer: typed.customer, yard: typed.yard }) as RecordOf<'order'>,
    [typed],
  )
  const facts = useOrderFacts(order, '')
  /** Every change of the cart is the core's: what it refuses is said in its words. */
  const deed = (one: CartDeed, cart = typed.cart): Cart | null => {
    const next = core().cart(cart, one) as Cart | { refused: { message: string }[] }
    if ('refused' in next) {
      setRefused(next.refused[0]?.message ?? null)
      return null
    }
    setRefused(null)
    return next
  }
  const apply = (one: CartDeed) => {
    const next = deed(one)
    if (next) change({ cart: next })
  }
  const pasted = (lines: LineOf<'order', 'lines'>[]) => {
    const all = {
      lines: [
        ...typed.cart.lines,
        ...lines.map((line) => ({
          sku: line.sku ?? '',
          pcs: typeof line.pcs === 'number' ? line.pcs : 1,
          ...(typeof line.weight_g === 'number' ? { weight_g: line.weight_g } : null),
        })),
      ],
    }
    const merged = deed({ deed: 'merge' }, all)
    if (merged) change({ cart: merged })
    setPaste(null)
  }
  const go = () => {
    const rest = new Map((given?.lines ?? []).map((line) => [line.sku ?? '', line]))
    const lines = (order.lines ?? []).map((line) => ({ ...rest.get(line.sku ?? ''), ...line }))
    draft.drop()
    setDirty(false)
    void navigate(paths.add('order'), { state: { record: { ...given, ...order, lines } } })
  }
  useKeys({ 'ctrl+enter': typed.cart.lines.length > 0 ? go : undefined })
  const picked = new Map(typed.cart.lines.map((line) => [line.sku, line.pcs]))
  const remove = (sku: string) => {
    const at = typed.cart.lines.findIndex((line) => line.sku === sku)
    const line = typed.cart.lines[at]
    apply({ deed: 'remove', sku })
    // Lines that were picked since then stay.
    const back = ({ lines }: Cart) =>
      line && !lines.some((one) => one.sku === sku) ? lines.toSpliced(at, 0, line) : lines
    const undo = () => setTyped((was) => ({ ...was, cart: { ...was.cart, lines: back(was.cart) } }))
    notify(say('Line removed'), { undo })
  }
  return (
    <Page
      title={say('Catalogue')}
      name={say('Quick order')}
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
            aria-disabled={typed.cart.lines.length === 0}
            onClick={() => typed.cart.lines.length > 0 && go()}
          >
            {typed.cart.lines.length === 0 ? say('Add an item first') : say('Continue to order')}
          </Button>
          <span className="num muted text-13">
            {typed.cart.lines.length > 0 &&
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
          <Picked
            typed={typed}
            facts={facts}
            onPcs={(sku, pcs) => apply({ deed: 'change', sku, pcs })}
            onRemove={remove}
            onMove={(start, end) => apply({ deed: 'reorder', start, end })}
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
        <Card
          pad={0}
          title={say('Catalogue')}
          aside={<SearchBox label={say('Search the catalogue')} value={q} onChange={setQ} />}
        >
          {typed.yard && <CatalogueFilters {...{ group, setGroup, inStock, setInStock }} />}
          {!typed.yard && (
            <Empty title={say('Select the yard first')}>{say('Free stock and rates depend on the yard.')}</Empty>
          )}
          {typed.yard && catalogue.error && (
            <Failed problem={catalogue.error} what={say('The catalogue')} onRetry={() => void catalogue.refetch()} />
          )}
          {catalogue.waiting && catalogue.rows.length === 0 && <Skeletons rows={8} />}
          {catalogue.currentData && !catalogue.waiting && catalogue.rows.length === 0 && (
            <Filtered
              title={q ? say('No size, name or code matches “{q}”', { q }) : say('Nothing here is sold from this yard')}
              onClear={() => {
                setQ('')
                setGroup('')
                setInStock(false)
              }}
            />
          )}
          {catalogue.rows.length > 0 && (
            <Scroll>
              <table className="stacks tight data-table">
                <thead>
                  <tr>
                    <th>{say('SKU')}</th>
                    <th className="right">{say('Free {yardCode}', { yardCode: facts.yardCode })}</th>
                    <th className="right">{say('kg / piece')}</th>
                    <th className="right">{say('Rate ₹')}</th>
                    <th className={css.pick}>
                      <span className="visually-hidden">{say('Pick')}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {catalogue.rows.map((row) => {
                    const have = picked.get(row.sku)
                    const none = row.free_pcs <= 0 && row.free_g <= 0
                    return (
                      <tr key={row.sku} className={have ? css.picked : undefined}>
                        <td className="whole">
                          <strong className="bold">{row.name}</strong>{' '}
                          <span className="muted text-12">{row.type_name}</span>
                        </td>
                        <td className={classes('number', none ? 'danger' : 'ok')}>{free(row)}</td>
                        <td className="wide-only number muted">{row.theo_g_per_pc ? kg(row.theo_g_per_pc) : ''}</td>
                        <td className="number">
                          {typeof row.rate_paise === 'number' ? (
                            <span>
                              {rupees(row.rate_paise)} <span className="muted">/{row.rate_uom}</span>
                            </span>
                          ) : (
                            ''
                          )}
                        </td>
                        <td className={css.add}>
                          <Button
                            size="small"
                            startIcon={<Add />}
                            onClick={() => apply({ deed: 'add', sku: row.sku, pcs: 1 })}
                            aria-label={say('Pick {name}', { name: row.name })}
                          >
                            {have ? pieces(have) : say('Pick')}
                          </Button>
                        </td>
                      </tr>
                    )
                  })}
                </tbody>
              </table>
            </Scroll>
          )}
          {catalogue.rows.length >= CATALOGUE_ROWS && (
            <p className={css.more}>
              {say('The first {CATALOGUE_ROWS}. Type a size to see the others.', { CATALOGUE_ROWS })}
            </p>
          )}
        </Card>
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

/** What of the catalogue is shown: one product group, and only what is in stock. */
function CatalogueFilters({
  group,
  setGroup,
  inStock,
  setInStock,
}: {
  group: string
  setGroup: (group: string) => void
  inStock: boolean
  setInStock: (inStock: boolean) => void
}) {
  return (
    <div className={css.filters}>
      <Field label={say('Product group')} name="group" error={null}>
        {(bound) => (
          <LinkPicker
            bound={bound}
            type="product_group"
            label={say('Product group')}
            value={group || null}
            onChange={(id) => setGroup(id ?? '')}
          />
        )}
      </Field>
      <FormControlLabel
        control={<Checkbox checked={inStock} onChange={(event) => setInStock(event.target.checked)} />}
        label={say('In stock only')}
      />
    </div>
  )
}

function Picked({
  typed,
  facts,
  onPcs,
  onRemove,
  onMove,
}: {
  typed: Typed
  facts: ReturnType<typeof useOrderFacts>
  onPcs: (sku: string, pcs: number) => void
  onRemove: (sku: string) => void
  onMove: (from: number, to: number) => void
}) {
  const reorder = useReorder(typed.cart.lines.length, onMove)
  const { quote, known } = facts
  return (
    <Card
      pad={0}
      title={say('Cart ({lines})', { lines: typed.cart.lines.length })}
      aside={quote.total_paise > 0 ? <strong className="num ink">₹{wholeRupees(quote.total_paise)}</strong> : undefined}
    >
      {typed.cart.lines.length === 0 && (
        <p className="p-16 muted text-13">{say('Pick from the catalogue, or paste rows from a spreadsheet.')}</p>
      )}
      <ul>
        {typed.cart.lines.map((line, at) => {
          const row = known?.skus[line.sku]
          const found = quote.findings.filter(
            (one) => one.path.startsWith(`lines.${at}.`) && one.code === 'stock_short',
          )
          const worked = quote.lines[at]
          return (
            // The keys of the inputs inside pass here.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={line.sku}
              {...reorder.row(at)}
              onKeyDown={reorder.onRowKey(at)}
              className={classes('divided', css.line, (reorder.lifted === at || reorder.over === at) && css.lifted)}
            >
              {reorder.handle(at)}
              <span className="text-13">
                <strong className="bold">{row?.name}</strong>
                <span className="num block muted text-12">
                  {worked && worked.weight_g > 0 ? say('{weight_g} kg', { weight_g: kg(worked.weight_g) }) : ''}
                  {worked && worked.amount_paise > 0 ? ` · ₹${wholeRupees(worked.amount_paise)}` : ''}
                  {worked &&
                    marginOf(worked.margin_paise, worked.amount_paise) &&
                    say(' · margin {margin_paise}', {
                      margin_paise: marginOf(worked.margin_paise, worked.amount_paise),
                    })}
                </span>
              </span>
              <CellNumber
                label={say('Pieces of {name}', { name: row?.name ?? say('line') })}
                name={`lines.${at}.pcs`}
                unit="pieces"
                value={line.pcs}
                bad={found.length > 0}
                onChange={(value) => typeof value === 'number' && value > 0 && onPcs(line.sku, value)}
              />
              <IconButton
                size="small"
                aria-label={say('Remove {name}', { name: row?.name ?? say('line') })}
                onClick={() => onRemove(line.sku)}
              >
                <DeleteOutlined className="text-17" />
              </IconButton>
              {found.length > 0 && (
                <span className={css.findings}>
                  {found.map((one) => (
                    <Finding key={one.message} tone="danger">
                      {one.message}
                    </Finding>
                  ))}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
