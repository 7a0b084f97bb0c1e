// The cart of the quick order: what was picked, with its pieces, and what is said of them.
import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import IconButton from '@mui/material/IconButton'
import { useId, type RefObject } from 'react'
import { kg, rupees, wholeRupees } from '../../ui/format'
import { CellNumber } from '../../kit/CellNumber'
import { marginOf } from '../../kit/figures'
import { Card, Finding } from '../../kit/parts'
import { useReorder } from '../../kit/reorder'
import { classes } from '../../theme/classes'
import type { useOrderFacts } from './facts'
import type { Typed } from './quickTyped'
import css from './OrderQuick.module.css'
import { say } from '../../words/say'

export function QuickCart({
  typed,
  facts,
  said,
  list,
  onPcs,
  onLeft,
  onEnter,
  onRemove,
  onMove,
}: {
  typed: Typed
  facts: ReturnType<typeof useOrderFacts>
  /** What is wrong with the pieces of an SKU, where it is time to say so. */
  said: (sku: string) => string | undefined
  list: RefObject<HTMLUListElement | null>
  onPcs: (sku: string, pcs: unknown) => void
  onLeft: (sku: string) => void
  onEnter: (sku: string) => void
  onRemove: (sku: string) => void
  onMove: (from: number, to: number) => void
}) {
  const id = useId()
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
      <ul ref={list}>
        {typed.cart.lines.map((line, at) => {
          const row = known?.skus[line.sku]
          const name = row?.name ?? say('line')
          const found = quote.findings.filter(
            (one) => one.path.startsWith(`lines.${at}.`) && one.code === 'stock_short',
          )
          const worked = quote.lines[at]
          const rate = typed.beside[line.sku]?.rate_paise
          const margin = worked && marginOf(worked.margin_paise, worked.amount_paise)
          const wrong = said(line.sku)
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
              <span className="text-13" tabIndex={-1} data-line={at}>
                <strong className="bold">{row?.name}</strong>
                <span className="num block muted text-12">
                  {[
                    worked && worked.weight_g > 0 && say('{weight_g} kg', { weight_g: kg(worked.weight_g) }),
                    typeof rate === 'number' && say('rate ₹{rate}', { rate: rupees(rate) }),
                    worked && worked.amount_paise > 0 && `₹${wholeRupees(worked.amount_paise)}`,
                    margin && say('margin {margin}', { margin }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <CellNumber
                label={say('Pieces of {name}', { name })}
                name={`lines.${at}.pcs`}
                unit="pieces"
                value={line.sku in typed.unfit ? typed.unfit[line.sku] : line.pcs}
                bad={found.length > 0}
                error={wrong}
                describedBy={wrong ? `${id}-${at}` : undefined}
                onChange={(value) => onPcs(line.sku, value)}
                onBlur={() => onLeft(line.sku)}
                onEnter={() => onEnter(line.sku)}
              />
              <IconButton size="small" aria-label={say('Remove {name}', { name })} onClick={() => onRemove(line.sku)}>
                <DeleteOutlined className="text-17" />
              </IconButton>
              {(wrong || found.length > 0) && (
                <span className={css.findings}>
                  {wrong && (
                    <span id={`${id}-${at}`} className="block danger text-13">
                      {wrong}
                    </span>
                  )}
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
