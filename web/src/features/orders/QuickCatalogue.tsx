// The catalogue of the quick order. By keyboard, Enter takes the first that is found, and the arrows go through all.
import type { CatalogueRow } from '../../core/types.gen'
import Add from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { SearchBox } from '../../docs/FilterBar'
import { Field } from '../../docs/fields/Field'
import { LinkPicker } from '../../docs/fields/LinkPicker'
import { kg, pieces, rupees } from '../../ui/format'
import { Empty, Failed, Filtered, Skeletons } from '../../ui/states'
import { useTakenAhead } from '../../ui/takenAhead'
import { Card, Scroll } from '../../kit/parts'
import { classes } from '../../theme/classes'
import { useCatalogue } from './catalogue'
import { free } from './SkuSearch'
import css from './OrderQuick.module.css'
import { say } from '../../words/say'

const CATALOGUE_ROWS = 100

const isPlain = (event: KeyboardEvent) => !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)

export function QuickCatalogue({
  yard,
  customer,
  yardCode,
  picked,
  search,
  onAdd,
  onTake,
}: {
  yard: string
  customer: string
  yardCode: string
  /** Pieces by SKU. */
  picked: ReadonlyMap<string, number>
  search: RefObject<HTMLInputElement | null>
  /** A piece more. */
  onAdd: (row: CatalogueRow) => void
  /** Into the cart, and on to its pieces. */
  onTake: (row: CatalogueRow) => void
}) {
  const [q, setQ] = useState('')
  const [group, setGroup] = useState('')
  const [inStock, setInStock] = useState(false)
  const body = useRef<HTMLTableSectionElement>(null)
  const catalogue = useCatalogue({ yard, customer, group, inStock }, q, CATALOGUE_ROWS)
  const takeAhead = useTakenAhead(q !== '' && catalogue.waiting, catalogue.rows, onTake, false)
  const buttons = () => [...(body.current?.querySelectorAll('button') ?? [])]
  const onSearchKey = (event: KeyboardEvent<HTMLDivElement>) => {
    takeAhead(event)
    if (event.defaultPrevented || !isPlain(event)) return
    const [first] = catalogue.rows
    if (event.key === 'Enter' && q !== '' && first) {
      event.preventDefault()
      onTake(first)
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      buttons()[0]?.focus()
    }
  }
  const onPickKey = (row: CatalogueRow) => (event: KeyboardEvent<HTMLButtonElement>) => {
    if (!isPlain(event) || !['Enter', 'ArrowDown', 'ArrowUp'].includes(event.key)) return
    event.preventDefault()
    if (event.key === 'Enter') return onTake(row)
    const all = buttons()
    const to = all.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : -1)
    if (to < 0) search.current?.focus()
    else all[to]?.focus()
  }
  return (
    <Card
      pad={0}
      title={say('Catalogue')}
      aside={
        <SearchBox
          label={say('Search the catalogue')}
          placeholder={say('Type a size, name or code')}
          value={q}
          onChange={setQ}
          inputRef={search}
          onKeyDown={onSearchKey}
        />
      }
    >
      {yard && <CatalogueFilters {...{ group, setGroup, inStock, setInStock }} />}
      {!yard && <Empty title={say('Select the yard first')}>{say('Free stock and rates depend on the yard.')}</Empty>}
      {yard && catalogue.error && (
        <Failed problem={catalogue.error} what={say('The catalogue')} onRetry={() => void catalogue.refetch()} />
      )}
      {catalogue.waiting && catalogue.rows.length === 0 && <Skeletons rows={8} />}
      {catalogue.answered && !catalogue.waiting && catalogue.rows.length === 0 && (
        <Filtered
          title={q ? catalogue.nothing : say('Nothing here is sold from this yard')}
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
                <th className="right">{say('Free {yardCode}', { yardCode })}</th>
                <th className="right">{say('kg / piece')}</th>
                <th className="right">{say('Rate ₹')}</th>
                <th className={css.pick}>
                  <span className="visually-hidden">{say('Pick')}</span>
                </th>
              </tr>
            </thead>
            <tbody ref={body}>
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
                        onClick={() => onAdd(row)}
                        onKeyDown={onPickKey(row)}
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
