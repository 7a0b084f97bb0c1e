// Goods that no trip takes along yet, narrowed to where they go, and added to the trip one by one.
import Add from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { SearchBox } from '../../docs/FilterBar'
import { Card, Tag } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import type { Untripped as Goods, UntrippedGoods } from '../../net/answers.gen'
import { day, metres, mt } from '../../ui/format'
import { Empty, Filtered } from '../../ui/states'
import css from './trips.module.css'
import { useQuery } from '../../ui/query'
import { say } from '../../words/say'

interface Props {
  goods: UntrippedGoods
  /** Those that are still to be had. */
  rows: Goods[]
  onAdd: (goods: Goods) => void
}

const NARROWED = ['region', 'pin', 'yard'] as const
type Narrowed = (typeof NARROWED)[number]

const LABELS: Record<Narrowed, string> = { region: say('Region'), pin: say('PIN code'), yard: say('From yard') }

function useNarrowed() {
  const { query, set } = useQuery()
  const of = (key: string) => query.get(key) ?? ''
  const clear = () => set(Object.fromEntries(['q', ...NARROWED].map((key) => [key, null])))
  return { of, set: (key: string, value: string) => set({ [key]: value }), clear }
}

const says = (row: Goods) => [row.no, row.party, row.city, row.pin, row.vehicle_no].join(' ').toLowerCase()

export function Untripped({ goods, rows, onAdd }: Props) {
  const { of, set, clear } = useNarrowed()
  const words = of('q').toLowerCase().split(/\s+/)
  const shown = rows.filter(
    (row) =>
      words.every((word) => says(row).includes(word)) &&
      NARROWED.every((key) => !of(key) || (row[key] ?? '') === of(key)),
  )
  const choices = (key: Narrowed) => {
    const named = (value: string) => (key === 'yard' ? titleOf(goods.links, 'yard', value) : value)
    const values = [...new Set([...rows.map((row) => row[key] ?? ''), of(key)])].filter(Boolean)
    return values.map((value) => ({ value, name: named(value) })).sort((a, b) => a.name.localeCompare(b.name))
  }
  return (
    <Card
      title={say('Goods that no trip takes yet')}
      aside={say('{shown} of {rows}', { shown: shown.length, rows: rows.length })}
      pad={0}
    >
      <div className={css.filters}>
        <SearchBox label={say('Search the goods')} value={of('q')} onChange={(q) => set('q', q)} />
        {NARROWED.map((key) => (
          <TextField
            key={key}
            select
            size="small"
            label={LABELS[key]}
            className={css.filter}
            value={of(key)}
            onChange={(event) => set(key, event.target.value)}
          >
            <MenuItem value="">{say('All')}</MenuItem>
            {choices(key).map(({ value, name }) => (
              <MenuItem key={value} value={value}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        ))}
      </div>
      {rows.length === 0 && (
        <Empty title={say('Everything is on a trip')}>
          {say('Goods appear here as soon as a yard has begun to load them.')}
        </Empty>
      )}
      {rows.length > 0 && shown.length === 0 && <Filtered title={say('None of the goods match')} onClear={clear} />}
      <ul aria-label={say('Goods that no trip takes yet')}>
        {shown.map((row) => (
          <li key={`${row.type} ${row.id}`} className={`divided ${css.offer}`}>
            <div className="min-0">
              <strong className="bold break">{row.party}</strong> <span className="text-13 muted nowrap">{row.no}</span>
              <div className="text-13 muted">
                {[
                  [row.city, row.pin].filter(Boolean).join(' '),
                  row.region,
                  row.deliver_by && say('by {day}', { day: day(row.deliver_by) }),
                  row.longest_mm > 0 && say('{length} m long', { length: metres(row.longest_mm) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </div>
              <div className="flex gap-6 wrap mt-4">
                {row.status === 'Draft' && <Tag>{say('Not loaded yet')}</Tag>}
                {row.vehicle_no && (
                  <Tag>{row.out ? say('Left on {vehicle_no}', { vehicle_no: row.vehicle_no }) : row.vehicle_no}</Tag>
                )}
                {row.type === 'transfer' && <Tag>{say('Transfer')}</Tag>}
                {row.price_basis === 'ex_yard' && <Tag>{say('Ex-yard')}</Tag>}
                {row.ewb_needed && !row.ewb_no && <Tag>{say('No e-way bill')}</Tag>}
              </div>
            </div>
            <span className={`num nowrap ${css.weight}`}>{say('{weight_g} MT', { weight_g: mt(row.weight_g) })}</span>
            <Button
              size="small"
              startIcon={<Add />}
              aria-label={say('Add {no} for {party}', { no: row.no, party: row.party })}
              onClick={() => onAdd(row)}
            >
              {say('Add')}
            </Button>
          </li>
        ))}
      </ul>
      {goods.more && <p className="p-12-16 muted text-13">{say('There are more. Add some of these first.')}</p>}
    </Card>
  )
}
