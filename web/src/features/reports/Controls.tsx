// What stands above a report: its days, the basis of sales, and filters as chips.
import Close from '@mui/icons-material/Close'
import FilterList from '@mui/icons-material/FilterList'
import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useRef, useState } from 'react'
import type { ReportDef } from '../../core/types.gen'
import { ReportDays } from '../../kit/ReportDays'
import { useDescribed, useNames, useValues } from '../../sync/reporter'
import { useSteady } from '../../ui/steady'
import type { ReportState } from './state'
import css from './Controls.module.css'
import { say, word } from '../../words/say'

const MANY = 3

/** `days`: those that the report tells of when none are asked for. */
export function Controls({
  def,
  state,
  days,
  bases,
}: {
  def: ReportDef
  state: ReportState
  days: [string, string] | undefined
  bases: [string, string][]
}) {
  const usual = bases[0]?.[0]
  return (
    <div className="filters no-print" role="group" aria-label={say('Report filters')}>
      <ReportDays def={def} asked={state.params} told={days} onChange={state.change} />
      {Object.entries(state.filters).map(([key, values]) => (
        <Chip key={key} dimension={key} values={values} onRemove={() => state.setFilter(key, [])} />
      ))}
      {def.filters.length > 0 && <AddFilter def={def} state={state} />}
      <span className="spring" />
      {def.basis && (
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={say('Sales basis')}
          value={state.params.basis ?? usual}
          onChange={(_, basis: string | null) => {
            if (basis) state.change({ basis: basis === usual ? null : basis })
          }}
        >
          {bases.map(([key, label]) => (
            <ToggleButton key={key} value={key}>
              {label}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
    </div>
  )
}

function useLabel(dimension: string): string {
  return useDescribed()?.dimensions.find((one) => one.key === dimension)?.label ?? dimension
}

function Chip({ dimension, values, onRemove }: { dimension: string; values: string[]; onRemove: () => void }) {
  const label = useLabel(dimension)
  const called = useNames(dimension, values)
  const names = values.map((value) => (value === '-' ? say('Not set') : word(called.get(value) ?? value)))
  const told =
    names.length > MANY
      ? say('{list} and {names} more', { list: names.slice(0, MANY).join(', '), names: names.length - MANY })
      : names.join(', ')
  return (
    <span className={`chip ${css.filter}`}>
      <span className="muted">{label}</span>
      <strong className={`cell-text ${css.value}`}>{told}</strong>
      <button
        type="button"
        onClick={onRemove}
        aria-label={say('Remove filter {label}', { label })}
        className="icon-button-24"
      >
        <Close className="text-14" />
      </button>
    </span>
  )
}

function AddFilter({ def, state }: { def: ReportDef; state: ReportState }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [dimension, setDimension] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const described = useDescribed()
  const label = (key: string) => described?.dimensions.find((one) => one.key === key)?.label ?? key
  return (
    <>
      <Button
        ref={button}
        variant="text"
        size="small"
        startIcon={<FilterList />}
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
      >
        {say('Add filter')}
      </Button>
      <Menu open={!!anchor} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {def.filters.map((key) => (
          <MenuItem
            key={key}
            onClick={() => {
              setAnchor(null)
              setDimension(key)
            }}
          >
            {label(key)}
          </MenuItem>
        ))}
      </Menu>
      <Popover
        open={!!dimension}
        anchorEl={button.current}
        onClose={() => setDimension(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { className: css.paper } }}
      >
        {dimension && (
          <Pick
            dimension={dimension}
            label={label(dimension)}
            chosen={state.filters[dimension] ?? []}
            onPick={(values) => state.setFilter(dimension, values)}
          />
        )}
      </Popover>
    </>
  )
}

const idOf = ([id]: [string, string]) => id

function Pick({
  dimension,
  label,
  chosen,
  onPick,
}: {
  dimension: string
  label: string
  chosen: string[]
  onPick: (values: string[]) => void
}) {
  const [like, setLike] = useState('')
  const { of, data } = useValues(dimension, like)
  const found = useSteady(of, data?.values, idOf)
  const names = useNames(dimension, chosen)
  const name = (id: string) => names.get(id) ?? found.find(([own]) => own === id)?.[1] ?? id
  const options = found.map(([id]) => id)
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      options={options}
      // The core finds them, among more than a list can show.
      filterOptions={(all) => all}
      filterSelectedOptions={false}
      getOptionLabel={name}
      inputValue={like}
      onInputChange={(_, text, reason) => {
        if (reason !== 'reset') setLike(text)
      }}
      value={chosen}
      onChange={(_, values) => onPick(values)}
      renderInput={(input) => (
        <TextField
          {...input}
          label={label}
          autoFocus
          placeholder={chosen.length ? '' : say('Type part of the name')}
          helperText={data?.more ? say('These are the first. Type part of the name to find others.') : undefined}
        />
      )}
    />
  )
}
