// An SKU by what it is made of: the product group, then a value of each property until one size is left.
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useId, useMemo, useState } from 'react'
import type { KnownSku, SkuKit } from '../core/types.gen'
import { useFacts } from '../sync/docs'
import { LinkPicker } from '../docs/fields/LinkPicker'
import { Empty, Failed, Skeletons } from '../ui/states'
import css from './FindSku.module.css'
import { say } from '../words/say'

type Values = Record<string, string>

const valueOf = (sku: KnownSku, property: string) => sku.values.find((row) => row.property === property)?.value ?? ''
const fits = (sku: KnownSku, wanted: Values) =>
  sku.status === 'Active' && Object.entries(wanted).every(([property, value]) => valueOf(sku, property) === value)
const bySize = (a: string, b: string) => a.localeCompare(b, undefined, { numeric: true })

const SHOWN = 12

export function FindSku({
  open,
  onClose,
  onPick,
}: {
  open: boolean
  onClose: () => void
  onPick: (id: string) => void
}) {
  const title = useId()
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={title} maxWidth="sm" fullWidth>
      <div className="p-16 grid gap-12">
        <h2 id={title} className="text-16 bold">
          {say('Find by size')}
        </h2>
        {open && <Finder onPick={onPick} />}
        <div className="right">
          <Button onClick={onClose}>{say('Cancel')}</Button>
        </div>
      </div>
    </Dialog>
  )
}

function Finder({ onPick }: { onPick: (id: string) => void }) {
  const [group, setGroup] = useState<string | null>(null)
  const [wanted, setWanted] = useState<Values>({})
  const { data, error, refetch } = useFacts<SkuKit>(group ? `/api/sku/kit/${encodeURIComponent(group)}` : null)
  const found = useMemo(() => (data?.skus ?? []).filter((sku) => fits(sku, wanted)), [data, wanted])
  const choices = (property: string) => {
    const { [property]: _, ...others } = wanted
    const left = (data?.skus ?? []).filter((sku) => fits(sku, others)).map((sku) => valueOf(sku, property))
    return [...new Set(left)].filter(Boolean).sort(bySize)
  }
  const choose = (property: string, value: string) => {
    const { [property]: _, ...others } = wanted
    setWanted(value ? { ...others, [property]: value } : others)
  }
  return (
    <>
      <LinkPicker
        type="product_group"
        label={say('Product group')}
        value={group}
        onChange={(id) => {
          setGroup(id)
          setWanted({})
        }}
        autoFocus
      />
      {group && error && !data && <Failed problem={error} what={say('The sizes')} onRetry={() => void refetch()} />}
      {group && !error && !data && <Skeletons rows={3} />}
      {data && (
        <div className="fields">
          {data.kit.properties
            .map((one) => ({ one, values: choices(one.property) }))
            .filter(({ values }) => values.length > 0)
            .map(({ one, values }) => (
              <Choice
                key={one.property}
                label={one.unit ? `${one.label}, ${one.unit}` : one.label}
                values={values}
                value={wanted[one.property] ?? ''}
                onChange={(value) => choose(one.property, value)}
              />
            ))}
        </div>
      )}
      {data && found.length === 0 && <Empty title={say('No SKU has these values')} />}
      {found.length > 0 && (
        <ul className={css.found} aria-label={say('SKUs found')}>
          {found.slice(0, SHOWN).map((sku) => (
            <li key={sku.id}>
              <button type="button" className={css.one} onClick={() => onPick(sku.id)}>
                <span className="semibold">{sku.name}</span>
                <span className="muted num nowrap">{sku.code}</span>
              </button>
            </li>
          ))}
          {found.length > SHOWN && (
            <li className="muted text-13 p-8">
              {say('{found} more: select another value', { found: found.length - SHOWN })}
            </li>
          )}
        </ul>
      )}
    </>
  )
}

interface ChoiceProps {
  label: string
  values: string[]
  value: string
  onChange: (value: string) => void
}

function Choice({ label, values, value, onChange }: ChoiceProps) {
  return (
    <TextField
      select
      fullWidth
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{
        select: {
          displayEmpty: true,
          renderValue: (shown) => (shown ? `${label}: ${String(shown)}` : <span className="muted">{label}</span>),
          SelectDisplayProps: { 'aria-label': label },
        },
      }}
    >
      <MenuItem value="">{say('Any')}</MenuItem>
      {values.map((one) => (
        <MenuItem key={one} value={one}>
          {one}
        </MenuItem>
      ))}
    </TextField>
  )
}
