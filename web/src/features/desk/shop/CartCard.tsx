// The cart beside the products: its pieces, its order, and the way to a new order.
import ArrowForward from '@mui/icons-material/ArrowForward'
import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { core, docDef } from '../../../core'
import type { CartLine } from '../../../core/types.gen'
import { paths } from '../../../docs/paths'
import { Card } from '../../../kit/parts'
import { useReorder } from '../../../kit/reorder'
import type { ShopProduct } from '../../../net/answers.gen'
import { may } from '../../../sync/rights'
import { useUser } from '../../../sync/store'
import { classes } from '../../../theme/classes'
import { money, typed as numberOf } from '../../../ui/format'
import { Failed, Skeletons } from '../../../ui/states'
import type { useCart } from './useCart'
import css from './Shop.module.css'
import { say } from '../../../words/say'

const paise = (rupees: number) => Math.round(rupees * 100)

export function CartCard({ cart, products }: { cart: ReturnType<typeof useCart>; products: ShopProduct[] }) {
  const user = useUser()
  const navigate = useNavigate()
  const { lines } = cart.cart
  const reorder = useReorder(lines.length, (start, end) => cart.take({ action: 'reorder', start, end }))
  const byId = new Map(products.map((one) => [one.id, one]))
  const sum = lines.reduce((all, { sku, pcs }) => all + pcs * paise(byId.get(sku)?.price ?? 0), 0)
  const orders = may(user, docDef('order')!, 'add')
  return (
    <Card
      pad={0}
      title={say('Cart ({lines})', { lines: lines.length })}
      aside={sum > 0 ? <strong className="num ink">{money(sum)}</strong> : undefined}
    >
      {cart.error && <Failed problem={cart.error} what={say('The cart')} onRetry={() => void cart.refetch()} />}
      {cart.isLoading && <Skeletons rows={3} />}
      {!cart.error && !cart.isLoading && lines.length === 0 && (
        <p className="p-16 muted text-13">{say('Your cart appears here on all your devices.')}</p>
      )}
      {cart.refused && (
        <p role="alert" className="alert text-13">
          {cart.refused}
        </p>
      )}
      <ul aria-label={say('Cart')}>
        {lines.map((line, at) => {
          const name = byId.get(line.sku)?.title ?? cart.links?.product?.[line.sku] ?? line.sku
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
                <strong className="bold">{name}</strong>
                <span className="num block muted text-12">
                  {byId.has(line.sku)
                    ? byId.get(line.sku)!.price !== null && money(line.pcs * paise(byId.get(line.sku)!.price!))
                    : say('No longer for sale')}
                </span>
              </span>
              <Amount line={line} name={name} onChange={(pcs) => cart.take({ action: 'change', sku: line.sku, pcs })} />
              <IconButton
                size="small"
                aria-label={say('Remove {name}', { name })}
                onClick={() => cart.take({ action: 'remove', sku: line.sku })}
              >
                <DeleteOutlined className="text-17" />
              </IconButton>
            </li>
          )
        })}
      </ul>
      {lines.length > 0 && (
        <div className={css.foot}>
          <Button onClick={() => cart.take({ action: 'empty' })}>{say('Empty the cart')}</Button>
          {orders && (
            <Button
              variant="contained"
              color="primary"
              endIcon={<ArrowForward />}
              onClick={() => void navigate(paths.orderQuick, { state: { record: { lines } } })}
            >
              {say('Order these')}
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}

/** The pieces of a line: what the rules refuse stays in the box, with the reason under it, and is not sent. */
function Amount({ line, name, onChange }: { line: CartLine; name: string; onChange: (pcs: number) => void }) {
  const [text, setText] = useState<string | null>(null)
  const value = text === null ? line.pcs : text.trim() === '' ? null : (numberOf(text, 'pieces') ?? text)
  const issues = text === null ? [] : core().check_inputs('cart', 'Active', 'change', { sku: line.sku, pcs: value })
  const wrong = issues.find(({ path }) => path === 'pcs')?.message
  const take = () => {
    if (text === null || wrong) return
    setText(null)
    if (value !== line.pcs) onChange(value as number)
  }
  return (
    <TextField
      size="small"
      value={text ?? String(line.pcs)}
      error={!!wrong}
      helperText={wrong}
      className={css.amount}
      onChange={(event) => setText(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take()
        if (event.key === 'Escape') setText(null)
      }}
      slotProps={{
        htmlInput: { 'aria-label': say('Pieces of {name}', { name }), inputMode: 'numeric', className: 'num right' },
      }}
    />
  )
}
