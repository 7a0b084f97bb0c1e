// The shop: the SKUs for sale as products with price and free stock, and the cart, which opens as a new order.
import AddShoppingCart from '@mui/icons-material/AddShoppingCart'
import LocalShippingOutlined from '@mui/icons-material/LocalShippingOutlined'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Rating from '@mui/material/Rating'
import { useMemo } from 'react'
import { core, docDef } from '../../../core'
import { SearchBox } from '../../../docs/FilterBar'
import { Card, WithRail } from '../../../kit/parts'
import { Picture } from '../../../kit/Photos'
import type { ShopProduct } from '../../../net/answers.gen'
import { useFacts } from '../../../sync/docs'
import { may } from '../../../sync/rights'
import { useUser } from '../../../sync/store'
import { classes } from '../../../theme/classes'
import { money, pieces } from '../../../ui/format'
import { Page } from '../../../ui/Page'
import { Empty, Failed, Filtered, Skeletons } from '../../../ui/states'
import { CartCard } from './CartCard'
import { useCart } from './useCart'
import css from './Shop.module.css'
import { many, say } from '../../../words/say'
import { useQuery } from '../../../ui/query'

const FILES = '/api/files/'
const RATINGS = [5, 4, 3, 2, 1]

/** What of the shop is shown, as the address says. */
function useFilters() {
  const { query, change, set, clear } = useQuery()
  const allOf = (key: string, of = query) => of.getAll(key).flatMap((words) => words.split('|').filter(Boolean))
  const toggle = (key: string, value: string) =>
    change((next) => {
      const now = allOf(key, next)
      const then = now.includes(value) ? now.filter((one) => one !== value) : [...now, value]
      if (then.length > 0) next.set(key, then.join('|'))
      else next.delete(key)
    })
  return {
    q: query.get('q') ?? '',
    category: allOf('category'),
    brand: allOf('brand'),
    rating: Number(query.get('rating') ?? 0),
    set: (key: string, value: string) => set({ [key]: value }),
    toggle,
    clear,
  }
}

function count(products: ShopProduct[], of: (product: ShopProduct) => string): [string, number][] {
  const counts = new Map<string, number>()
  for (const product of products) counts.set(of(product), (counts.get(of(product)) ?? 0) + 1)
  return [...counts].toSorted(([a], [b]) => a.localeCompare(b))
}

export default function Shop() {
  const user = useUser()
  const { data: products, error, refetch } = useFacts<ShopProduct[]>('/api/ecommerce/get-product-list')
  const filters = useFilters()
  const cart = useCart((sku) => products?.find(({ id }) => id === sku)?.title ?? say('The product'))
  const keeps = may(user, docDef('cart')!, 'add')
  const { q, category, brand, rating } = filters
  const shown = useMemo(() => {
    const kept = (products ?? []).filter(
      (one) =>
        (category.length === 0 || category.includes(one.category)) &&
        (brand.length === 0 || brand.includes(one.brand)) &&
        one.rating >= rating,
    )
    if (!q) return kept
    const choices = kept.map(({ title, category: of, brand: by }) => ({ names: [title], others: [of, by] }))
    return core()
      .ranked(q, choices)
      .flatMap(({ at }) => kept[at] ?? [])
  }, [products, category, brand, rating, q])
  const inCart = new Map(cart.cart.lines.map(({ sku, pcs }) => [sku, pcs]))
  return (
    <Page title={say('Shop')}>
      <WithRail rail={keeps ? <CartCard cart={cart} products={products ?? []} /> : null}>
        <Card label={say('Filters')}>
          <div className={css.filters}>
            <SearchBox label={say('Search the shop')} value={q} onChange={(text) => filters.set('q', text)} />
            <Choices
              label={say('Category')}
              of={count(products ?? [], (one) => one.category)}
              chosen={category}
              onToggle={(value) => filters.toggle('category', value)}
            />
            <Choices
              label={say('Brand')}
              of={count(products ?? [], (one) => one.brand)}
              chosen={brand}
              onToggle={(value) => filters.toggle('brand', value)}
            />
            <div role="group" aria-label={say('Rating')} className={css.choices}>
              {RATINGS.map((least) => (
                <Chip
                  key={least}
                  size="small"
                  label={least === 5 ? say('5 stars') : say('{least} and above', { least })}
                  color={rating === least ? 'primary' : 'default'}
                  aria-pressed={rating === least}
                  onClick={() => filters.set('rating', rating === least ? '' : String(least))}
                />
              ))}
            </div>
          </div>
        </Card>
        {error && !products && <Failed problem={error} what={say('The shop')} onRetry={() => void refetch()} />}
        {!products && !error && <Skeletons rows={6} />}
        {products?.length === 0 && (
          <Empty title={say('Nothing is for sale yet')}>
            {say('A product appears here once an SKU is offered in the shop.')}
          </Empty>
        )}
        {products && products.length > 0 && shown.length === 0 && (
          <Filtered title={say('No product matches these filters')} onClear={filters.clear} />
        )}
        <ul aria-label={say('Products')} className={css.products}>
          {shown.map((product) => (
            <Product
              key={product.id}
              product={product}
              have={inCart.get(product.id) ?? 0}
              onAdd={keeps ? () => cart.take({ action: 'add', sku: product.id }) : undefined}
            />
          ))}
        </ul>
      </WithRail>
    </Page>
  )
}

function Choices({
  label,
  of,
  chosen,
  onToggle,
}: {
  label: string
  of: [string, number][]
  chosen: string[]
  onToggle: (value: string) => void
}) {
  return (
    <div role="group" aria-label={label} className={css.choices}>
      {of.map(([title, products]) => (
        <Chip
          key={title}
          size="small"
          label={`${title} (${products})`}
          color={chosen.includes(title) ? 'primary' : 'default'}
          aria-pressed={chosen.includes(title)}
          onClick={() => onToggle(title)}
        />
      ))}
    </div>
  )
}

function Product({ product, have, onAdd }: { product: ShopProduct; have: number; onAdd?: () => void }) {
  const { title, price, totalUnit } = product
  const none = totalUnit <= 0
  return (
    <li className={classes('card', css.product)} aria-label={title}>
      <div className={css.picture}>
        {product.imgUrl.startsWith(FILES) && <Picture file={product.imgUrl.slice(FILES.length)} alt="" />}
      </div>
      <div className={css.words}>
        <h2 className="subheading">{title}</h2>
        <p className="muted text-12">
          {product.category} · {product.brand}
        </p>
        <Rating
          readOnly
          size="small"
          value={product.rating}
          getLabelText={(stars) => many(stars, '{n} star', '{n} stars')}
        />
        <p className="text-13">{product.description}</p>
        <div className="row between">
          <strong className="num ink">{price === null ? '' : money(Math.round(price * 100))}</strong>
          <span className={classes('num text-13', none ? 'danger' : 'ok')}>
            {none ? say('Out of stock') : say('{totalUnit} free', { totalUnit: pieces(totalUnit) })}
          </span>
        </div>
        {product.freeShipping && (
          <span className="inline-row gap-4 text-12 muted">
            <LocalShippingOutlined aria-hidden className="text-16" />
            {say(' Free shipping')}
          </span>
        )}
      </div>
      {onAdd && (
        <Button
          fullWidth
          startIcon={<AddShoppingCart />}
          onClick={onAdd}
          aria-label={say('Add {title} to the cart', { title })}
        >
          {have > 0 ? say('In cart: {have}', { have: pieces(have) }) : say('Add to cart')}
        </Button>
      )}
    </li>
  )
}
